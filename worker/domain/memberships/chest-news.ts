/** News that treasure chests of months that are over have to hear of: keys and memberships of back then that are others now. */
import type { Seconds } from '#worker/domain/time.ts';
import { type Account, contestedSince } from './account.ts';

export interface ChestNews {
  userId: number;
  since: Seconds;
}

/** Whom a change of an account concerns, and since when; the same member may come twice. */
export function chestNews(before: Account, after: Account): ChestNews[] {
  const writtenBefore = before.referral?.keyRows.length ?? 0;
  const keys = (after.referral?.keyRows ?? [])
    .slice(writtenBefore)
    .map(({ at }) => ({ userId: after.referral?.referrerId ?? 0, since: at }));
  return [...keys, ...[...periodNews(before, after), ...cardNews(before, after)].map((since) => ({ userId: after.memberId, since }))];
}

function periodNews(before: Account, after: Account): Seconds[] {
  const endOf = new Map(before.periods.map(({ cause, endsAt }) => [cause, endsAt]));
  return after.periods
    .filter(({ cause, endsAt }) => endOf.get(cause) !== endsAt)
    .map(({ cause, startsAt, endsAt }) => Math.min(endOf.get(cause) ?? startsAt, endsAt));
}

/** Community Keys of placed cards go with the money that was paid for the cards. */
function cardNews(before: Account, after: Account): Seconds[] {
  const known = new Map(before.payments.map((payment) => [payment.paymentIntentId, contestedSince(payment)]));
  return after.payments.flatMap((payment) => {
    const since = contestedSince(payment);
    return payment.subscriptionId === null && since !== null && since !== known.get(payment.paymentIntentId) ? [since] : [];
  });
}
