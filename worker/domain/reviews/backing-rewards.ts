/**
 * Returns the rewards that paid the price; the oldest are spent first (FIFO). `balance` is the balance before the price was deducted, so
 * the newest rewards up to that amount were unspent. The oldest of those paid the price. A partly spent reward counts only its unspent
 * part. `rewards` are sorted newest first, and omit redemptions that were refunded.
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
  let remainingPrice = price;
  for (const reward of unspent.reverse()) {
    if (remainingPrice <= 0) break;
    backing.push({ ...reward, tokens: Math.min(reward.tokens, remainingPrice) });
    remainingPrice -= reward.tokens;
  }
  return backing;
}
