/** Amounts are in dollars: grandTotal = commissions + treasureChests = pending + paid. Product rules: Referrals, keys and commissions. */

export interface StatusSum {
  status: 'pending' | 'paid' | 'reversed' | 'held';
  amountCents: number;
}

/**
 * Held amounts count as pending until they are refused. Unpaid reversed amounts do not count; reversing a paid amount adds a negative
 * pending amount.
 */
export function sumEarnings(commissions: StatusSum[], chests: StatusSum[]) {
  const total = (sums: StatusSum[], ...statuses: StatusSum['status'][]) =>
    sums.filter(({ status }) => statuses.includes(status)).reduce((sum, { amountCents }) => sum + amountCents, 0);
  const all = [...commissions, ...chests];
  const pending = total(all, 'pending', 'held');
  const paidTotal = total(all, 'paid');
  return {
    commissions: total(commissions, 'pending', 'held', 'paid') / 100,
    treasureChests: total(chests, 'pending', 'held', 'paid') / 100,
    pending: pending / 100,
    paid: paidTotal / 100,
    grandTotal: (pending + paidTotal) / 100,
  };
}
