import { siteListFiles } from '#scripts/site/site-lists.ts';
import { newMember, referral } from '#tests/support/memberships/money-accounts.ts';
import { normalizeMailbox } from '#worker/domain/accounts/mailbox.ts';
import { secondsUntilAllowed, signUpLimits } from '#worker/domain/limit.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { disposableEmailTest } from '#worker/store/accounts/disposable-email.ts';
import { countAttempt, getMember, type World, type WorldMember } from './world.ts';

const isDisposableEmail = await disposableEmailTest(siteListFiles);

interface NewMember {
  email: string;
  /** Network address; equal values mean the same network. */
  address: string;
  referredById?: number;
  traveler?: string;
}

/**
 * Signs up a member, who verifies their email immediately. Throws if the sign-up is rate-limited, because simulations must stay below the
 * limits.
 */
export function join(world: World, { email, address, referredById, traveler }: NewMember, now: Seconds): WorldMember {
  const limits = signUpLimits({ addressHash: address, networkHash: null }, normalizeMailbox(email), now);
  if (secondsUntilAllowed(limits, countAttempt(world, limits), now) !== undefined) throw new Error(`${email} was refused registration`);
  const id = world.nextId++;
  const referrer = referredById === undefined ? undefined : getMember(world, referredById);
  const suspicions = [
    ...(referrer?.registrationAddress === address ? ['same_address' as const] : []),
    ...(referrer && isDisposableEmail(email) ? ['disposable_email' as const] : []),
  ];
  const member: WorldMember = {
    id,
    name: email.split('@')[0] ?? email,
    email,
    emailVerifiedAt: now,
    createdAt: now,
    referredById: referredById ?? null,
    registrationAddress: address,
    traveler: traveler ?? null,
    tokenBalance: 0,
    owedTokens: 0,
    money: { ...newMember(id), referral: referrer ? referral([], { referrerId: referrer.id, suspicions }) : null },
    rewards: [],
    communityKeys: [],
    certificates: [],
    carriedCents: 0,
  };
  world.members.set(id, member);
  world.finds.set(id, []);
  return member;
}

/** Deletes an account. As in the product, its finds and its last redemption remain. */
export function deleteAccount(world: World, memberId: number): void {
  const { email, certificates } = getMember(world, memberId);
  const last = certificates.at(-1);
  if (last) world.formerRedemptions.set(normalizeMailbox(email), last.redeemedAt);
}
