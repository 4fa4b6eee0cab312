/** A small `npm run simulate`: attacks must lose money, and honest members must not be flagged. */
import { describe, expect, test } from 'vitest';
import { attacks, playAttack, start } from '#scripts/lab/simulate/attacks.ts';
import type { Method } from '#scripts/lab/simulate/farms/claims.ts';
import type { Attack } from '#scripts/lab/simulate/farms/stage.ts';
import { honestGroups } from '#scripts/lab/simulate/honest/groups.ts';
import { playGroup, playYear, reviewerHours, reviewsPerThousand } from '#scripts/lab/simulate/honest/notice.ts';
import { isLost, loseSignals, measureResult, profitCents } from '#scripts/lab/simulate/profits.ts';

const seed = 1;
const prices = { certificateCents: 6_000, hourCents: 1_500 };

const sampled = attacks.filter(({ isProfitable }) => !isProfitable);

describe('an attack that loses money with reviews', () => {
  test.each(sampled)('$name', (attack) => {
    const result = measureResult(playAttack(attack, seed), seed);
    const { accounts, world } = result.played;
    const redeemed = new Set(world.certificates.filter(({ memberId }) => accounts.has(memberId)).map(({ memberId }) => memberId));
    // Every account earns enough for a certificate (a referral ring earns commissions instead), so only the reviews make the attack lose
    // money.
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

const small = attacks.filter(({ name }) => !/\d\d bots|50 free|100 accounts|50 accounts/.test(name));
test.each(small)('no signal disappears if the finds claim to be offline: $name', checkSignals);
test.each(attacks)('no signal of a large attack disappears either: $name', { tags: 'long' }, checkSignals);

function checkSignals(attack: Attack): void {
  const byMethod = (method: Method) => measureResult(playAttack(attack, seed, method), seed);
  expect(loseSignals({ camera: byMethod('camera'), offline: byMethod('offline'), mixed: byMethod('mixed') })).toBe(false);
}

test('an attacker pays for every traveler after the fifth', () => {
  const [attack = attacks[0]] = attacks.filter(({ name }) => name.endsWith('accounts: patient'));
  if (!attack) throw new Error('No patient attack');
  const result = measureResult(playAttack(attack, seed), seed);
  const { certificates, paidTravelers } = result.outcome('none');
  expect(paidTravelers).toBe(certificates - 5);
  expect(profitCents(result, 'none', prices) - profitCents(result, 'none', prices, 0.5)).toBe(paidTravelers * 3_000);
});

test('a family without network on one of two trails carries no signal', () => {
  const [group = honestGroups[0]] = honestGroups.filter(({ name }) => name.includes('without network'));
  if (!group) throw new Error('No such family');
  expect(playGroup(group, start, seed).withSignals).toBe(0);
});

describe('honest members', () => {
  test.each(honestGroups)('$name', (group) => {
    const notice = playGroup(group, start, seed);
    expect(notice.certificates).toBeGreaterThan(5);
    expect(notice.refusedCount).toBe(0);
    // This family's facts look like a small farm, so a reviewer has to clear it. Members who made most of their finds offline on a walk are
    // reviewed, too.
    if (!group.hasFarmPattern) expect(notice.withSignals).toBe(notice.mostlyOffline);
  });

  test('cause little work for reviewers', () => {
    const notice = playYear(150, start, seed);
    expect(notice.refusedCount).toBe(0);
    expect(reviewsPerThousand(notice)).toBeGreaterThan(0);
    expect(reviewerHours(notice)).toBeLessThanOrEqual(6);
  });
});
