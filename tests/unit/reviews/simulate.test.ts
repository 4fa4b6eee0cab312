/** A small `npm run simulate`: attacks must lose money, and honest members must not be flagged. */
import { describe, expect, test } from 'vitest';
import { attacks, playAttack, start } from '#scripts/lab/simulate/attacks.ts';
import { honestGroups } from '#scripts/lab/simulate/honest/groups.ts';
import { playGroup, playYear, reviewerHours, reviewsPerThousand } from '#scripts/lab/simulate/honest/notice.ts';
import { isLost, measureResult, profitCents } from '#scripts/lab/simulate/profits.ts';

const seed = 1;
const prices = { certificateCents: 6_000, hourCents: 1_500 };

const sampled = attacks.filter(({ isProfitable }) => !isProfitable);

describe('an attack that loses money with reviews', () => {
  test.each(sampled)('$name', (attack) => {
    const result = measureResult(playAttack(attack, seed), seed);
    const { accounts, world } = result.played;
    const redeemed = new Set(world.certificates.filter(({ memberId }) => accounts.has(memberId)).map(({ memberId }) => memberId));
    // Every account earns enough for a certificate (a referral ring earns commissions instead), so it is the reviews that make the attack
    // lose money.
    if (attack.name.startsWith('referral')) expect(world.payouts.length).toBeGreaterThan(20);
    else expect(redeemed.size).toBe(accounts.size);
    expect(isLost(result, prices)).toBe(true);
  });

  test('has the same loss with the same seed', () => {
    const [attack = attacks[0]] = sampled;
    const profits = [0, 1].map(() => attack && profitCents(measureResult(playAttack(attack, seed), seed), 'half', prices));
    expect(profits[0]).toBe(profits[1]);
  });
});

describe('honest members', () => {
  test.each(honestGroups)('$name', (group) => {
    const notice = playGroup(group, start, seed);
    expect(notice.certificates).toBeGreaterThan(5);
    expect(notice.refusedCount).toBe(0);
    // This family's facts look like a small farm, so a reviewer has to clear it.
    if (!group.hasFarmPattern) expect(notice.withSignals).toBe(0);
  });

  test('cause little work for reviewers', () => {
    const notice = playYear(150, start, seed);
    expect(notice.refusedCount).toBe(0);
    expect(reviewsPerThousand(notice)).toBeGreaterThan(0);
    expect(reviewerHours(notice)).toBeLessThanOrEqual(6);
  });
});
