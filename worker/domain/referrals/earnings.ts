/**
 * Sums a member's earnings, in dollars: grandTotal = commissions + treasureChests = pending + paid. Product rules: Referrals, keys and
 * commissions.
 */
import type { EarningStatus } from '#schema/referrals/referral.ts';

export interface StatusSum {
  status: EarningStatus;
  amountCents: number;
}

/**
 * Held amounts are pending until refused, and payments are pending until they can no longer be undone. Unpaid reversed amounts are
 * excluded; reversing a paid amount adds a negative pending amount. `surplusCents` was paid in advance, so it counts as paid, not pending.
 */
export function sumEarnings(commissions: StatusSum[], chests: StatusSum[], surplusCents = 0) {
  const total = (sums: StatusSum[], ...statuses: StatusSum['status'][]) =>
    sums.filter(({ status }) => statuses.includes(status)).reduce((sum, { amountCents }) => sum + amountCents, 0);
  const all = [...commissions, ...chests];
  const pending = total(all, 'pending', 'held', 'paying') - surplusCents;
  const paidTotal = total(all, 'paid') + surplusCents;
  return {
    commissions: total(commissions, 'pending', 'held', 'paying', 'paid') / 100,
    treasureChests: total(chests, 'pending', 'held', 'paying', 'paid') / 100,
    pending: pending / 100,
    paid: paidTotal / 100,
    grandTotal: (pending + paidTotal) / 100,
  };
}
