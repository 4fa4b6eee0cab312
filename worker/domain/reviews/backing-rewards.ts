/**
 * Returns the rewards that paid for a certificate, assuming that members spend their oldest rewards first (FIFO). `balance` is the token
 * balance before `price` was deducted. The newest rewards up to that amount were still unspent, and the oldest of those paid the price. If
 * a reward was partly spent, only the unspent part is included. `rewards` are sorted newest first and omit refunded redemptions.
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
