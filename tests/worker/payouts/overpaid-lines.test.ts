/** Overpayments through PayPal, which happen when a line is removed from its run or its amount is changed. Product rules: Payout runs. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { RunDetails } from '#schema/payouts/admin-payout-runs.ts';
import type { DuePayout, Payee, PayResponse } from '#schema/payouts/admin-payouts.ts';
import { suspend } from '#tests/worker/support/accounts/suspended.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { moneyDifferences } from '#tests/worker/support/admin/money-check.ts';
import { change, expectError, row } from '#tests/worker/support/client.ts';
import { earningsOf, owedCommission, payoutQueueRow } from '#tests/worker/support/payouts/owed.ts';
import { begin, continueRun, frozenRun, linesOf, payee, runsPath, takeStep } from '#tests/worker/support/payouts/payout-run-steps.ts';

const path = '/api/admin/payouts';
let ada: TestAdmin;
let ben: TestAdmin;
beforeEach(async () => {
  await change('UPDATE payout_addresses SET email = NULL');
  [ada, ben] = [await newAdmin(), await newAdmin()];
});

const approvedRun = async () => (await takeStep(ben, 'approve', await frozenRun(ada))).body;
const file = (run: RunDetails) => ada.client.get<string>(`${runsPath}/${run.id}/paypal.csv?part=1`);
const recordAsSent = (run: { id: number }, line: { id: number }) =>
  ada.client.post<RunDetails>(`${runsPath}/${run.id}/lines/${line.id}/sent`);

async function runWithRemovedLine(happens: (id: number) => Promise<unknown>) {
  const [one, other] = [await payee(), await payee()];
  await owedCommission(one.id, 1_000);
  await owedCommission(other.id, 700);
  const approved = await approvedRun();
  await happens(one.id);
  await file(approved);
  const { body: run } = await ada.client.get<RunDetails>(`${runsPath}/${approved.id}`);
  return { one, line: run.out[0] ?? { id: 0 }, run: (await takeStep(ada, 'pay', run)).body };
}

const nextRun = async (id: number) => {
  const { body, status } = await begin(ada);
  if (status !== 201) return undefined;
  await continueRun(ada, body.id);
  return (await linesOf(ada, body.id)).find(({ member }) => member.id === id)?.amountCents;
};

describe('a line that PayPal paid although it had been taken out of the run', () => {
  test.each([
    [
      'reversed',
      (id: number) => change("UPDATE referral_commissions SET status = 'reversed', version = version + 1 WHERE referrer_id = ?", id),
    ],
    [
      'paid another way',
      async (id: number) => {
        await suspend(ada, id);
        const [due] = (await ada.client.get<Payee[]>(`${path}/due?members=${id}`)).body;
        await ada.client.post(
          `${path}/payments`,
          { reference: 'PO-9', members: [{ id, version: due?.version, sentCents: 1_000 }] },
          { 'Idempotency-Key': crypto.randomUUID() },
        );
      },
    ],
  ])('is recorded with a surplus that the next payout deducts, if its amount was %s', async (_, happens) => {
    const { one, line, run } = await runWithRemovedLine(happens);
    expect((await recordAsSent(run, line)).body).toMatchObject({ lines: 2, totalCents: 1_700, paidLines: 2, outLines: 0 });
    expectError(await recordAsSent(run, line), 409, 'changed_meanwhile');
    expect(
      await row('SELECT amount_cents AS cents, surplus_cents AS surplus, entries FROM payouts WHERE request LIKE ?', `line:${line.id}:%`),
    ).toEqual({
      cents: 1_000,
      surplus: 1_000,
      entries: 1,
    });
    expect(await row(`SELECT "after" FROM audit_log WHERE action = 'payout.pay' AND user_id = ? ORDER BY id DESC`, one.id)).toEqual({
      after: expect.stringContaining('"surplusCents":1000'),
    });
    await change('UPDATE users SET suspended_at = NULL, suspended_reason = NULL WHERE id = ?', one.id);
    await change('UPDATE payout_queue SET is_withheld = 0, version = version + 1 WHERE id = ?', one.id);
    expect(await payoutQueueRow(one.id)).toMatchObject({ cents: -1_000, entries: 1, rank: 2 });
    expect(await moneyDifferences()).toEqual([]);
    await owedCommission(one.id, 700);
    expect(await nextRun(one.id)).toBeUndefined();
    await owedCommission(one.id, 900);
    expect(await nextRun(one.id)).toBe(600);
    expect(await moneyDifferences()).toEqual([]);
  });

  test('settles the rows that are still owed, and takes the member out of a later run', async () => {
    const { one, line, run } = await runWithRemovedLine((id) =>
      change("UPDATE payout_addresses SET email = 'x@y.test' WHERE user_id = ?", id),
    );
    await owedCommission(one.id, 300);
    const later = await frozenRun(ada);
    expect((await linesOf(ada, later.id)).find(({ member }) => member.id === one.id)?.amountCents).toBe(1_300);
    expect((await recordAsSent(run, line)).status).toBe(200);
    expect((await ada.client.get<RunDetails>(`${runsPath}/${later.id}`)).body.out).toMatchObject([{ reason: 'changed' }]);
    expect(await payoutQueueRow(one.id)).toMatchObject({ cents: 300, entries: 1 });
    expect(await moneyDifferences()).toEqual([]);
  });

  test('a run that was canceled after its file was paid is recorded line by line', async () => {
    const one = await payee();
    await owedCommission(one.id, 1_000);
    const approved = await approvedRun();
    await file(approved);
    const { body: cancelled } = await takeStep(ada, 'cancel', approved);
    const line = (await linesOf(ada, cancelled.id)).find(({ member }) => member.id === one.id) ?? { id: 0 };
    expect((await recordAsSent(cancelled, line)).body).toMatchObject({ status: 'cancelled', paidLines: 1 });
    expect(await payoutQueueRow(one.id)).toMatchObject({ cents: 0, entries: 0 });
    expect(await moneyDifferences()).toEqual([]);
  });

  test('members see the overpayment explained, and earn the same in total', async () => {
    const { one, line, run } = await runWithRemovedLine((id) =>
      change("UPDATE referral_commissions SET status = 'reversed', version = version + 1 WHERE referrer_id = ?", id),
    );
    await recordAsSent(run, line);
    const reference = `CC-${run.id}-${line.id}`;
    const { summary, surpluses } = await earningsOf(one);
    expect(summary).toEqual({ commissions: 0, treasureChests: 0, pending: -10, paid: 10, grandTotal: 0 });
    expect(surpluses).toMatchObject([{ amount: 10, reference }]);
    const [due] = (await ada.client.get<DuePayout[]>(`${path}/due?members=${one.id}`)).body;
    expect(due).toMatchObject({ state: 'carried_over', netCents: -1_000, rows: [{ kind: 'surplus', amountCents: -1_000 }] });
    // If PayPal returns the payment after all, nothing is left to deduct.
    const payment = await row<{ id: number }>('SELECT id FROM payouts WHERE user_id = ?', one.id);
    await ada.client.post(`${path}/payments/${payment?.id}/return`, { reason: 'Unknown address' });
    expect(await payoutQueueRow(one.id)).toMatchObject({ cents: 0, entries: 0 });
    expect(await moneyDifferences()).toEqual([]);
  });
});

test('a single payment that was sent before the amount changed is recorded as it was sent', async () => {
  const member = await payee();
  const commission = await owedCommission(member.id, 1_000);
  await owedCommission(member.id, 200);
  const [due] = (await ada.client.get<Payee[]>(`${path}/due?members=${member.id}`)).body;
  await change("UPDATE referral_commissions SET status = 'reversed', version = version + 1 WHERE id = ?", commission.id);
  const pay = (sentCents?: number) =>
    ada.client.post<PayResponse>(
      `${path}/payments`,
      { reference: 'PO-77', members: [{ id: member.id, version: due?.version, ...(sentCents && { sentCents }) }] },
      { 'Idempotency-Key': crypto.randomUUID() },
    );
  expect((await pay()).body).toMatchObject({ paid: [], changed: [{ id: member.id }] });
  expect((await pay(1_200)).body).toMatchObject({ totalCents: 1_200, changed: [] });
  expect(await payoutQueueRow(member.id)).toMatchObject({ cents: -1_000, entries: 1 });
  expectError(await pay(0.5), 400, 'invalid_input');
  expect(await moneyDifferences()).toEqual([]);
});
