/**
 * Lines that are no longer payable are removed from their payout run, either immediately or at the run's next step. Product rules: Payout
 * runs.
 * @module-tag long
 */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RunDetails, RunLine } from '#schema/payouts/admin-payout-runs.ts';
import { readCsv } from '#tests/support/admin/read-csv.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { reinstate, suspend } from '#tests/worker/support/accounts/suspended.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { auditOf } from '#tests/worker/support/admin/audit-log.ts';
import { change, expectError, row } from '#tests/worker/support/client.ts';
import { owedChest, owedCommission, owedReversal, payoutQueueRow } from '#tests/worker/support/payouts/owed.ts';
import { frozenRun, linesOf, payee, runsPath, takeStep } from '#tests/worker/support/payouts/payout-run-steps.ts';
import { decide, undoDecision } from '#tests/worker/support/reviews/deciding.ts';
import { endedMonthsSince } from '#worker/domain/chests/chests.ts';
import { monthStart } from '#worker/domain/chests/months.ts';
import type { Env } from '#worker/env.ts';
import { secureAccount } from '#worker/store/accounts/secure-account.ts';
import { hasEarnings } from '#worker/store/accounts/users.ts';
import { reopenStatements } from '#worker/store/chests/chest-openings.ts';
import { changeStatements } from '#worker/store/memberships/money-writes.ts';
import { batch } from '#worker/store/sql.ts';
import { createStore } from '#worker/store/store.ts';

let ada: TestAdmin;
let ben: TestAdmin;
beforeEach(async () => {
  // Marks pending earnings left over from other tests as paid.
  await change("UPDATE referral_commissions SET status = 'paid' WHERE status = 'pending'");
  await change("UPDATE treasure_chest_payouts SET status = 'paid' WHERE status = 'pending'");
  [ada, ben] = [await newAdmin(), await newAdmin()];
});

interface Owed {
  id: number;
  commission: { id: number; friendId: number };
  chest: number;
}
type Cause = (owed: Owed) => Promise<unknown>;

const now = () => Math.floor(Date.now() / 1_000);
const store = () => createStore(env as unknown as Env);
const detailsOf = async (run: { id: number }) => (await ada.client.get<RunDetails>(`${runsPath}/${run.id}`)).body;
const file = async (run: { id: number }) => readCsv((await ada.client.get<string>(`${runsPath}/${run.id}/paypal.csv`)).body);
const reasonsOf = ({ out }: { out: RunLine[] }) => out.map(({ member, reason, outVersion }) => ({ id: member.id, reason, outVersion }));

/** Creates a frozen run that pays one member a commission and a chest, and another member $7. */
async function runOfTwo() {
  const [{ id }, other] = [await payee(), await payee()];
  const one: Owed = { id, commission: await owedCommission(id, 1_000), chest: await owedChest(id, '2026-08', 200) };
  await owedCommission(other.id, 700);
  return { one, other, run: await frozenRun(ada) };
}

async function decidePayout(list: 'commissions' | 'chests', id: number, decision: 'hold' | 'refuse') {
  const table = list === 'chests' ? 'treasure_chest_payouts' : 'referral_commissions';
  const { version } = (await row<{ version: number }>(`SELECT version FROM ${table} WHERE id = ?`, id)) ?? {};
  const answer = await ada.client.post(`/api/admin/payouts/${list}/${id}/${decision}`, { version, reason: 'Same person' });
  expect(answer.status).toBe(200);
}

/** Refunds a friend's payment after its commission was paid out. */
async function refundCommission({ id }: Owed) {
  const { friendId } = await owedCommission(id, 500, { status: 'paid' });
  const { snapshot } = await store().money.load({ userId: friendId });
  if (!snapshot?.account.referral) throw new Error('The friend brought no commission');
  const after = { ...snapshot.account, referral: { ...snapshot.account.referral, reversal: 'pending' as const } };
  await batch(env.DB, changeStatements(snapshot, after, now()));
  expect(await row('SELECT count(*) AS n FROM referral_commissions WHERE referrer_id = ? AND amount_cents = -500', id)).toEqual({ n: 1 });
}

async function undoAddressChange({ id }: Owed) {
  const alert = { tokenHash: 'undo', createdAt: 1 };
  await batch(env.DB, secureAccount('email_change_undone', id, now(), { alert }).statements);
  expect(await row('SELECT email FROM payout_addresses WHERE user_id = ?', id)).toEqual({ email: null });
}

async function resetPassword({ id }: Owed) {
  await change('UPDATE payout_addresses SET confirmed_at = ? WHERE user_id = ?', now(), id);
  await batch(env.DB, secureAccount('reset', id, now()).statements);
}

async function repeatDeletion({ id }: Owed) {
  const { createdAt } = (await row<{ createdAt: number }>('SELECT created_at AS "createdAt" FROM users WHERE id = ?', id)) ?? {};
  expect(await store().deletion.repeat({ userId: id, createdAt: createdAt ?? 0 }, now(), now())).toBe(true);
}

/** Recomputes the chest for a month in which the member has no keys, so no chest opens. */
async function recomputeChest({ id }: Owed) {
  await change("INSERT INTO chest_months (month, started_at) VALUES ('2026-08', 1) ON CONFLICT DO NOTHING");
  await batch(env.DB, reopenStatements([{ userId: id, since: monthStart('2026-08') }], now()));
}

async function recomputeMonth() {
  await change(
    "INSERT INTO chest_months (month, started_at) VALUES ('2026-08', 1) ON CONFLICT (month) DO UPDATE SET last_user_id = 0, finished_at = NULL",
  );
  const [month] = endedMonthsSince(monthStart('2026-08'), now());
  if (!month) throw new Error('The month has not ended');
  while (!(await store().chests.openSome(month, now())));
}

describe('a line leaves its payout run at once', () => {
  test.each<[happens: string, reason: string, Cause]>([
    ['the member asks for the deletion of their account', 'left', repeatDeletion],
    ['the member is suspended', 'suspended', ({ id }) => suspend(ada, id)],
    ['an e-mail change is undone together with a PayPal address added since', 'address_changed', undoAddressChange],
    ['a password reset removes a recent PayPal address', 'address_changed', resetPassword],
    ['a commission is held', 'held', ({ commission }) => decidePayout('commissions', commission.id, 'hold')],
    ['a commission is refused', 'taken_back', ({ commission }) => decidePayout('commissions', commission.id, 'refuse')],
    ['a chest is held', 'held', ({ chest }) => decidePayout('chests', chest, 'hold')],
    ['a chest is refused', 'taken_back', ({ chest }) => decidePayout('chests', chest, 'refuse')],
    ['a chest no longer opens', 'taken_back', recomputeChest],
    ['the job recomputes a month, and a chest no longer opens', 'taken_back', recomputeMonth],
    ['a commission that was already paid is refunded', 'taken_back', refundCommission],
  ])('when %s', async (_, reason, happens) => {
    const { one, other, run } = await runOfTwo();
    const approved = (await takeStep(ben, 'approve', run)).body;
    await happens(one);
    const changed = await detailsOf(run);
    expect(changed).toMatchObject({ lines: 1, totalCents: 700, outLines: 1, filesVersion: 2, version: approved.version + 1 });
    expect(reasonsOf(changed)).toEqual([{ id: one.id, reason, outVersion: 1 }]);
    expect(
      await row(
        'SELECT sum(e.is_live) AS live FROM payout_run_entries e JOIN payout_run_lines l ON l.id = e.line_id WHERE l.user_id = ?',
        one.id,
      ),
    ).toEqual({
      live: 0,
    });
    expectError(await takeStep(ada, 'pay', approved), 409, 'changed_meanwhile');
    expect((await takeStep(ada, 'pay', changed)).body).toMatchObject({ status: 'paid', paidLines: 1 });
    expect(await row('SELECT count(*) AS n FROM payouts WHERE user_id = ?', one.id)).toEqual({ n: 0 });
    expect(await row('SELECT amount_cents AS cents FROM payouts WHERE user_id = ?', other.id)).toEqual({ cents: 700 });
  });

  test('when a group decision holds a chest; undoing it recomputes later chests, too', async () => {
    const [{ id }, { id: second }] = [await payee('premium'), await payee()];
    await owedChest(id, '2026-08', 200);
    const first = await frozenRun(ada);
    const decision = await decide(ada, 'hold', [id, second]);
    expect(reasonsOf(await detailsOf(first))).toMatchObject([{ id, reason: 'held' }]);

    await owedChest(id, '2026-09', 600);
    const next = await frozenRun(ada);
    expect(next).toMatchObject({ lines: 1, totalCents: 600 });
    await change("INSERT INTO chest_months (month, started_at) VALUES ('2026-09', 1) ON CONFLICT DO NOTHING");
    await undoDecision(ada, decision);
    expect(reasonsOf(await detailsOf(next))).toMatchObject([{ id, reason: 'taken_back' }]);
  });

  test('when the return of a payment offsets the commission that it pays again', async () => {
    const { id } = await payee();
    const payRun = async () => (await takeStep(ada, 'pay', (await takeStep(ben, 'approve', await frozenRun(ada))).body)).body;
    const returnPayment = async (run: RunDetails) => {
      const [line] = await linesOf(ada, run.id);
      expect((await ada.client.post(`/api/admin/payouts/payments/${line?.paymentId}/return`, { reason: 'Closed' })).status).toBe(200);
    };
    const commission = await owedCommission(id, 1_000);
    const first = await payRun();
    await owedReversal(commission.id);
    await owedChest(id, '2026-08', 1_500);
    const second = await payRun();
    expect(second.totalCents).toBe(500);
    await returnPayment(first);
    const third = await frozenRun(ada);
    expect(third.totalCents).toBe(1_000);
    await returnPayment(second);
    expect(reasonsOf(await detailsOf(third))).toMatchObject([{ id, reason: 'taken_back' }]);
  });
});

/** Changes the database rows only, to simulate code that forgets to update the payout runs. */
const suspendRow: Cause = ({ id }) => change("UPDATE users SET suspended_at = 1, suspended_reason = 'x' WHERE id = ?", id);
const markLeaving: Cause = ({ id }) => change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', id);
const changeAddressRow: Cause = ({ id }) => change("UPDATE payout_addresses SET email = 'x@y.test' WHERE user_id = ?", id);
const setCommissionStatus =
  (status: string): Cause =>
  ({ commission }) =>
    change('UPDATE referral_commissions SET status = ? WHERE id = ?', status, commission.id);

describe('a line that no use case removed leaves its payout run', () => {
  const cases: [step: 'approved' | 'downloaded' | 'paid', reason: string, happens: string, Cause][] = [
    ...(['approved', 'downloaded', 'paid'] as const).flatMap((step): typeof cases => [
      [step, 'suspended', 'suspended', suspendRow],
      [step, 'left', 'left', markLeaving],
      [step, 'address_changed', 'another PayPal address', changeAddressRow],
    ]),
    [
      'paid',
      'address_changed',
      'an address on hold',
      ({ id }) => change('UPDATE payout_addresses SET held_until = ?2 WHERE user_id = ?1', id, now() + 999),
    ],
    ['paid', 'address_changed', 'no address', ({ id }) => change('DELETE FROM payout_addresses WHERE user_id = ?', id)],
    ['paid', 'held', 'a held commission', setCommissionStatus('held')],
    ['paid', 'taken_back', 'a reversed commission', setCommissionStatus('reversed')],
    [
      'paid',
      'taken_back',
      'a reversed chest',
      ({ chest }) => change("UPDATE treasure_chest_payouts SET status = 'reversed' WHERE id = ?", chest),
    ],
    ['paid', 'taken_back', 'a new reversal', async ({ id }) => owedReversal((await owedCommission(id, 500, { status: 'paid' })).id)],
    [
      'paid',
      'changed',
      'a chest that grew',
      ({ chest }) => change('UPDATE treasure_chest_payouts SET amount_cents = 600 WHERE id = ?', chest),
    ],
    ['paid', 'changed', 'a deleted commission', ({ commission }) => change('DELETE FROM referral_commissions WHERE id = ?', commission.id)],
    ['paid', 'changed', 'an already paid commission', setCommissionStatus('paid')],
  ];

  test.each(cases)('when the run is %s: reason %s, after %s', async (step, reason, _, happens) => {
    const { one, other, run } = await runOfTwo();
    const seen = step === 'approved' ? run : (await takeStep(ben, 'approve', run)).body;
    await happens(one);
    expect((await detailsOf(run)).outLines).toBe(0);
    if (step === 'approved') expectError(await takeStep(ben, 'approve', seen), 409, 'payout_run_shrunk');
    else if (step === 'paid') expectError(await takeStep(ada, 'pay', seen), 409, 'changed_meanwhile');
    else expect(await file(run)).toEqual([[`pay${other.id}@paypal.test`, '7.00', 'USD', expect.any(String), expect.any(String), 'PAYPAL']]);
    const changed = await detailsOf(run);
    expect(changed).toMatchObject({ lines: 1, totalCents: 700, outLines: 1, filesVersion: 2, version: seen.version + 1 });
    expect(reasonsOf(changed)).toEqual([{ id: one.id, reason, outVersion: 1 }]);
    expect((await auditOf('payout_run', run.id)).findLast(({ action }) => action !== 'payout_run.download')).toMatchObject({
      action: 'payout_run.recheck',
      after: { takenOut: [changed.out[0]?.id] },
    });
    const approved = step === 'approved' ? (await takeStep(ben, 'approve', changed)).body : changed;
    expect((await takeStep(ada, 'pay', approved)).body).toMatchObject({ status: 'paid', paidLines: 1, totalCents: 700 });
  });

  test('when the list of all lines is downloaded', async () => {
    const { one, run } = await runOfTwo();
    await suspendRow(one);
    const lines = readCsv((await ada.client.get<string>(`${runsPath}/${run.id}/lines.csv`)).body);
    expect(lines.map((cells) => cells.slice(-2))).toContainEqual(['out', 'suspended']);
  });
});

test('earnings during a suspension are not queued for payment; a suspension alone creates no queue entry', async () => {
  const { id } = await directMember();
  const earnings = () => row(`SELECT ${hasEarnings} FROM users u WHERE u.id = ?`, id);
  await suspend(ada, id);
  await reinstate(ada, id);
  await suspend(ada, id);
  expect(await earnings()).toEqual({ hasEarnings: 0 });
  await owedChest(id, '2026-08', 200);
  expect(await earnings()).toEqual({ hasEarnings: 1 });
  expect(await payoutQueueRow(id)).toMatchObject({ cents: 200, rank: 2 });
  await reinstate(ada, id);
  expect(await payoutQueueRow(id)).toMatchObject({ cents: 200, rank: 1 });
});
