/** A small `npm run simulate`: attacks must lose money, and honest members must not be flagged. */
import { describe, expect, test } from 'vitest';
import { attacks, playAttack, start } from '#scripts/lab/simulate/attacks.ts';
import { deletion, deletionOfOneMailbox, patientSharedPhotos } from '#scripts/lab/simulate/farms/borrowed-codes.ts';
import type { Method } from '#scripts/lab/simulate/farms/claims.ts';
import { patientRing, sixFriends } from '#scripts/lab/simulate/farms/ring.ts';
import { type Attack, cheapest } from '#scripts/lab/simulate/farms/stage.ts';
import { honestGroups } from '#scripts/lab/simulate/honest/groups.ts';
import { playGroup, playYear, reviewerHours, reviewsPerThousand } from '#scripts/lab/simulate/honest/notice.ts';
import { join } from '#scripts/lab/simulate/members.ts';
import { hasLostSignals, isLost, measureResult, pricesOfLoss, profitCents } from '#scripts/lab/simulate/profits.ts';
import { createRandom } from '#scripts/lab/simulate/random.ts';
import { redeem } from '#scripts/lab/simulate/redemptions.ts';
import { getTravelerKey } from '#scripts/lab/simulate/travelers.ts';
import { createWorld } from '#scripts/lab/simulate/world.ts';

const seed = 1;
const prices = [3_000, 6_000, 15_000].map((certificateCents) => ({ certificateCents, hourCents: 1_500 }));
const price = { certificateCents: 6_000, hourCents: 1_500 };

const sampled = attacks.filter((attack) => pricesOfLoss(attack, prices).length > 0 && attack !== deletionOfOneMailbox);

const isLarge = ({ name }: Attack) => /\d\d (offline )?bots|50 free|100 accounts|50 accounts|24 accounts|one mailbox/.test(name);
const small = attacks.filter((attack) => !isLarge(attack));

describe('an attack that loses money with reviews', () => {
  test.each(sampled.filter((attack) => !isLarge(attack)))('$name', checkLoss);
  test.each(sampled.filter(isLarge))('$name', { tags: 'long' }, checkLoss);

  function checkLoss(attack: Attack): void {
    const result = measureResult(playAttack(attack, seed), seed);
    const { accounts, world } = result.played;
    const redeemed = new Set(world.certificates.filter(({ memberId }) => accounts.has(memberId)).map(({ memberId }) => memberId));
    // Every attacking account must earn enough to redeem a certificate (in a referral ring, enough commissions must be paid). This shows
    // that only the reviews make the attack unprofitable.
    if (attack.name.startsWith('referral')) expect(world.payouts.length).toBeGreaterThan(20);
    else expect(redeemed.size).toBe(accounts.size);
    expect(isLost(result, pricesOfLoss(attack, prices))).toBe(true);
  }

  test('has the same loss with the same seed', () => {
    const [attack = attacks[0]] = sampled;
    const profits = [0, 1].map(() => attack && profitCents(measureResult(playAttack(attack, seed), seed), 'half', price));
    expect(profits[0]).toBe(profits[1]);
  });
});

test.each(small)('no signal disappears if the finds claim to be offline: $name', checkSignals);
test.each(attacks)('no signal of a large attack disappears either: $name', { tags: 'long' }, checkSignals);

function checkSignals(attack: Attack): void {
  const byMethod = (method: Method) => measureResult(playAttack(attack, seed, method), seed);
  expect(hasLostSignals({ camera: byMethod('camera'), offline: byMethod('offline'), mixed: byMethod('mixed') })).toBe(false);
}

describe('the people behind a farm', () => {
  test('five travel for free, and the attacker pays each further one', () => {
    const result = measureResult(playAttack(patientRing, seed), seed);
    const { certificates, paidTravelers } = result.outcome('none');
    expect(paidTravelers).toBe(certificates - 5);
    expect(profitCents(result, 'none', price) - profitCents(result, 'none', price, 0.5)).toBe(paidTravelers * 3_000);
  });

  test('five people have two stays each in the two years of a deletion trick', () => {
    const { certificates, paidTravelers } = measureResult(playAttack(deletion, seed), seed).outcome('none');
    expect(certificates).toBe(24);
    expect(paidTravelers).toBe(24 - 2 * 5);
  });

  test('the mailbox of a deleted account redeems once in 12 months', () => {
    const result = measureResult(playAttack(deletionOfOneMailbox, seed), seed);
    expect(result.outcome('none').certificates).toBe(2);
    expect(isLost(result, pricesOfLoss(deletionOfOneMailbox, prices))).toBe(true);
  });

  test('six friends, and forty people who share photos, pay nobody to travel', () => {
    for (const attack of [sixFriends, patientSharedPhotos]) {
      const { certificates, paidTravelers } = measureResult(playAttack(attack, seed), seed).outcome('none');
      expect([certificates, paidTravelers]).toEqual([attack.freeTravelers, 0]);
    }
  });

  test('a second account gives nobody a second stay, and the tokens return', () => {
    const world = createWorld(createRandom(seed));
    const accounts = ['Ana Díaz', 'DIAZ Ana'].map((fullName, index) =>
      join(
        world,
        { email: `ana${index}@mail.example`, address: 'home', traveler: getTravelerKey({ fullName, birthDate: '1990-02-28' }) },
        start,
      ),
    );
    for (const account of accounts) {
      account.tokenBalance = cheapest.tokenCost;
      redeem(world, account.id, cheapest.type, start);
    }
    world.agenda.play();
    expect(accounts.map(({ tokenBalance }) => tokenBalance)).toEqual([0, cheapest.tokenCost]);
    expect(world.certificates.map(({ isActivated }) => isActivated)).toEqual([true, false]);
  });
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
    // A family whose finds resemble a small farm goes to review, where a reviewer must clear it. Members who made most of their finds
    // offline on a walk are also reviewed.
    if (!group.hasFarmPattern) expect(notice.withSignals).toBe(notice.mostlyOffline);
  });

  test('cause little work for reviewers', () => {
    const notice = playYear(150, start, seed);
    expect(notice.refusedCount).toBe(0);
    expect(reviewsPerThousand(notice)).toBeGreaterThan(0);
    expect(reviewerHours(notice)).toBeLessThanOrEqual(6);
  });
});
