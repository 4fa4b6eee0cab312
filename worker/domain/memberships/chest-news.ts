/** Finds changes to keys and memberships that affect the chests of past months. */
import type { Seconds } from '#worker/domain/time.ts';
import { type Account, contestedSince } from './account.ts';

export interface ChestNews {
  userId: number;
  since: Seconds;
}

/** Returns the affected members, each with the time from which chests must be recomputed. A member may appear twice. */
export function listChestNews(before: Account, after: Account): ChestNews[] {
  const knownRows = before.referral?.keyRows.length ?? 0;
  const keys = (after.referral?.keyRows ?? []).slice(knownRows).map(({ at }) => ({ userId: after.referral?.referrerId ?? 0, since: at }));
  return [
    ...keys,
    ...[...listChangedPeriods(before, after), ...listChangedContests(before, after)].map((since) => ({ userId: after.memberId, since })),
  ];
}

function listChangedPeriods(before: Account, after: Account): Seconds[] {
  const endTimesByCause = new Map(before.periods.map(({ cause, endsAt }) => [cause, endsAt]));
  return after.periods
    .filter(({ cause, endsAt }) => endTimesByCause.get(cause) !== endsAt)
    .map(({ cause, startsAt, endsAt }) => Math.min(endTimesByCause.get(cause) ?? startsAt, endsAt));
}

/** Returns when payments for cards were disputed or revoked. This also revokes the Community Keys for placing those cards. */
function listChangedContests(before: Account, after: Account): Seconds[] {
  const contestTimes = new Map(before.payments.map((payment) => [payment.paymentIntentId, contestedSince(payment)]));
  return after.payments.flatMap((payment) => {
    const contestedAt = contestedSince(payment);
    return payment.subscriptionId === null && contestedAt !== null && contestedAt !== contestTimes.get(payment.paymentIntentId)
      ? [contestedAt]
      : [];
  });
}
