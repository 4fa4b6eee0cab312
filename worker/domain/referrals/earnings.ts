/** What a member has earned, in dollars. Product rules: Referrals, keys and commissions: grandTotal = commissions + treasureChests = pending + paid. */

/** An entry, or the sum of all of a status. */
export interface StatusSum {
  status: 'pending' | 'paid' | 'reversed' | 'held';
  amountCents: number;
}

/**
 * What is held counts as pending: it is owed until it is refused. What was reversed before it was paid counts nowhere; a
 * reversal of what was paid is a negative pending sum.
 */
export function sumEarnings(commissions: StatusSum[], chests: StatusSum[]) {
  const total = (sums: StatusSum[], ...statuses: StatusSum['status'][]) =>
    sums.filter(({ status }) => statuses.includes(status)).reduce((sum, { amountCents }) => sum + amountCents, 0);
  const all = [...commissions, ...chests];
  const pending = total(all, 'pending', 'held');
  const paid = total(all, 'paid');
  return {
    commissions: total(commissions, 'pending', 'held', 'paid') / 100,
    treasureChests: total(chests, 'pending', 'held', 'paid') / 100,
    pending: pending / 100,
    paid: paid / 100,
    grandTotal: (pending + paid) / 100,
  };
}
