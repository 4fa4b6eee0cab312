/**
 * A daily job compares every dollar total with the rows behind it, and payments with Stripe's balance. Product rules: Jobs and alarms.
 */
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { System } from '#schema/admin/system.ts';
import type { Totals } from '#schema/admin/totals.ts';
import { secondsPerDay, secondsPerHour } from '#schema/rules.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { moneyDifferences } from '#tests/worker/support/admin/money-check.ts';
import { advanceClock, change, newMember, row } from '#tests/worker/support/client.ts';
import { deliverEvents, payingMember } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { closeDispute, disputeAtStripe, intentPaidBy, refundAtStripe } from '#tests/worker/support/memberships/money-back.ts';
import { buy } from '#tests/worker/support/memberships/payments.ts';
import { owedChest, owedCommission } from '#tests/worker/support/payouts/owed.ts';
import { frozenRun, payee, takeStep } from '#tests/worker/support/payouts/payout-run-steps.ts';

let admin: TestAdmin;
let payoutId = 0;
let memberId = 0;

const now = () => Math.floor(Date.now() / 1_000);
const moneyOf = async () => (await admin.client.get<System>('/api/admin/system')).body.money;
const attention = async () => (await admin.client.get<Totals>('/api/admin/totals')).body.attention.money;
const checkAndWatch = async (): Promise<string> => {
  const outcome = await fire('check-ledger').then(
    () => '',
    (error: Error) => error.message,
  );
  await fire('watch');
  return outcome;
};

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  admin = await newAdmin();
  const [member, colleague] = [await payee(), await newAdmin()];
  memberId = member.id;
  await owedCommission(member.id, 1_000);
  await owedChest(member.id, '2026-01', 200);
  const run = (await takeStep(colleague, 'approve', await frozenRun(admin))).body;
  await takeStep(admin, 'pay', run);
  payoutId = (await row<{ id: number }>('SELECT id FROM payouts WHERE user_id = ?', member.id))?.id ?? 0;
  await owedCommission(member.id, 500, { status: 'held', why: 'same_card' });
  await owedChest(member.id, '2026-02', 600);
  const buyer = await newMember({ role: 'basic' });
  await buy(buyer.client, 'cache-cards', '5');
  await fire('add-up-totals');
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the check of the dollars', () => {
  const today = () => new Date().toISOString().slice(0, 10);
  const wrongFigures: [string, string, string, () => string][] = [
    [
      'a payout that is $1.00 off',
      'UPDATE payouts SET amount_cents = amount_cents + 100 WHERE user_id = ?1',
      'UPDATE payouts SET amount_cents = amount_cents - 100 WHERE user_id = ?1',
      () => `Payout ${payoutId}: amount vs. its entries: expected $12.00, found $13.00`,
    ],
    [
      'a day’s revenue that is $7.77 off',
      'UPDATE day_totals SET revenue_cents = revenue_cents + 777 WHERE day = (SELECT max(day) FROM day_totals) AND ?1 > 0',
      'UPDATE day_totals SET revenue_cents = revenue_cents - 777 WHERE day = (SELECT max(day) FROM day_totals) AND ?1 > 0',
      () => `Revenue of ${today()}: expected $5.00, found $12.77`,
    ],
    [
      'an owed total that is $1.23 off',
      'UPDATE payout_queue SET net_cents = net_cents + 123 WHERE id = ?1',
      'UPDATE payout_queue SET net_cents = net_cents - 123 WHERE id = ?1',
      () => `Member ${memberId}: owed, held, paid and reversed vs. earned: expected $23.00, found $24.23`,
    ],
    [
      'a run whose total is off',
      'UPDATE payout_runs SET total_cents = total_cents + 1 WHERE ?1 > 0',
      'UPDATE payout_runs SET total_cents = total_cents - 1 WHERE ?1 > 0',
      () => 'Payout run 1: total vs. its lines: expected $12.00, found $12.01',
    ],
    [
      'a run line that is lost',
      "UPDATE payout_run_lines SET status = 'out' WHERE user_id = ?1",
      "UPDATE payout_run_lines SET status = 'paid' WHERE user_id = ?1",
      () => 'Payout run 1: total vs. its lines: expected $0.00, found $12.00',
    ],
    [
      'a payment that is off',
      'UPDATE payments SET amount_cents = amount_cents + 1 WHERE ?1 > 0',
      'UPDATE payments SET amount_cents = amount_cents - 1 WHERE ?1 > 0',
      () => 'Payment 1: bookings vs. revenue: expected $5.01, found $5.00',
    ],
  ];
  test.each(wrongFigures)('finds %s, until it is undone', async (_, harm, undo, expected) => {
    expect(await moneyDifferences()).toEqual([]);
    await change(harm, memberId);
    expect(await moneyDifferences()).toContain(expected());
    await change(undo, memberId);
    expect(await moneyDifferences()).toEqual([]);
  });

  test('raises an alarm that names the figure, and ends it only after a later check', async () => {
    await change('DELETE FROM money_checks');
    expect(await checkAndWatch()).toBe('');
    expect(await moneyOf()).toMatchObject({ differing: 0, differences: [] });
    advanceClock(secondsPerDay);
    await change('UPDATE payouts SET amount_cents = amount_cents + 100 WHERE id = ?', payoutId);
    const text = `Payout ${payoutId}: amount vs. its entries: expected $12.00, found $13.00`;
    expect(await checkAndWatch()).toContain(text);
    admin = await newAdmin();
    expect((await moneyOf()).differences).toContain(text);
    expect(await attention()).toBe(1);
    expect(await row("SELECT count(*) AS n FROM alarms WHERE kind = 'job_failed' AND ended_at IS NULL")).toEqual({ n: 0 });
    await change('UPDATE payouts SET amount_cents = amount_cents - 100 WHERE id = ?', payoutId);
    advanceClock(60);
    expect(await checkAndWatch()).toContain(text);
    advanceClock(secondsPerHour);
    expect(await checkAndWatch()).toBe('');
    expect(await attention()).toBe(0);
  });

  test('works in chunks, and once a day', async () => {
    await change('DELETE FROM money_checks');
    await fire('check-ledger');
    const first = await row('SELECT id, finished_at IS NOT NULL AS isDone FROM money_checks');
    expect(first).toMatchObject({ isDone: 1 });
    await fire('check-ledger');
    expect(await row('SELECT id, finished_at IS NOT NULL AS isDone FROM money_checks')).toEqual(first);
  });
});

describe('the comparison with Stripe', () => {
  test('books Stripe’s fees, and finds payments and refunds that differ from Stripe’s', async () => {
    const { member } = await payingMember('basic');
    const intent = await intentPaidBy(member);
    await refundAtStripe(intent, 1_000);
    await deliverEvents(member);
    const dispute = await disputeAtStripe(await intentPaidBy((await payingMember('premium')).member));
    await closeDispute(dispute, 'lost');
    await change("DELETE FROM job_progress WHERE job LIKE 'compare-stripe%'");
    await change('DELETE FROM stripe_days');
    await fire('check-ledger');
    advanceClock(secondsPerDay);
    await change('DELETE FROM money_checks');
    await fire('check-ledger');
    const fees = (id: number) =>
      row(
        `SELECT sum(b.amount_cents) AS cents FROM payment_bookings b JOIN payments p ON p.id = b.payment_id AND p.user_id = ? WHERE b.kind = 'fee'`,
        id,
      );
    expect(await fees(member.id)).toEqual({ cents: -Math.round(5_000 * 0.029) - 30 });
    const day = (await row<{ day: string }>("SELECT date(paid_at, 'unixepoch') AS day FROM payments WHERE user_id = ?", member.id))?.day;
    await change("UPDATE payment_bookings SET amount_cents = amount_cents - 100 WHERE kind = 'refund' AND source LIKE 're_%'");
    expect(await moneyDifferences()).toEqual(expect.arrayContaining([expect.stringContaining(`Refunds of ${day} vs. Stripe`)]));
    await change("UPDATE payment_bookings SET amount_cents = amount_cents + 100 WHERE kind = 'refund' AND source LIKE 're_%'");
    await change('UPDATE stripe_days SET payment_cents = payment_cents + 1 WHERE day = ?', day ?? '');
    expect(await moneyDifferences()).toEqual([expect.stringContaining(`Payments of ${day} vs. Stripe`)]);
    await change('UPDATE stripe_days SET payment_cents = payment_cents - 1 WHERE day = ?', day ?? '');
    expect(await moneyDifferences()).toEqual([]);
  });

  test('shows no day as compared until the first whole day was', async () => {
    await change("DELETE FROM job_progress WHERE job LIKE 'compare-stripe%'");
    await change('DELETE FROM stripe_days');
    await change('DELETE FROM money_checks');
    await fire('check-ledger');
    admin = await newAdmin();
    expect((await moneyOf()).comparedThrough).toBeNull();
    const firstDay = new Date().toISOString().slice(0, 10);
    advanceClock(secondsPerDay);
    await change('DELETE FROM money_checks');
    await fire('check-ledger');
    admin = await newAdmin();
    expect((await moneyOf()).comparedThrough).toBe(firstDay);
  });

  test('continues with the next run if Stripe cannot be reached, and shows the last day compared', { tags: 'long' }, async () => {
    await fire('check-ledger');
    admin = await newAdmin();
    const before = (await moneyOf()).comparedThrough;
    advanceClock(2 * secondsPerDay);
    const fetchNow = globalThis.fetch;
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
      String(input instanceof Request ? input.url : input).includes('balance_transactions')
        ? Promise.reject(new Error('unreachable'))
        : fetchNow(input, init),
    );
    await fire('check-ledger');
    vi.mocked(globalThis.fetch).mockRestore();
    admin = await newAdmin();
    expect((await moneyOf()).comparedThrough).toBe(before);
    await fire('check-ledger');
    const yesterday = new Date((now() - secondsPerDay) * 1_000).toISOString().slice(0, 10);
    expect((await moneyOf()).comparedThrough).toBe(yesterday);
  });
});
