/**
 * Runs a seeded sample of the random histories from `npm run fuzz`: orders, payments, refunds, disputes and referrals are compared with a
 * model.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localD1 } from '#tests/support/database/local-d1.ts';
import { liveScenarios, memberId, referrerId } from '#tests/support/memberships/money-actions.ts';
import { checkInDatabase } from '#tests/support/memberships/money-database.ts';
import { live } from '#tests/support/memberships/money-histories.ts';
import { checkMoney } from '#tests/support/memberships/money-verdict.ts';
import { propertyTest } from '#tests/support/property-test.ts';

propertyTest(
  'each cent of commission, each key and each second of membership is accounted for',
  { usual: 100, long: 2_000 },
  async (numRuns) => {
    const withEmptyDatabase = localD1();
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(liveScenarios, async (actions) => {
        const world = live(actions);
        checkMoney(world);
        expect(await withEmptyDatabase((db) => checkInDatabase(db, world.journal))).toEqual([]);
        const { orders, payments, referral } = world.member.account;
        for (const { status, creditCents } of orders) seen.add(creditCents > 0 ? `${status} with credit` : status);
        if (payments.some((payment) => payment.refundRequestedAt !== null)) seen.add('returned');
        if (world.stripe.history.some((event) => event.kind === 'paid' && event.year?.isFirst === false)) seen.add('renewed');
        seen.add(`commission ${referral?.commission?.status ?? 'none'}`);
        for (const event of world.heard) if (event.kind === 'failure_heard') seen.add(`failed refund ${event.outcome}`);
        for (const { kind, status } of world.ledger.rows) if (kind !== 'commission') seen.add(`${kind} ${status}`);
        const paidTimes = world.stripe.history.flatMap((event) =>
          event.kind === 'paid' && event.year ? [`${event.userId} ${event.at}`] : [],
        );
        if (new Set(paidTimes).size < paidTimes.length) seen.add('two payments in one second');
      }),
      { numRuns, seed: 13 },
    );
    // Checks that the random sample is varied enough: each required event must occur at least once.
    const requiredEvents = ['paid', 'refunded', 'disputed', 'cancelled', 'paid with credit', 'returned', 'renewed'];
    const commissions = ['commission none', 'commission pending', 'commission held', 'commission reversed', 'commission paid'];
    const failures = ['failed refund restored', 'failed refund granted', 'failed refund owed', 'two payments in one second'];
    const rows = ['reversal pending', 'reversal paid', 'reversal reversed', 'restoration pending', 'restoration paid'];
    expect([...seen]).toEqual(expect.arrayContaining([...requiredEvents, ...commissions, ...failures, ...rows]));
  },
);

test('a partial refund that leaves less than the commission takes back the commission, and the keys from the start', () => {
  const world = live([
    { kind: 'buy', by: referrerId, purchase: { kind: 'membership', tier: 'premium' }, card: 'own' },
    { kind: 'buy', by: memberId, purchase: { kind: 'membership', tier: 'premium' }, card: 'own' },
    { kind: 'refund', by: memberId, pick: 0, share: 0.89 },
  ]);
  expect(world.member.account.referral).toMatchObject({ commission: { status: 'reversed', amountCents: 2_000 }, treasureKeys: 0 });
  checkMoney(world);
});
