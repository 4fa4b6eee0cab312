import { findChestLevel } from '#schema/chests/chest-levels.ts';
import { secondsPerDay } from '#schema/rules.ts';
import { chestMonth, type EarnedKeys, sumValidKeys } from '#worker/domain/chests/chests.ts';
import { monthsLater, utcMonth } from '#worker/domain/chests/months.ts';
import { getTierAt } from '#worker/domain/memberships/memberships.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { getMember, type World, type WorldMember } from './world.ts';

/** Number of days between the end of a month and the payment of its chests, which are rechecked after 8 days. */
const chestsPaidAfterDays = 10;

/** Pays a commission or chest after deducting the member's negative balance. Any remaining negative balance reduces later payouts. */
export function payOut(
  world: World,
  memberId: number,
  { cents, what }: { cents: number; what: 'commission' | 'chest' },
  now: Seconds,
): void {
  const member = getMember(world, memberId);
  const net = member.carriedCents + cents;
  member.carriedCents = Math.min(net, 0);
  if (net > 0) world.payouts.push({ memberId, what, cents: net, at: now });
}

export function planChests(world: World, from: Seconds, months: number): void {
  for (let index = 0; index < months; index += 1) {
    const month = monthsLater(utcMonth(from), index);
    world.agenda.plan(chestMonth(month).lastSecond + chestsPaidAfterDays * secondsPerDay, (now) => payChests(world, month, now));
  }
}

function payChests(world: World, month: string, now: Seconds): void {
  const { keysFrom, lastSecond } = chestMonth(month);
  for (const member of world.members.values()) {
    if (getTierAt(member.money.periods, lastSecond) === 'free') continue;
    const earnedKeys = listEarnedKeys(world, member).filter(({ at }) => at >= keysFrom && at <= lastSecond);
    const chest = findChestLevel(sumValidKeys(earnedKeys));
    if (chest) payOut(world, member.id, { cents: chest.payoutCents, what: 'chest' }, now);
  }
}

function listEarnedKeys(world: World, member: WorldMember): (EarnedKeys & { at: Seconds })[] {
  const referredMembers = [...world.members.values()].filter(({ referredById }) => referredById === member.id);
  return [
    ...referredMembers.flatMap(({ money }) =>
      (money.referral?.keyRows ?? []).map(({ amount, at }) => ({ treasureKeys: amount, communityKeys: 0, at })),
    ),
    ...member.communityKeys.map(({ amount, at }) => ({ treasureKeys: 0, communityKeys: amount, at })),
  ].map((keys) => ({ ...keys, month: utcMonth(keys.at) }));
}
