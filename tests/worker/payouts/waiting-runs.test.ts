/** Payout runs that are waiting for an administrator: the list, the badge and the email. Product rules: Payout runs. */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import type { Totals } from '#schema/admin/totals.ts';
import type { WaitingRun } from '#schema/payouts/admin-payout-runs.ts';
import { approverStandingSeconds } from '#schema/rules.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { daysPass, standingAdmin } from '#tests/worker/support/admin/two-people.ts';
import { change, expectError, row } from '#tests/worker/support/client.ts';
import { owedCommission } from '#tests/worker/support/payouts/owed.ts';
import { begin, frozenRun, payee, runsPath, takeStep } from '#tests/worker/support/payouts/payout-run-steps.ts';

let ada: TestAdmin;
let ben: TestAdmin;
beforeEach(async () => {
  await change("UPDATE referral_commissions SET status = 'paid' WHERE status = 'pending'");
  await change("UPDATE payout_runs SET status = 'paid'");
  await change('UPDATE admins SET disabled_at = 1');
  [ada, ben] = [await standingAdmin(), await standingAdmin()];
});

const waitingFor = async ({ client }: TestAdmin) => (await client.get<WaitingRun[]>(`${runsPath}/waiting`)).body;
const badgeOf = async ({ client }: TestAdmin) => (await client.get<Totals>('/api/admin/totals')).body.attention.runs;
const recipients = async (runId: number) =>
  (
    await env.DB.prepare(
      "SELECT to_address AS address FROM outbox WHERE template = 'payout_run_waits' AND payload ->> 'run' = ? ORDER BY id",
    )
      .bind(String(runId))
      .all<{ address: string }>()
  ).results.map(({ address }) => address);
async function runOfOne() {
  await owedCommission((await payee()).id, 1_250);
  return frozenRun(ada);
}

test('a run that waits for approval is listed, counted and emailed to those who may approve it, not to its creator', async () => {
  const disabled = await newAdmin();
  await change('UPDATE admins SET disabled_at = 1 WHERE id = ?', disabled.id);
  const plain = await newAdmin('admin');
  const run = await runOfOne();
  expect(await recipients(run.id)).toEqual([ben.email]);
  const mail = await row<{ payload: string }>(
    "SELECT payload FROM outbox WHERE template = 'payout_run_waits' AND to_address = ?",
    ben.email,
  );
  expect(JSON.parse(mail?.payload ?? '{}')).toMatchObject({ run: String(run.id), amountCents: '1250', members: '1', sender: ada.email });
  expect(await waitingFor(ben)).toMatchObject([{ id: run.id, step: 'approve', totalCents: 1_250, lines: 1, createdBy: ada.email }]);
  expect(await waitingFor(ada)).toEqual([]);
  expect([await badgeOf(ada), await badgeOf(ben), await badgeOf(plain)]).toEqual([0, 1, 0]);
  expectError(await plain.client.get(`${runsPath}/waiting`), 403, 'super_admin_only');
});

test('an approved run waits for anyone to mark it as paid, and a paid or canceled one for nobody', async () => {
  const run = await runOfOne();
  const approved = (await takeStep(ben, 'approve', run)).body;
  for (const admin of [ada, ben]) expect(await waitingFor(admin)).toMatchObject([{ id: run.id, step: 'pay' }]);
  expect([await badgeOf(ada), await badgeOf(ben)]).toEqual([1, 1]);
  await takeStep(ada, 'pay', approved);
  for (const admin of [ada, ben]) expect(await waitingFor(admin)).toEqual([]);
  const other = await runOfOne();
  await takeStep(ada, 'cancel', other);
  expect([await waitingFor(ben), await badgeOf(ben)]).toEqual([[], 0]);
});

test('the only super administrator is notified of their own run', async () => {
  await change('UPDATE admins SET disabled_at = 1 WHERE id = ?', ben.id);
  const run = await runOfOne();
  expect(await recipients(run.id)).toEqual([ada.email]);
  expect(await waitingFor(ada)).toMatchObject([{ id: run.id, step: 'approve' }]);
});

test('the email is queued once, also if the run is continued in parallel', async () => {
  await owedCommission((await payee()).id, 1_000);
  const { id } = (await begin(ada)).body;
  await Promise.all(Array.from({ length: 4 }, () => ada.client.post(`${runsPath}/${id}/continue`)));
  expect(await recipients(id)).toEqual([ben.email]);
});

test('whoever becomes able to approve a run later is emailed then, once', async () => {
  await change('UPDATE admins SET created_at = unixepoch() - ? WHERE id = ?', approverStandingSeconds - 60, ben.id);
  const run = await runOfOne();
  const watch = () => fire('watch', { workerEnv: ben.client.workerEnv });
  await watch();
  expect(await recipients(run.id)).toEqual([]);
  await daysPass(1);
  for (let time = 0; time < 2; time += 1) await watch();
  expect(await recipients(run.id)).toEqual([ben.email]);
});
