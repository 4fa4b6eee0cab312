/**
 * Returns the rewards that paid the price, assuming that the oldest are spent first (FIFO). `balance` is the balance before the price was
 * deducted: the newest rewards up to that amount were unspent, and the oldest of those paid the price. Only the unspent part of a partly
 * spent reward is included. `rewards` are sorted newest first, and omit refunded redemptions.
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
  const selectedRewards: Reward[] = [];
  let remainingPrice = price;
  for (const reward of unspent.reverse()) {
    if (remainingPrice <= 0) break;
    selectedRewards.push({ ...reward, tokens: Math.min(reward.tokens, remainingPrice) });
    remainingPrice -= reward.tokens;
  }
  return selectedRewards;
}
