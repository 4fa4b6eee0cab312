/** A payment that would reach the year's tax threshold waits for a tax form. Product rules: Payout runs. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RunDetails, RunPreview } from '#schema/payouts/admin-payout-runs.ts';
import type { DuePayout, PayResponse } from '#schema/payouts/admin-payouts.ts';
import { getTaxFormThresholdCents } from '#schema/payouts/tax-year.ts';
import { readCsv } from '#tests/support/admin/read-csv.ts';
import type { DirectMember } from '#tests/worker/support/accounts/direct-member.ts';
import { erasedAt, week } from '#tests/worker/support/accounts/erasing.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { auditOf } from '#tests/worker/support/admin/audit-log.ts';
import { change, expectError, row, setClock } from '#tests/worker/support/client.ts';
import { runJob } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { owedCommission } from '#tests/worker/support/payouts/owed.ts';
import { begin, continueRun, frozenRun, linesOf, payee, runsPath, takeStep } from '#tests/worker/support/payouts/payout-run-steps.ts';

const path = '/api/admin/payouts';
let ada: TestAdmin;
let ben: TestAdmin;

async function startIn(time: string): Promise<void> {
  setClock(time);
  await change("UPDATE referral_commissions SET status = 'paid' WHERE status = 'pending'");
  [ada, ben] = [await newAdmin(), await newAdmin()];
}
beforeEach(() => startIn('2026-03-02T12:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const due = async (...members: DirectMember[]) =>
  (await ada.client.get<DuePayout[]>(`${path}/due?members=${members.map(({ id }) => id).join(',')}`)).body;
const versions = async (...members: DirectMember[]) => (await due(...members)).map(({ id, version }) => ({ id, version }));
const pay = (members: { id: number; version: number }[], key = crypto.randomUUID(), body = {}) =>
  ada.client.post<PayResponse>(`${path}/payments`, { reference: 'PO', members, ...body }, { 'Idempotency-Key': key });
const paidTo = async ({ id }: DirectMember) =>
  (await row<{ cents: number }>('SELECT coalesce(sum(amount_cents), 0) AS cents FROM payouts WHERE user_id = ?', id))?.cents;
const paidBefore = ({ id }: DirectMember, cents: number, paidAt: string) =>
  change(
    `INSERT INTO payouts (user_id, amount_cents, entries, reference, request, paid_at) VALUES (?1, ?2, 1, 'x', 'x' || ?1, ?3)`,
    id,
    cents,
    Date.parse(paidAt) / 1_000,
  );
/** Returns the members' rows of the yearly export. */
async function yearOf(...members: DirectMember[]): Promise<string[][]> {
  const years = readCsv((await ada.client.get<string>(`${path}/years/export.csv?year=2026`)).body.replace('\uFEFF', ''));
  return years.filter(([id]) => members.some((member) => id === String(member.id)));
}
const noteForm = (memberId: number) => ada.client.post(`${path}/tax-forms`, { memberId, kind: 'W-9', receivedOn: '2026-03-01' });
const preview = async () => (await ada.client.get<RunPreview>(`${runsPath}/preview?scope=all`)).body;

describe('the payment that would reach the tax threshold of the year', () => {
  test.each([
    ['2025', 60_000],
    ['2026', 200_000],
    ['2027', 200_000],
  ])('is refused without a tax form, singly and with others, and nothing is paid (%s)', async (year, threshold) => {
    expect(getTaxFormThresholdCents(Number(year))).toBe(threshold);
    await startIn(`${year}-06-01T12:00:00Z`);
    const [crossing, below] = [await payee(), await payee()];
    await paidBefore(crossing, threshold - 1_000, `${year}-02-01T00:00:00Z`);
    await paidBefore(below, threshold - 1_001, `${year}-02-01T00:00:00Z`);
    for (const { id } of [crossing, below]) await owedCommission(id, 1_000);
    expect((await due(crossing, below)).map(({ state }) => state)).toEqual(['tax_form', 'to_pay']);
    expectError(await pay(await versions(crossing)), 409, 'payouts_tax_form');
    const key = crypto.randomUUID();
    expectError(await pay(await versions(below, crossing), key), 409, 'payouts_tax_form');
    expect([await paidTo(crossing), await paidTo(below)]).toEqual([threshold - 1_000, threshold - 1_001]);
    // A rejected payment does not use up its idempotency key.
    expect((await pay(await versions(below), key)).body).toMatchObject({ totalCents: 1_000, changed: [] });
    expect((await noteForm(crossing.id)).status).toBe(200);
    expect((await pay(await versions(crossing))).body).toMatchObject({ totalCents: 1_000 });
  });

  test('is refused to all of many parallel requests', async () => {
    const member = await payee();
    await owedCommission(member.id, 200_000);
    const members = await versions(member);
    for (const response of await Promise.all(Array.from({ length: 5 }, () => pay(members)))) expectError(response, 409, 'payouts_tax_form');
    expect(await paidTo(member)).toBe(0);
  });

  test('counts the calendar year in UTC only, without returned payments', async () => {
    const member = await payee();
    await owedCommission(member.id, 1_000);
    await paidBefore(member, 199_999, '2025-12-31T23:59:59Z');
    expect((await due(member))[0]?.state).toBe('to_pay');
    await change("UPDATE payouts SET paid_at = strftime('%s', '2026-01-01') WHERE user_id = ?", member.id);
    expect((await due(member))[0]?.state).toBe('tax_form');
    await change('UPDATE payouts SET returned_at = paid_at WHERE user_id = ?', member.id);
    expect((await due(member))[0]?.state).toBe('to_pay');
  });

  test('can still be recorded if it was sent before a restore', async () => {
    const member = await payee();
    await owedCommission(member.id, 200_000);
    await change('INSERT INTO database_restores (restored_to, begun_at) VALUES (1, 2)');
    expect((await pay(await versions(member), crypto.randomUUID(), { wasSentBefore: true })).body).toMatchObject({ totalCents: 200_000 });
    await change('DELETE FROM database_restores');
  });

  test('is left out when a payout run starts', async () => {
    const [crossing, other] = [await payee(), await payee()];
    await owedCommission(crossing.id, 200_000);
    expectError(await begin(ada), 409, 'no_payable_members');
    await owedCommission(other.id, 700);
    expect(await preview()).toMatchObject({ members: 1, excluded: [{ reason: 'tax_form', members: 1, cents: 200_000 }] });
    const run = await frozenRun(ada);
    expect((await linesOf(ada, run.id)).map(({ member }) => member.id)).toEqual([other.id]);
  });

  test.each(['approved', 'downloaded', 'paid'] as const)('leaves its payout run when the run is %s', async (step) => {
    const [crossing, other] = [await payee(), await payee()];
    await owedCommission(crossing.id, 1_000);
    await owedCommission(other.id, 700);
    const frozen = await frozenRun(ada);
    const run = step === 'approved' ? frozen : (await takeStep(ben, 'approve', frozen)).body;
    await paidBefore(crossing, 199_000, '2026-02-01T00:00:00Z');
    if (step === 'approved') expectError(await takeStep(ben, 'approve', run), 409, 'payout_run_shrunk');
    else if (step === 'paid') expectError(await takeStep(ada, 'pay', run), 409, 'changed_meanwhile');
    else {
      const file = readCsv((await ada.client.get<string>(`${runsPath}/${run.id}/paypal.csv?part=1`)).body);
      expect(file.map(([address]) => address)).toEqual([`pay${other.id}@paypal.test`]);
    }
    const { out, lines } = (await ada.client.get<RunDetails>(`${runsPath}/${run.id}`)).body;
    expect(lines).toBe(1);
    expect(out.map(({ member, reason }) => [member.id, reason])).toEqual([[crossing.id, 'tax_form']]);
  });
});

describe('the threshold is counted per payee', () => {
  const setAddress = ({ id }: DirectMember, email: string) =>
    change('UPDATE payout_addresses SET email = ?2 WHERE user_id = ?1', id, email);
  /** Creates two members whose PayPal addresses are aliases of one mailbox. */
  async function aliases(): Promise<[DirectMember, DirectMember]> {
    const [one, other] = [await payee(), await payee()];
    await setAddress(one, `pay.ee${one.id}+cards@gmail.com`);
    await setAddress(other, `Payee${one.id}@googlemail.com`);
    return [one, other];
  }

  test('over all accounts with one mailbox at PayPal, for which one tax form is enough', async () => {
    const [one, other] = await aliases();
    await paidBefore(one, 199_000, '2026-02-01T00:00:00Z');
    await owedCommission(other.id, 1_000);
    expect((await due(other))[0]?.state).toBe('tax_form');
    expectError(await pay(await versions(other)), 409, 'payouts_tax_form');
    expect(await preview()).toMatchObject({ members: 0, excluded: [{ reason: 'tax_form', members: 1, cents: 1_000 }] });
    await noteForm(one.id);
    expect((await pay(await versions(other))).body).toMatchObject({ totalCents: 1_000 });
    expect((await yearOf(one, other)).map((cells) => cells.slice(3, 5))).toEqual([
      ['1990.00', '2000.00'],
      ['10.00', '2000.00'],
    ]);
  });

  test('also after the address to which a run paid was changed', async () => {
    const [one, other] = await aliases();
    await owedCommission(one.id, 199_000);
    const paid = await takeStep(ada, 'pay', (await takeStep(ben, 'approve', await frozenRun(ada))).body);
    expect((await continueRun(ada, paid.body.id)).status).toBe('paid');
    await setAddress(one, 'elsewhere@paypal.test');
    await owedCommission(other.id, 1_000);
    await owedCommission(one.id, 1_000);
    expect((await due(one, other)).map(({ state }) => state)).toEqual(['tax_form', 'tax_form']);
  });

  test('also after the address to which a single payment went was changed', async () => {
    const [one, other] = await aliases();
    await runJob();
    await owedCommission(one.id, 199_000);
    expect((await pay(await versions(one))).status).toBe(200);
    await change("UPDATE payout_addresses SET email = 'another@paypal.test', mailbox_hash = NULL WHERE user_id = ?", one.id);
    await runJob();
    for (const { id } of [one, other]) await owedCommission(id, 1_000);
    expect((await due(one, other)).map(({ state }) => state)).toEqual(['tax_form', 'tax_form']);
    expect((await yearOf(one, other)).map((cells) => cells.slice(3, 5))).toEqual([['1990.00', '1990.00']]);
  });

  test.each([
    'single',
    'run',
  ] as const)('also after the account that got a %s payment was erased, until the end of the next year', async (kind) => {
    const [one, other] = await aliases();
    await runJob();
    await owedCommission(one.id, 199_000);
    if (kind === 'single') expect((await pay(await versions(one))).status).toBe(200);
    else {
      const paid = await takeStep(ada, 'pay', (await takeStep(ben, 'approve', await frozenRun(ada))).body);
      expect((await continueRun(ada, paid.body.id)).status).toBe('paid');
    }
    await change('UPDATE users SET deletion_requested_at = ?2 WHERE id = ?1', one.id, Math.floor(Date.now() / 1_000));
    week();
    await runJob();
    expect(await erasedAt(one.id)).not.toBeNull();
    ada = await newAdmin();
    await owedCommission(other.id, 900);
    expect((await due(other))[0]?.state).toBe('to_pay');
    expect((await pay(await versions(other))).status).toBe(200);
    await owedCommission(other.id, 1_000);
    expect((await due(other))[0]?.state).toBe('tax_form');
    expect((await yearOf(one, other)).map((cells) => cells.slice(3, 5))).toEqual([
      ['1990.00', '1999.00'],
      ['9.00', '1999.00'],
    ]);
    const hashes = () => row<{ n: number }>('SELECT count(mailbox_hash) AS n FROM payouts WHERE user_id IN (?, ?)', one.id, other.id);
    setClock('2027-12-31T12:00:00Z');
    await runJob();
    expect(await hashes()).toEqual({ n: 2 });
    setClock('2028-01-01T12:00:00Z');
    await runJob();
    expect(await hashes()).toEqual({ n: 0 });
  });

  test('over the members of one request, of which none is then paid', async () => {
    const pair = await aliases();
    for (const { id } of pair) await owedCommission(id, 100_000);
    expectError(await pay(await versions(...pair)), 409, 'payouts_tax_form');
    expect([await paidTo(pair[0]), await paidTo(pair[1])]).toEqual([0, 0]);
    expect((await pay(await versions(pair[0]))).body).toMatchObject({ totalCents: 100_000 });
    expectError(await pay(await versions(pair[1])), 409, 'payouts_tax_form');
  });

  test('over the lines of open runs, which the later line then leaves', async () => {
    const [one, other] = await aliases();
    await owedCommission(one.id, 100_000);
    await owedCommission(other.id, 100_000);
    const run = await frozenRun(ada);
    expectError(await takeStep(ben, 'approve', run), 409, 'payout_run_shrunk');
    const { out, lines } = (await ada.client.get<RunDetails>(`${runsPath}/${run.id}`)).body;
    expect([lines, out.map(({ reason }) => reason)]).toEqual([1, ['tax_form']]);
    expect((await due(one, other)).map(({ state }) => state).sort()).toEqual(['in_run', 'tax_form']);
  });
});

test('a recorded tax form is audited and exported with the year’s total', async () => {
  const member = await payee();
  await owedCommission(member.id, 200_000);
  expectError(await noteForm(999_999), 404, 'member_not_found');
  expect((await noteForm(member.id)).status).toBe(200);
  expect((await auditOf('user', member.id)).at(-1)).toMatchObject({
    action: 'tax_form.note',
    after: { kind: 'W-9', receivedOn: '2026-03-01' },
  });
  await takeStep(ada, 'pay', (await takeStep(ben, 'approve', await frozenRun(ada))).body);
  const exportYear = async (year: number) =>
    readCsv((await ada.client.get<string>(`${path}/years/export.csv?year=${year}`)).body.replace('\uFEFF', ''));
  expect((await exportYear(2026)).find(([id]) => id === String(member.id))).toEqual([
    ...[String(member.id), expect.any(String), expect.any(String)],
    ...['2000.00', '2000.00', '1', 'W-9', '2026-03-01'],
  ]);
  expect(await exportYear(2020)).toHaveLength(1);
});
