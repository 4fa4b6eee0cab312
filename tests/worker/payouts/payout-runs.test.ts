/** Payout runs, which pay many members in one batch. Product rules: Payout runs. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RunDetails, RunLine, RunPreview } from '#schema/payouts/admin-payout-runs.ts';
import type { Payee, PayResponse } from '#schema/payouts/admin-payouts.ts';
import { secondsPerDay } from '#schema/rules.ts';
import { readCsv } from '#tests/support/admin/read-csv.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { suspend } from '#tests/worker/support/accounts/suspended.ts';
import { newAdmin, type TestAdmin, withProof } from '#tests/worker/support/admin/administrators.ts';
import { auditOf } from '#tests/worker/support/admin/audit-log.ts';
import { change, expectError, row } from '#tests/worker/support/client.ts';
import { earningsOf, owedChest, owedCommission, owedReversal, payoutQueueRow } from '#tests/worker/support/payouts/owed.ts';
import { begin, continueRun, frozenRun, linesOf, payee, runsPath, takeStep } from '#tests/worker/support/payouts/payout-run-steps.ts';

const path = '/api/admin/payouts';
let ada: TestAdmin;
let ben: TestAdmin;
beforeEach(async () => {
  // Marks pending earnings left over from other tests in this file as paid.
  await change("UPDATE referral_commissions SET status = 'paid' WHERE status = 'pending'");
  await change("UPDATE treasure_chest_payouts SET status = 'paid' WHERE status = 'pending'");
  [ada, ben] = [await newAdmin(), await newAdmin()];
});

const now = () => Math.floor(Date.now() / 1_000);
const daysAgo = (days: number) => ({ at: now() - days * secondsPerDay });
const preview = async (query = 'scope=all') => (await ada.client.get<RunPreview>(`${runsPath}/preview?${query}`)).body;
const approvedRun = async () => (await takeStep(ben, 'approve', await frozenRun(ada))).body;
const file = async (run: RunDetails, part = 1) =>
  readCsv((await ada.client.get<string>(`${runsPath}/${run.id}/paypal.csv?part=${part}`)).body);
const statusOf = async (table: string, id: number) =>
  (await row<{ status: string }>(`SELECT status FROM ${table} WHERE id = ?`, id))?.status;

describe('a payout preview', () => {
  test('shows how many members are paid how much, and why others are not', async () => {
    const [paid, owing, suspended, changed, taxed] = [await payee(), await payee(), await payee(), await payee(), await payee()];
    const [addressless, held] = [await directMember(), await payee()];
    for (const { id } of [paid, suspended, changed, taxed, addressless]) await owedCommission(id, 1_000);
    await owedReversal((await owedCommission(owing.id, 2_000, { status: 'paid' })).id);
    await owedCommission(held.id, 700, { status: 'held', why: 'same_card' });
    await suspend(ada, suspended.id);
    await change('UPDATE payout_addresses SET held_until = ?2 WHERE user_id = ?1', changed.id, now() + 100);
    await change(
      `INSERT INTO payouts (user_id, amount_cents, entries, reference, request, paid_at) VALUES (?1, 199000, 1, 'x', 'x' || ?1, ?2)`,
      taxed.id,
      now(),
    );
    const { members, totalCents, excluded, waitsForComparison } = await preview();
    expect({ members, totalCents, waitsForComparison }).toEqual({ members: 1, totalCents: 1_000, waitsForComparison: false });
    expect(Object.fromEntries(excluded.map(({ reason, members, cents }) => [reason, [members, cents]]))).toEqual({
      suspended: [1, 1_000],
      address_held: [1, 1_000],
      tax_form: [1, 1_000],
      no_address: [1, 1_000],
      carried_over: [1, -2_000],
      held: [1, 700],
    });
    const run = await frozenRun(ada);
    expect((await linesOf(ada, run.id)).map(({ member, amountCents }) => [member.id, amountCents])).toEqual([[paid.id, 1_000]]);
    // Members without a PayPal address are emailed about the missing address only once.
    await takeStep(ada, 'cancel', run);
    await frozenRun(ada);
    const wanted = "SELECT count(*) AS mails FROM outbox WHERE template = 'payout_address_wanted' AND user_id = ?";
    expect(await row(wanted, addressless.id)).toEqual({ mails: 1 });
    expect(await row(wanted, paid.id)).toEqual({ mails: 0 });
  });

  test('selects one kind of earnings up to a date, and always includes reversals', async () => {
    const [one, premium] = [await payee(), await payee('premium')];
    await owedCommission(one.id, 2_000, daysAgo(30));
    await owedChest(one.id, '2026-09', 600, daysAgo(3));
    await owedReversal((await owedCommission(one.id, 1_000, { status: 'paid' })).id);
    await owedChest(premium.id, '2026-09', 200);
    const total = async (query: string) => {
      const { members, totalCents } = await preview(query);
      return [members, totalCents];
    };
    expect(await total('scope=all')).toEqual([2, 1_800]);
    expect(await total('scope=commissions')).toEqual([1, 1_000]);
    expect(await total('scope=chests')).toEqual([1, 200]);
    expect(await total('scope=premium')).toEqual([1, 200]);
    expect(await total('scope=overdue')).toEqual([1, 1_600]);
    const day = new Date((now() - 10 * secondsPerDay) * 1_000).toISOString().slice(0, 10);
    expect(await total(`scope=all&until=${day}`)).toEqual([1, 1_000]);
    for (const query of ['scope=some', 'scope=all&until=2026-13-40', 'scope=all&until=soon', ''])
      expectError(await ada.client.get(`${runsPath}/preview?${query}`), 400, 'invalid_input');
  });
});

describe('a payout run', () => {
  test('is created by one administrator, approved by another, paid as a whole and mailed, with files correct to the cent', async () => {
    const [one, other] = [await payee(), await payee('premium')];
    const commission = await owedCommission(one.id, 2_200);
    const chest = await owedChest(other.id, '2026-10', 605);
    const run = await frozenRun(ada);
    expect(run).toMatchObject({ status: 'frozen', lines: 2, totalCents: 2_805 });
    const { workerEnv } = ada.client;
    await withProof(ada);
    ada.client.workerEnv = { ...workerEnv, ENVIRONMENT: 'production' };
    expect((await ada.client.get<RunDetails>(`${runsPath}/${run.id}`)).body.isApprovable).toBe(false);
    expectError(await takeStep(ada, 'approve', run), 403, 'second_administrator');
    ada.client.workerEnv = workerEnv;
    await change('DELETE FROM admin_passkeys');
    expectError(await ada.client.get(`${runsPath}/${run.id}/paypal.csv`), 409, 'payout_run_not_approved');
    expectError(await takeStep(ben, 'pay', run), 409, 'changed_meanwhile');
    const approved = await takeStep(ben, 'approve', run);
    expect(approved.body).toMatchObject({ status: 'approved', approvedBy: ben.email });
    const lines = await linesOf(ada, run.id);
    expect(await file(run)).toEqual([
      [
        `pay${other.id}@paypal.test`,
        '6.05',
        'USD',
        lines.find(({ member }) => member.id === other.id)?.reference,
        'Cache Cards earnings',
        'PAYPAL',
      ],
      [
        `pay${one.id}@paypal.test`,
        '22.00',
        'USD',
        lines.find(({ member }) => member.id === one.id)?.reference,
        'Cache Cards earnings',
        'PAYPAL',
      ],
    ]);
    expectError(await ada.client.get(`${runsPath}/${run.id}/paypal.csv?part=2`), 404, 'payout_file_empty');
    const whole = readCsv((await ada.client.get<string>(`${runsPath}/${run.id}/lines.csv`)).body.replace('\uFEFF', ''));
    expect(whole[0]?.slice(0, 3)).toEqual(['Line', 'Reference', 'Member']);
    expect(whole.slice(1).reduce((sum, cells) => sum + Math.round(Number(cells[6]) * 100), 0)).toBe(2_805);
    const listLines = async (query: string) => (await ada.client.get<RunLine[]>(`${runsPath}/lines?run=${run.id}&${query}`)).body;
    expect((await listLines('sort=queue')).map(({ member }) => member.id)).toEqual([other.id, one.id]);
    expect(await listLines('sort=queue&status=paid')).toEqual([]);
    expect(await listLines('sort=queue&status=in')).toHaveLength(2);
    expectError(await ada.client.get(`${runsPath}/lines?status=in`), 400, 'invalid_input');
    const paid = await takeStep(ada, 'pay', approved.body);
    expect(await listLines('sort=queue&status=paid')).toHaveLength(2);
    expect(paid.body).toMatchObject({ status: 'paid', paidLines: 2, totalCents: 2_805 });
    expect(await statusOf('referral_commissions', commission.id)).toBe('paid');
    expect(await statusOf('treasure_chest_payouts', chest)).toBe('paid');
    expect((await earningsOf(one)).summary).toMatchObject({ pending: 22, paid: 0 });
    const mail = await row<{ payload: string }>("SELECT payload FROM outbox WHERE user_id = ? AND template = 'payout_paid'", one.id);
    expect(JSON.parse(mail?.payload ?? '')).toMatchObject({
      amountCents: '2200',
      reference: lines.find(({ member }) => member.id === one.id)?.reference,
    });
    expect((await auditOf('payout_run', run.id)).map(({ action }) => action)).toEqual([
      'payout_run.begin',
      'payout_run.collect',
      'payout_run.approve',
      'payout_run.download',
      'payout_run.pay',
      'payout_run.paid',
    ]);
    expectError(await takeStep(ada, 'pay', approved.body), 409, 'changed_meanwhile');
    expectError(await takeStep(ada, 'cancel', paid.body), 409, 'changed_meanwhile');
  });

  test('is returned again for its key; another request with the key, an empty run or an unknown run is rejected', async () => {
    expectError(await begin(ada), 409, 'no_payable_members');
    await owedCommission((await payee()).id, 1_000);
    const key = crypto.randomUUID();
    const [first, second] = await Promise.all([begin(ada, { key }), begin(ada, { key })]);
    expect(second?.body.id).toBe(first?.body.id);
    expectError(await begin(ada, { key, scope: 'chests' }), 409, 'idempotency_key_reused');
    expectError(await begin(ada, { key: 'no' }), 400, 'bad_idempotency_key');
    for (const step of ['approve', 'cancel', 'pay'] as const)
      expectError(await takeStep(ada, step, { id: 999_999, version: 1 }), 404, 'payout_run_not_found');
    expectError(await ada.client.get(`${runsPath}/999999`), 404, 'payout_run_not_found');
    expectError(await ada.client.post(`${runsPath}/999999/continue`), 404, 'payout_run_not_found');
  });

  test('pauses after a database restore; payments sent before are recorded', async () => {
    const member = await payee();
    await owedCommission(member.id, 1_000);
    const approved = await approvedRun();
    await change('INSERT INTO database_restores (restored_to, begun_at) VALUES (?1, ?1)', now() - 9);
    expectError(await takeStep(ada, 'pay', approved), 409, 'payouts_to_compare');
    await owedCommission((await payee()).id, 1_000);
    expectError(await begin(ada), 409, 'payouts_to_compare');
    const paid = await ada.client.post<RunDetails>(`${runsPath}/${approved.id}/pay`, { version: approved.version, wasSentBefore: true });
    expect(paid.body.status).toBe('paid');
    await change('UPDATE database_restores SET payouts_compared_at = 1');
  });

  test('that is canceled frees its lines for other runs', async () => {
    const member = await payee();
    await owedCommission(member.id, 1_000);
    const run = await approvedRun();
    expect((await takeStep(ada, 'cancel', run)).body.status).toBe('cancelled');
    expect((await frozenRun(ada)).totalCents).toBe(1_000);
  });

  test('that is canceled after its file was downloaded is audited with its total and emailed to the other super administrators', async () => {
    const mailsAbout = async ({ id }: { id: number }) =>
      (
        await env.DB.prepare(
          "SELECT to_address AS address, payload FROM outbox WHERE template = 'payout_run_canceled' AND payload ->> 'run' = ? ORDER BY id",
        )
          .bind(String(id))
          .all<{ address: string; payload: string }>()
      ).results.map(({ address, payload }) => ({ address, ...JSON.parse(payload) }));
    for (const isDownloaded of [false, true]) {
      await owedCommission((await payee()).id, 1_000);
      const run = await approvedRun();
      if (isDownloaded) await ada.client.get(`${runsPath}/${run.id}/paypal.csv?part=1`);
      expect((await takeStep(ada, 'cancel', run)).body.status).toBe('cancelled');
      const audited = `SELECT "after" FROM audit_log WHERE action = 'payout_run.cancel' AND entity_id = ?`;
      const after = JSON.parse((await row<{ after: string }>(audited, String(run.id)))?.after ?? '');
      expect(after).toEqual({ status: 'cancelled', totalCents: run.totalCents });
      const mails = await mailsAbout(run);
      expect(mails.filter(({ address }) => address === ada.email)).toEqual([]);
      expect(mails.filter(({ address }) => address === ben.email)).toMatchObject(
        isDownloaded ? [{ amountCents: String(run.totalCents), members: String(run.lines), sender: ada.email }] : [],
      );
    }
  });
});

describe('concurrent payouts', () => {
  test('put each row into only one of two runs', async () => {
    for (let n = 0; n < 6; n += 1) await owedCommission((await payee()).id, 1_000 + n);
    const [one, other] = [await begin(ada), await begin(ben)];
    const [a, b] = await Promise.all([
      continueRun(ada, one.body.id),
      continueRun(ben, other.body.id),
      continueRun(ben, one.body.id),
      continueRun(ada, other.body.id),
    ]);
    expect(a.lines + b.lines).toBe(6);
    expect(a.totalCents + b.totalCents).toBe(6_015);
    const rows = `SELECT count(*) AS entries, count(DISTINCT entry_id) AS one FROM payout_run_entries WHERE is_live = 1 AND line_id IN (SELECT id FROM payout_run_lines WHERE run_id IN (?1, ?2))`;
    expect(await row(rows, a.id, b.id)).toEqual({ entries: 6, one: 6 });
  });

  test('approve or cancel, and pay or cancel, exactly once', async () => {
    for (const steps of [
      ['approve', 'cancel'],
      ['pay', 'cancel'],
      ['pay', 'pay'],
    ] as const) {
      const member = await payee();
      const { id } = await owedCommission(member.id, 1_000);
      const run = steps[0] === 'approve' ? await frozenRun(ada) : await approvedRun();
      const answers = await Promise.all([takeStep(ben, steps[0], run), takeStep(ada, steps[1], run)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const { status } = (await ada.client.get<RunDetails>(`${runsPath}/${run.id}`)).body;
      expect(await statusOf('referral_commissions', id)).toBe(status === 'paid' ? 'paid' : 'pending');
      if (status === 'approved') await takeStep(ada, 'cancel', { id: run.id, version: run.version + 1 });
      await change("UPDATE referral_commissions SET status = 'paid' WHERE id = ? AND status = 'pending'", id);
    }
  });

  test('audit each payment once if a run is continued in parallel', async () => {
    const members = [await payee(), await payee()];
    for (const { id } of members) await owedCommission(id, 1_000);
    const { id } = await approvedRun();
    await change("UPDATE payout_runs SET status = 'paying', paid_at = ?2, paid_by_id = ?3 WHERE id = ?1", id, now(), ada.id);
    const answers = await Promise.all(Array.from({ length: 4 }, () => ada.client.post<RunDetails>(`${runsPath}/${id}/continue`)));
    expect(answers.map(({ status, body }) => [status, body.status, body.paidLines])).toEqual(Array(4).fill([200, 'paid', 2]));
    const audits = `SELECT count(*) AS audits, count(DISTINCT entity_id) AS payments FROM audit_log
      WHERE action = 'payout.pay' AND user_id IN (?1, ?2)`;
    expect(await row(audits, ...members.map((member) => member.id))).toEqual({ audits: 2, payments: 2 });
  });

  test('reject a single payment of a member in a run, and make that of others', async () => {
    const [inRun, free] = [await payee(), await directMember()];
    for (const { id } of [inRun, free]) await owedCommission(id, 1_000);
    const run = await frozenRun(ada);
    const due = (await ada.client.get<Payee[]>(`${path}/due?members=${inRun.id},${free.id}`)).body;
    expect(due.map(({ state, runId, address }) => ({ state, runId, address }))).toEqual([
      { state: 'in_run', runId: run.id, address: 'confirmed' },
      { state: 'to_pay', runId: null, address: 'none' },
    ]);
    const pay = (members: Payee[]) =>
      ada.client.post<PayResponse>(
        `${path}/payments`,
        { reference: 'PO', members: members.map(({ id, version }) => ({ id, version })) },
        { 'Idempotency-Key': crypto.randomUUID() },
      );
    expectError(await pay(due), 409, 'payouts_in_run');
    expect((await pay(due.slice(1))).body.totalCents).toBe(1_000);
    expect(await payoutQueueRow(inRun.id)).toMatchObject({ cents: 1_000 });
  });
});

describe('a member in an unpaid payout run', () => {
  describe('whose line was removed although PayPal paid it', () => {
    const recordAsSent = (run: { id: number }, line: { id: number }, by = ada) =>
      by.client.post<RunDetails>(`${runsPath}/${run.id}/lines/${line.id}/sent`);
    const runWithRemovedLine = async (happens: (id: number) => Promise<unknown>) => {
      const [one, other] = [await payee(), await payee()];
      const commission = await owedCommission(one.id, 1_000);
      await owedCommission(other.id, 700);
      const approved = await approvedRun();
      await happens(one.id);
      await file(approved);
      const { body: run } = await ada.client.get<RunDetails>(`${runsPath}/${approved.id}`);
      const line = run.out[0] ?? { id: 0 };
      expectError(await recordAsSent(run, line), 409, 'changed_meanwhile');
      return { one, commission, line, run: (await takeStep(ada, 'pay', run)).body };
    };

    test.each([
      ['suspended', (id: number) => suspend(ada, id)],
      [
        'changed',
        (id: number) => change("UPDATE payout_addresses SET email = 'x@y.test', held_until = ?2 WHERE user_id = ?1", id, now() + 9_999),
      ],
    ])('is recorded as paid, once: %s', async (_, happens) => {
      const { one, commission, line, run } = await runWithRemovedLine(happens);
      // Earnings added after the run was frozen are still owed.
      const later = await owedCommission(one.id, 300);
      const answers = await Promise.all([recordAsSent(run, line), recordAsSent(run, line)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({ lines: 2, totalCents: 1_700, paidLines: 2, outLines: 0 });
      expect(await row(`SELECT count(*) AS n FROM audit_log WHERE action = 'payout.pay' AND user_id = ?`, one.id)).toEqual({ n: 1 });
      expect(await row('SELECT amount_cents AS cents, reference FROM payouts WHERE user_id = ?', one.id)).toEqual({
        cents: 1_000,
        reference: `CC-${run.id}-${line.id}`,
      });
      expect([await statusOf('referral_commissions', commission.id), await statusOf('referral_commissions', later.id)]).toEqual([
        'paid',
        'pending',
      ]);
      // The payment recorded for the removed line can be marked as returned like any other. If PayPal did pay it after all, it can be
      // recorded again.
      const payment = await row<{ id: number }>('SELECT id FROM payouts WHERE user_id = ?', one.id);
      await ada.client.post(`${path}/payments/${payment?.id}/return`, { reason: 'Unknown address' });
      expect(await statusOf('referral_commissions', commission.id)).toBe('pending');
      expect((await recordAsSent(run, line)).body).toMatchObject({ lines: 2, paidLines: 2, returnedLines: 0, returnedCents: 0 });
      expect(await statusOf('referral_commissions', commission.id)).toBe('paid');
    });

    test('is not recorded if no file had the line', async () => {
      const { run } = await runWithRemovedLine((id) => suspend(ada, id));
      expectError(await recordAsSent(run, { id: 999_999 }), 409, 'changed_meanwhile');
    });
  });

  test('is not paid individually within 7 days of a changed address', async () => {
    const member = await payee();
    await owedCommission(member.id, 1_000);
    await change('UPDATE payout_addresses SET held_until = ?2 WHERE user_id = ?1', member.id, now() + 100);
    const due = async () => (await ada.client.get<Payee[]>(`${path}/due?members=${member.id}`)).body[0];
    const pay = async () =>
      (
        await ada.client.post<PayResponse>(
          `${path}/payments`,
          { reference: 'x', members: [{ id: member.id, version: (await due())?.version }] },
          { 'Idempotency-Key': crypto.randomUUID() },
        )
      ).body;
    expect(await due()).toMatchObject({ state: 'address_held', address: 'held' });
    expect(await pay()).toMatchObject({ paid: [], changed: [{ id: member.id }] });
    await change('UPDATE payout_addresses SET held_until = ?2 WHERE user_id = ?1', member.id, now() - 1);
    expect(await pay()).toMatchObject({ totalCents: 1_000 });
  });

  test('makes the run impossible to approve when no other line is left', async () => {
    const member = await payee();
    await owedCommission(member.id, 1_000);
    const run = await frozenRun(ada);
    await suspend(ada, member.id);
    expectError(await takeStep(ben, 'approve', { id: run.id, version: run.version + 1 }), 409, 'payout_run_empty');
  });

  test('is still owed later earnings, which the next run pays', async () => {
    const member = await payee();
    await owedCommission(member.id, 1_000);
    const run = await approvedRun();
    await owedChest(member.id, '2026-10', 600);
    expect((await takeStep(ada, 'pay', run)).body.totalCents).toBe(1_000);
    expect((await frozenRun(ada)).totalCents).toBe(600);
  });
});

describe('a returned payment', () => {
  const paidRun = async () => (await takeStep(ada, 'pay', await approvedRun())).body;
  const returnPayment = (id: number | null | undefined) => ada.client.post(`${path}/payments/${id}/return`, { reason: 'No such account' });

  test('is owed again, mailed to the member, audited, and paid again', async () => {
    const member = await payee();
    const { id } = await owedCommission(member.id, 1_000);
    const chest = await owedChest(member.id, '2026-10', 200);
    const run = await paidRun();
    const [line] = await linesOf(ada, run.id);
    const answers = await Promise.all([returnPayment(line?.paymentId), returnPayment(line?.paymentId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await payoutQueueRow(member.id)).toMatchObject({ cents: 1_200, entries: 2 });
    expect([await statusOf('referral_commissions', id), await statusOf('treasure_chest_payouts', chest)]).toEqual(['pending', 'pending']);
    expect((await ada.client.get<RunDetails>(`${runsPath}/${run.id}`)).body).toMatchObject({
      returnedLines: 1,
      returnedCents: 1_200,
      totalCents: 1_200,
    });
    expect(await row("SELECT count(*) AS mails FROM outbox WHERE user_id = ? AND template = 'payout_returned'", member.id)).toEqual({
      mails: 1,
    });
    expect((await auditOf('payout', line?.paymentId ?? 0)).at(-1)).toMatchObject({ action: 'payout.return', reason: 'No such account' });
    expect((await paidRun()).totalCents).toBe(1_200);
    expect((await earningsOf(member)).summary).toMatchObject({ pending: 12, paid: 0 });
    expectError(await returnPayment(999_999), 404, 'payout_not_found');
  });

  test('owes the rest after a reversal, and nothing to a member who left', async () => {
    const [member, leaving] = [await payee(), await payee()];
    const refunded = await owedCommission(member.id, 1_000);
    await owedChest(member.id, '2026-10', 200);
    await owedCommission(leaving.id, 1_000);
    const lines = await linesOf(ada, (await paidRun()).id);
    const reversal = await owedReversal(refunded.id);
    await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', leaving.id);
    for (const { paymentId } of lines) await returnPayment(paymentId);
    expect(await payoutQueueRow(member.id)).toMatchObject({ cents: 200, entries: 1 });
    expect([await statusOf('referral_commissions', refunded.id), await statusOf('referral_commissions', reversal)]).toEqual([
      'reversed',
      'reversed',
    ]);
    expect(await payoutQueueRow(leaving.id)).toMatchObject({ cents: 0, entries: 0 });
  });
});
