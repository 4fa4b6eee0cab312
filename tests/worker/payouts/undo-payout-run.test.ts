/** Marking a payout run as paid can be undone for 15 minutes. Product rules: Payout runs. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { RunDetails } from '#schema/payouts/admin-payout-runs.ts';
import type { Payment } from '#schema/payouts/admin-payouts.ts';
import { payoutUndoSeconds, secondsPerMinute } from '#schema/rules.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { auditOf } from '#tests/worker/support/admin/audit-log.ts';
import { change, expectError, row } from '#tests/worker/support/client.ts';
import { envWith, FakeProvider, runDelivery } from '#tests/worker/support/messages/mail-delivery.ts';
import { earningsOf, owedChest, owedCommission, owedReversal, payoutQueueRow } from '#tests/worker/support/payouts/owed.ts';
import { continueRun, frozenRun, linesOf, payee, runsPath, takeStep } from '#tests/worker/support/payouts/payout-run-steps.ts';

let ada: TestAdmin;
let ben: TestAdmin;
beforeEach(async () => {
  await change("UPDATE referral_commissions SET status = 'paid' WHERE status = 'pending'");
  await change("UPDATE treasure_chest_payouts SET status = 'paid' WHERE status = 'pending'");
  await change("UPDATE outbox SET status = 'sent'");
  [ada, ben] = [await newAdmin(), await newAdmin()];
});

const details = async ({ id }: { id: number }) => (await ada.client.get<RunDetails>(`${runsPath}/${id}`)).body;
/** Pays two members in one run; the second has a commission, a netted reversal and a chest. */
async function paidRun() {
  const [one, two] = [await payee(), await payee()];
  const commission = await owedCommission(one.id, 1_000);
  await owedReversal((await owedCommission(two.id, 500, { status: 'paid' })).id);
  const other = await owedCommission(two.id, 2_000);
  const chest = await owedChest(two.id, '2026-10', 600);
  const approved = (await takeStep(ben, 'approve', await frozenRun(ada))).body;
  const run = (await takeStep(ada, 'pay', approved)).body;
  return { one, two, commission, other, chest, run };
}
/** Backdates the time when the run was marked as paid by the given number of minutes. */
async function minutesPass(runId: number, minutes: number) {
  const seconds = minutes * secondsPerMinute;
  await change('UPDATE payout_runs SET paid_at = paid_at - ?2 WHERE id = ?1', runId, seconds);
  for (const table of ['payouts', 'referral_commissions', 'treasure_chest_payouts'])
    await change(`UPDATE ${table} SET paid_at = paid_at - ?`, seconds);
  await change("UPDATE outbox SET next_attempt_at = next_attempt_at - ? WHERE status = 'queued'", seconds);
}
const paidMails = (userId: number) =>
  row<{ n: number }>("SELECT count(*) AS n FROM outbox WHERE template = 'payout_paid' AND user_id = ?", userId);
const money = (userId: number) =>
  row(
    `SELECT (SELECT group_concat(status || amount_cents) FROM (SELECT status, amount_cents FROM referral_commissions WHERE referrer_id = ?1 ORDER BY id)) AS commissions,
       (SELECT group_concat(status || amount_cents) FROM treasure_chest_payouts WHERE user_id = ?1) AS chests,
       (SELECT count(*) FROM payouts WHERE user_id = ?1 AND returned_at IS NULL) AS payments`,
    userId,
  );

test('undoing returns the run to approved, its amounts to unpaid, and deletes the waiting emails; it can be paid again', async () => {
  const { one, two, run } = await paidRun();
  expect(run).toMatchObject({ status: 'paid', paidLines: 2, totalCents: 3_100 });
  expect(Date.parse(run.undoUntil ?? '') - Date.parse(run.paidAt ?? '')).toBe(payoutUndoSeconds * 1_000);
  const undone = await takeStep(ada, 'undo', run);
  expect(undone.body).toMatchObject({
    status: 'approved',
    lines: 2,
    paidLines: 0,
    totalCents: 3_100,
    paidAt: null,
    paidBy: null,
    undoUntil: null,
  });
  expect(await money(one.id)).toEqual({ commissions: 'pending1000', chests: null, payments: 0 });
  expect(await money(two.id)).toEqual({ commissions: 'paid500,pending-500,pending2000', chests: 'pending600', payments: 0 });
  expect(await payoutQueueRow(two.id)).toMatchObject({ cents: 2_100, entries: 3 });
  expect((await linesOf(ada, run.id)).map(({ status, paymentId }) => [status, paymentId])).toEqual([
    ['in', null],
    ['in', null],
  ]);
  expect(await paidMails(one.id)).toEqual({ n: 0 });
  const audited = await auditOf('payout_run', run.id);
  expect(audited.at(-1)).toMatchObject({
    action: 'payout_run.undo',
    before: { status: 'paid', paidLines: 2 },
    after: { status: 'approved' },
  });

  const payments = (await ada.client.get<Payment[]>(`/api/admin/payouts/payments?member=${one.id}`)).body;
  expect(payments).toMatchObject([{ amountCents: 1_000, isUndone: true, returnedAt: expect.any(String) }]);

  const again = (await takeStep(ben, 'pay', undone.body)).body;
  expect(again).toMatchObject({ status: 'paid', paidLines: 2, paidBy: ben.email });
  expect(await money(two.id)).toEqual({ commissions: 'paid500,paid-500,paid2000', chests: 'paid600', payments: 1 });
  expect(await paidMails(one.id)).toEqual({ n: 1 });
});

test('members see “being paid” and get no email until the 15 minutes are over', async () => {
  const { one, run } = await paidRun();
  const provider = new FakeProvider();
  const { email } = (await row<{ email: string }>('SELECT email FROM users WHERE id = ?', one.id)) ?? { email: '' };
  await runDelivery(envWith(provider));
  expect(provider.to(email)).toEqual([]);
  const { summary, commissions } = await earningsOf(one);
  expect([summary.pending, summary.paid, commissions[0]?.status]).toEqual([10, 0, 'paying']);
  await minutesPass(run.id, 15);
  await runDelivery(envWith(provider));
  expect(provider.to(email).map(({ subject }) => subject)).toEqual(['We paid out your earnings']);
  const after = await earningsOf(one);
  expect([after.summary.pending, after.summary.paid, after.commissions[0]?.status]).toEqual([0, 10, 'paid']);
  expect((await details(run)).undoUntil).toBeNull();
  expectError(await takeStep(ada, 'undo', run), 409, 'payout_undo_late');
});

test('two administrators who undo at once undo it once', async () => {
  const { run } = await paidRun();
  const answers = await Promise.all([takeStep(ada, 'undo', run), takeStep(ben, 'undo', run)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await auditOf('payout_run', run.id)).filter(({ action }) => action === 'payout_run.undo')).toHaveLength(1);
});

test('a run whose payments are still being recorded can be undone, and records no more', async () => {
  const { run } = await paidRun();
  await change("UPDATE payout_runs SET status = 'paying' WHERE id = ?", run.id);
  const [undone] = await Promise.all([takeStep(ada, 'undo', run), ben.client.post(`${runsPath}/${run.id}/continue`)]);
  const { status, lines, paidLines } = await details(run);
  expect([status, lines, paidLines]).toEqual(undone.status === 200 ? ['approved', 2, 0] : ['paid', 2, 2]);
  if (status === 'approved') expect((await continueRun(ada, run.id)).paidLines).toBe(0);
});

describe('undoing is refused, changes nothing and says why', () => {
  test.each<[string, string, (paid: Awaited<ReturnType<typeof paidRun>>) => Promise<unknown>]>([
    [
      'a payment was returned',
      'payout_undo_returned',
      async ({ run }) => {
        const [line] = await linesOf(ada, run.id);
        await ada.client.post(`/api/admin/payouts/payments/${line?.paymentId}/return`, { reason: 'Unknown address' });
      },
    ],
    ['a commission was reversed', 'payout_undo_reversed', ({ commission }) => owedReversal(commission.id)],
    [
      'what a payment settled has changed',
      'payout_undo_changed',
      ({ chest }) => change('UPDATE treasure_chest_payouts SET amount_cents = 601 WHERE id = ?', chest),
    ],
    [
      'a member is in a newer run',
      'payout_undo_in_run',
      async ({ one }) => {
        await owedCommission(one.id, 700);
        await frozenRun(ada);
      },
    ],
    [
      'an email was sent',
      'payout_undo_late',
      ({ one }) => change("UPDATE outbox SET status = 'sending' WHERE template = 'payout_paid' AND user_id = ?", one.id),
    ],
    ['the run is approved but not paid', 'changed_meanwhile', ({ run }) => takeStep(ben, 'undo', run)],
  ])('because %s', async (_, code, happens) => {
    const paid = await paidRun();
    await happens(paid);
    const before = [await money(paid.one.id), await money(paid.two.id), await linesOf(ada, paid.run.id)];
    const run = await details(paid.run);
    expectError(await takeStep(ada, 'undo', run), 409, code);
    expect([await money(paid.one.id), await money(paid.two.id), await linesOf(ada, paid.run.id)]).toEqual(before);
  });

  test('by a stale page, an unknown run, or a plain administrator', async () => {
    const { run } = await paidRun();
    expectError(await takeStep(ada, 'undo', { ...run, version: run.version - 1 }), 409, 'changed_meanwhile');
    expectError(await takeStep(ada, 'undo', { id: 999_999, version: 1 }), 404, 'payout_run_not_found');
    expectError(await takeStep(await newAdmin('admin'), 'undo', run), 403, 'super_admin_only');
  });
});

test('returning a payment within the 15 minutes replaces the email about it', async () => {
  const { one, run } = await paidRun();
  const line = (await linesOf(ada, run.id)).find(({ member }) => member.id === one.id);
  await ada.client.post(`/api/admin/payouts/payments/${line?.paymentId}/return`, { reason: 'Unknown address' });
  expect(await paidMails(one.id)).toEqual({ n: 0 });
  expect(await row("SELECT count(*) AS n FROM outbox WHERE template = 'payout_returned' AND user_id = ?", one.id)).toEqual({ n: 1 });
});

test('a member who is suspended in the meantime is removed from the run by the undo', async () => {
  const { one, run } = await paidRun();
  await change("UPDATE users SET suspended_at = 1, suspended_reason = 'x' WHERE id = ?", one.id);
  expect((await takeStep(ada, 'undo', run)).body).toMatchObject({ status: 'approved', lines: 1, outLines: 1, totalCents: 2_100 });
});

test('a commission whose friend disputed the payment in the meantime is on hold after the undo, and leaves the run', async () => {
  const { one, commission, run } = await paidRun();
  await change(
    `INSERT INTO orders (reference, user_id, kind, tier, amount_cents, status, created_at, expires_at) VALUES ('disputed', ?, 'membership', 'basic', 6000, 'paid', 1, 9)`,
    commission.friendId,
  );
  await change(
    `INSERT INTO payments (user_id, order_id, stripe_payment_intent_id, amount_cents, currency, dispute_status, description, paid_at)
     SELECT user_id, id, 'pi_disputed', 6000, 'usd', 'open', 'Basic', 1 FROM orders WHERE reference = 'disputed'`,
  );
  await change(
    "UPDATE referral_commissions SET order_id = (SELECT id FROM orders WHERE reference = 'disputed') WHERE id = ?",
    commission.id,
  );
  expect((await takeStep(ada, 'undo', run)).body).toMatchObject({ status: 'approved', lines: 1, outLines: 1, totalCents: 2_100 });
  expect(await money(one.id)).toMatchObject({ commissions: 'held1000' });
  expect(await row('SELECT held_reason AS why FROM referral_commissions WHERE id = ?', commission.id)).toEqual({ why: 'dispute' });
});

describe('each step of a run above $1,000', () => {
  test('requires the typed total', async () => {
    await owedCommission((await payee()).id, 100_001);
    const run = await frozenRun(ada);
    const { id, version } = run;
    for (const step of ['approve', 'cancel'] as const) {
      const refusal = expectError(await takeStep(ben, step, { id, version }), 400, 'payout_total_differs');
      expect(refusal.fields).toEqual({ total: 'Please type the total of this payout run: $1000.01.' });
      expectError(await takeStep(ben, step, { id, version, totalCents: 100_000 }), 400, 'payout_total_differs');
    }
    const approved = (await takeStep(ben, 'approve', run)).body;
    expectError(await takeStep(ben, 'pay', { id, version: approved.version }), 400, 'payout_total_differs');
    expect((await takeStep(ben, 'pay', approved)).body.status).toBe('paid');
  });
});

test('a run shows who last downloaded which PayPal file', async () => {
  await owedCommission((await payee()).id, 1_000);
  const frozen = await frozenRun(ada);
  expect(frozen.downloads).toEqual([]);
  const approved = (await takeStep(ben, 'approve', frozen)).body;
  expect(approved.downloads).toEqual([]);
  for (const { client } of [ada, ben]) await client.get(`${runsPath}/${frozen.id}/paypal.csv`);
  expect((await details(frozen)).downloads).toEqual([{ part: 1, filesVersion: 1, at: expect.any(String), by: ben.email }]);
});
