import { referralCommissionCents, secondsPerDay, type Tier, treasureKeysPerReferral } from '#schema/rules.ts';
import { keyKinds } from '#schema/tokens/ledger-kinds.ts';
import { demoMembers } from '#scripts/seed/demo-accounts.ts';
import { caseCast } from '#scripts/seed/demo-cases.ts';
import { type CastMember, cast } from '#scripts/seed/demo-cast.ts';
import { mapCast } from '#scripts/seed/demo-map.ts';
import { heldMember } from '#scripts/seed/demo-payouts.ts';
import type { Row } from '#scripts/seed/rows.ts';
import { nameKey } from '#worker/domain/accounts/search-keys.ts';
import { toSkeleton } from '#worker/domain/accounts/usernames/skeleton.ts';

export interface Person {
  id: number;
  username: string;
  role: Tier;
  referredById: number | null;
}

export interface People {
  byName: Map<string, Person>;
  users: Row[];
  membershipPeriods: Row[];
  keyEvents: Row[];
  commissions: Row[];
  subscribers: { id: number; email: string; name: string; tier: 'basic' | 'premium'; createdAt: number; startedAt: number }[];
}

const emptyCast = { invitedBy: undefined, registeredFrom: undefined, isUnverified: undefined };
const yearSeconds = 365 * secondsPerDay;
const joinedDaysAgo: Record<string, number> = { wren: 400, basil: 430, pru: 440 };

/** Creates the demo people, with ids after `lastUserId`. `now` is in Unix seconds. */
export function demoPeople(now: number, lastUserId: number, passwordHash: string): People {
  const allMembers = [
    ...demoMembers.map((member) => ({
      ...member,
      ...emptyCast,
      joined: joinedDaysAgo[member.username] ?? 0,
      city: 'Asheville',
      country: 'United States',
    })),
    ...[...cast, ...caseCast, ...mapCast].map((member: CastMember) => {
      const [firstName = '', lastName = ''] = member.name.split(' ');
      const [city = '', country = ''] = member.home.split(', ');
      const referralCode = `${member.username.toUpperCase().replace(/[ILOU]/g, 'X')}DEMA26XX`.slice(0, 8);
      return {
        ...member,
        firstName,
        lastName,
        city,
        country,
        email: member.email ?? `${member.username}@demo.test`,
        referralCode,
      };
    }),
  ];
  const idsByUsername = new Map(allMembers.map((member, index) => [member.username, lastUserId + 1 + index]));
  const people: People = { byName: new Map(), users: [], membershipPeriods: [], keyEvents: [], commissions: [], subscribers: [] };

  for (const [index, member] of allMembers.entries()) {
    const id = lastUserId + 1 + index;
    const createdAt = now - member.joined * secondsPerDay;
    const referredById = (member.invitedBy && idsByUsername.get(member.invitedBy)) || null;
    // Members who joined within the last year are in their first membership year; the others have already renewed once.
    const isFirstYear = member.joined < 365;
    const renewedAt = isFirstYear ? createdAt + 2 * secondsPerDay : now - 30 * secondsPerDay + index * 2 * secondsPerDay;
    const firstPaidAt = isFirstYear ? renewedAt : renewedAt - yearSeconds;
    people.byName.set(member.username, { id, username: member.username, role: member.role, referredById });
    const isDemoMember = demoMembers.some((demo) => demo.username === member.username);
    if (isDemoMember && member.role !== 'free') {
      const name = `${member.firstName} ${member.lastName}`;
      people.subscribers.push({ id, email: member.email, name, tier: member.role, createdAt, startedAt: yearBefore(renewedAt) });
    }
    people.users.push({
      id,
      username: member.username,
      username_key: member.username,
      username_skeleton: toSkeleton(member.username),
      email: member.email,
      email_key: member.email,
      email_verified_at: member.isUnverified ? null : createdAt + 300,
      password_hash: passwordHash,
      first_name: member.firstName,
      last_name: member.lastName,
      first_name_key: nameKey(member.firstName),
      last_name_key: nameKey(member.lastName),
      role: member.role,
      membership_expires_at: member.role === 'free' ? null : renewedAt + yearSeconds,
      auto_renew: isDemoMember ? 1 : 0,
      referral_code: member.referralCode,
      referred_by_id: referredById,
      city: member.city,
      country: member.country,
      registration_address_hash: member.registeredFrom ?? null,
      created_at: createdAt,
      last_login_at: now - ((index * 7) % 11) * secondsPerDay - 3_600,
    });
    if (member.role === 'free') continue;
    // Only the demo members paid, so the other cast members receive memberships as grants.
    for (const [year, startsAt] of isDemoMember ? [] : [...new Set([firstPaidAt, renewedAt])].entries()) {
      people.membershipPeriods.push({
        user_id: id,
        tier: member.role,
        starts_at: startsAt,
        ends_at: startsAt + yearSeconds,
        source: 'grant',
        cause: `grant:demo:${id}:${year + 1}`,
        created_at: startsAt,
      });
    }
    const referrer = allMembers.find((other) => other.username === member.invitedBy);
    if (referrer && referredById)
      addReferral(people, { ...referrer, id: referredById }, { id, email: member.email, purchasedTier: member.role }, firstPaidAt);
  }
  return people;
}

/** Returns the same date one calendar year earlier, using the same rule as yearly renewals. */
function yearBefore(at: number): number {
  const date = new Date(at * 1_000);
  return Math.floor(date.setUTCFullYear(date.getUTCFullYear() - 1) / 1_000);
}

function addReferral(
  people: People,
  referrer: { id: number; role: Tier },
  friend: { id: number; email: string; purchasedTier: 'basic' | 'premium' },
  at: number,
): void {
  if (referrer.role === 'free') throw new Error('Nobody in the demo was invited by a free member');
  const treasureKeys = treasureKeysPerReferral[referrer.role];
  if (friend.email !== heldMember)
    people.keyEvents.push({
      user_id: referrer.id,
      kind: keyKinds.referral.code,
      amount: treasureKeys,
      subject_id: friend.id,
      created_at: at,
    });
  people.commissions.push({
    referrer_id: referrer.id,
    referred_id: friend.id,
    amount_cents: referralCommissionCents[referrer.role][friend.purchasedTier],
    treasure_keys: treasureKeys,
    status: 'paid',
    created_at: at,
    paid_at: at + 5 * secondsPerDay,
    payment_reference: 'demo',
  });
}
