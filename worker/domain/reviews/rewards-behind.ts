/** Which of a member's rewards a certificate was paid with: what came first is spent first. */

/**
 * `rewards` are the member's, newest first, without redemptions that were refunded and without their refunds. `balance` is
 * what they had when they redeemed, before the price was taken: so much of the newest rewards was not spent yet, and the
 * oldest of that paid the price. A reward of which a part was spent before counts with the rest. Oldest first.
 */
export function rewardsBehind<Reward extends { tokens: number }>(
  rewards: readonly Reward[],
  { balance, price }: { balance: number; price: number },
): Reward[] {
  const unspent: Reward[] = [];
  let left = balance;
  for (const reward of rewards) {
    if (left <= 0) break;
    unspent.push({ ...reward, tokens: Math.min(reward.tokens, left) });
    left -= reward.tokens;
  }
  const behind: Reward[] = [];
  let due = price;
  for (const reward of unspent.reverse()) {
    if (due <= 0) break;
    behind.push({ ...reward, tokens: Math.min(reward.tokens, due) });
    due -= reward.tokens;
  }
  return behind;
}
