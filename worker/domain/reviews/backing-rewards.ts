/**
 * Rewards whose tokens paid for a certificate, oldest first. `rewards`: newest first, without refunded redemptions and their refunds.
 * `balance`: before the price was deducted. The newest rewards up to the balance were unspent, and the oldest of those paid the price
 * (FIFO). A partly spent reward counts with what was left of it.
 */
export function backingRewards<Reward extends { tokens: number }>(
  rewards: readonly Reward[],
  { balance, price }: { balance: number; price: number },
): Reward[] {
  const unspent: Reward[] = [];
  let unspentBalance = balance;
  for (const reward of rewards) {
    if (unspentBalance <= 0) break;
    unspent.push({ ...reward, tokens: Math.min(reward.tokens, unspentBalance) });
    unspentBalance -= reward.tokens;
  }
  const backing: Reward[] = [];
  let due = price;
  for (const reward of unspent.reverse()) {
    if (due <= 0) break;
    backing.push({ ...reward, tokens: Math.min(reward.tokens, due) });
    due -= reward.tokens;
  }
  return backing;
}
