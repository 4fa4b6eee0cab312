/** Tests which earned tokens paid for a certificate. Product rules: Reviews. */
import { describe, expect, test } from 'vitest';
import { backingRewards } from '#worker/domain/reviews/backing-rewards.ts';

const rewardsOf = (...tokens: number[]) => tokens.map((amount, index) => ({ tokens: amount, at: index })).reverse();

describe('the rewards behind a certificate', () => {
  test('are the oldest unspent ones', () => {
    expect(backingRewards(rewardsOf(1, 1, 1, 1, 1), { balance: 4, price: 2 })).toEqual([
      { tokens: 1, at: 1 },
      { tokens: 1, at: 2 },
    ]);
  });

  test('include every reward if the price equals the balance', () => {
    expect(backingRewards(rewardsOf(1, 10, 2), { balance: 13, price: 13 })).toHaveLength(3);
  });

  test('add up exactly to the price even if one reward pays several tokens', () => {
    const rewards = backingRewards(rewardsOf(10, 10, 2), { balance: 15, price: 7 });
    expect(rewards).toEqual([
      { tokens: 3, at: 0 },
      { tokens: 4, at: 1 },
    ]);
  });

  test('are as many as are known if the rewards do not reach back far enough', () => {
    expect(backingRewards(rewardsOf(1, 1), { balance: 60, price: 60 })).toHaveLength(2);
  });

  test('exclude rewards that paid for an earlier certificate', () => {
    // The first certificate used 60 of the 120 tokens, so the other 60 pay for the second one.
    const rewards = rewardsOf(...Array<number>(120).fill(1));
    const first = backingRewards(rewards, { balance: 120, price: 60 });
    const second = backingRewards(rewards, { balance: 60, price: 60 });
    expect(first.map(({ at }) => at)).toEqual(Array.from({ length: 60 }, (_, index) => index));
    expect(second.map(({ at }) => at)).toEqual(Array.from({ length: 60 }, (_, index) => index + 60));
  });
});
