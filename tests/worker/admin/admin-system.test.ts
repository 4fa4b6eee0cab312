import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { jobNames, jobSchedules } from '#schema/admin/jobs.ts';
import type { OutboxMail, System } from '#schema/admin/system.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { fire, fireAll } from '#tests/worker/support/admin/crons.ts';
import { advanceClock, change, expectError, newMember, row, setClock } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import type { Env } from '#worker/env.ts';
import worker from '#worker/index.ts';

async function systemSeenBy(role: 'admin' | 'super_admin' = 'admin') {
  const { client } = await newAdmin(role);
  return (await client.get<System>('/api/admin/system')).body;
}

/** Returns an environment whose database rejects statements that contain the given text. */
function failingAt(text: string): Env {
  const real = env as unknown as Env;
  const DB = {
    prepare: (sql: string) => {
      if (sql.includes(text)) throw new Error(`no ${text} today`);
      return real.DB.prepare(sql);
    },
    batch: (statements: D1PreparedStatement[]) => real.DB.batch(statements),
  } as unknown as D1Database;
  return { ...real, DB };
}

let mails = 0;
async function failedMail(userId: number | null = null): Promise<number> {
  mails += 1;
  await change(
    `INSERT INTO outbox (message_id, user_id, template, to_address, payload, status, attempts, next_attempt_at, last_error, created_at)
     VALUES (?1, ?2, 'welcome', 'lost@example.test', '{}', 'dead', 8, 5, 'No such mailbox', 5)`,
    `<failed-${mails}@x>`,
    userId,
  );
  return (await row<{ id: number }>('SELECT max(id) AS id FROM outbox'))?.id ?? 0;
}

let auditedBefore = 0;
/** Returns the number of audit entries added by the test, excluding entries for rejected calls. */
const auditRows = async () =>
  ((await row<{ n: number }>("SELECT count(*) AS n FROM audit_log WHERE action <> 'admin.refused'"))?.n ?? 0) - auditedBefore;

beforeEach(async () => {
  setClock('2026-11-21T10:23:00Z');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const table of ['job_runs', 'outbox', 'stripe_events', 'alarms']) await change(`DELETE FROM ${table}`);
  auditedBefore += await auditRows();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('before its first run, every job is shown as never run', async () => {
  const { jobs, mails: backlog, events, failedPrints, facts } = await systemSeenBy();
  expect(jobs).toEqual(jobNames.map((job) => ({ job, runs: [] })));
  expect(backlog).toEqual({ queued: 0, sending: 0, dead: 0, unacknowledged: 0, oldestAt: null });
  expect(events).toEqual({ waiting: 0, oldest: [] });
  expect(failedPrints).toEqual([]);
  expect(facts.environment).toBe('development');
});

test('print orders that failed or were not answered in time are listed', async () => {
  const now = Math.floor(Date.now() / 1_000);
  const print = `INSERT INTO print_orders (reference, environment, card_size, quantity, status, error, submitted_at, status_at, created_at)
    VALUES (?1, 'sandbox', 'card_flat_105x74_mm', 5, ?2, ?3, ?4, 1, 1)`;
  await change(print, 'failed', 'error', 'No stock', now);
  await change(print, 'unanswered', 'draft', null, now - 3_600);
  await change(print, 'recent', 'draft', null, now - 60);
  await change(print, 'shipped', 'shipped', null, now - 3_600);
  expect((await systemSeenBy()).failedPrints.map(({ error }) => error)).toEqual(['No stock', null]);
  await change('DELETE FROM print_orders');
});

test('each job run stores when it was due, started and ended, and its outcome', async () => {
  await fireAll();
  for (const { job, runs } of (await systemSeenBy()).jobs) {
    expect(runs, job).toHaveLength(1);
    expect(runs[0], job).toMatchObject({ outcome: 'done', error: null, startedAt: '2026-11-21T10:23:00.000Z' });
    expect(runs[0]?.finishedAt, job).not.toBeNull();
  }
  expect(await row('SELECT count(*) AS n FROM job_runs WHERE scheduled_for = ?', Math.floor(Date.now() / 1_000))).toEqual({
    n: jobNames.length,
  });
});

test('a failing job stores its error; the others continue, and the platform sees the failure', async () => {
  await expect(fireAll({ workerEnv: failingAt('chest_months') })).rejects.toThrow('no chest_months today');
  const { jobs } = await systemSeenBy();
  const outcomes = Object.fromEntries(jobs.map(({ job, runs }) => [job, runs[0]?.outcome]));
  expect(outcomes).toEqual({ ...Object.fromEntries(jobNames.map((job) => [job, 'done'])), 'open-chests': 'failed' });
  expect(jobs.find(({ job }) => job === 'open-chests')?.runs[0]?.error).toBe('no chest_months today');
});

test('a job runs even if its run cannot be stored', async () => {
  await fireAll({ workerEnv: failingAt('INTO job_runs') });
  expect(await row('SELECT count(*) AS n FROM job_runs')).toEqual({ n: 0 });
});

test('a job that runs every minute stores one good run per ten minutes, and every failure', async () => {
  const outcomes = async () => (await systemSeenBy()).jobs.find(({ job }) => job === 'deliver-mail')?.runs.map(({ outcome }) => outcome);
  const failing = { ...failingAt('UPDATE outbox'), MAILBOX_BASE: 'http://mailbox.invalid' };
  for (let minute = 0; minute < 10; minute += 1, advanceClock(60)) await fire('deliver-mail');
  expect(await outcomes()).toEqual(['done']);
  await fire('deliver-mail');
  expect(await outcomes()).toEqual(['done', 'done']);
  for (let time = 0; time < 2; time += 1, advanceClock(60)) await expect(fire('deliver-mail', { workerEnv: failing })).rejects.toThrow();
  for (let time = 0; time < 2; time += 1, advanceClock(60)) await fire('deliver-mail');
  expect(await outcomes()).toEqual(['done', 'failed', 'failed', 'done', 'done']);
});

test('an unknown cron fails, and each job has its own cron', async () => {
  const crons = jobNames.map((job) => jobSchedules[job].cron);
  expect(new Set(crons).size).toBe(jobNames.length);
  const unknown = { scheduledTime: Date.now(), cron: '23 * * * *', noRetry: () => undefined };
  await expect(worker.scheduled(unknown, env as unknown as Env)).rejects.toThrow('No job is scheduled at "23 * * * *"');
});

test('an interrupted job run stays unfinished', async () => {
  await change("INSERT INTO job_runs (job, scheduled_for, started_at) VALUES ('open-chests', 1, 1)");
  const { jobs } = await systemSeenBy();
  expect(jobs.find(({ job }) => job === 'open-chests')?.runs).toEqual([
    { startedAt: '1970-01-01T00:00:01.000Z', finishedAt: null, outcome: 'unfinished', error: null },
  ]);
});

test('job runs are kept for 30 days; the tab shows the last 20 per job and reads few rows', async () => {
  await env.DB.batch(
    Array.from({ length: 600 }, (_, index) =>
      env.DB.prepare("INSERT INTO job_runs (job, scheduled_for, started_at, finished_at, outcome) VALUES (?, ?, ?, 1, 'done')").bind(
        jobNames[index % jobNames.length] ?? '',
        index,
        index,
      ),
    ),
  );
  const { client } = await newAdmin('admin');
  const { env: countedEnv, use } = countingDatabase(env as unknown as Env);
  client.workerEnv = countedEnv;
  const { body } = await client.get<System>('/api/admin/system');
  expect(body.jobs.map(({ runs }) => runs.length)).toEqual(jobNames.map(() => 20));
  expect(body.jobs[0]?.runs[0]?.startedAt).toBe(new Date((599 - (599 % jobNames.length)) * 1_000).toISOString());
  expect(use.roundTrips).toBe(2);
  expect(use.rowsRead).toBeLessThanOrEqual(45 * jobNames.length);
  await fireAll();
  expect(await row('SELECT count(*) AS n FROM job_runs')).toEqual({ n: jobNames.length });
});

test('the list of emails and the search hide PayPal addresses from plain administrators', async () => {
  const { client } = await newAdmin('admin');
  const payee = await newMember();
  await change("INSERT INTO payout_addresses (user_id, email, confirmed_at) VALUES (?, 'purse@example.test', 1)", payee.id);
  await change(
    "INSERT INTO outbox (message_id, template, user_id, to_address, payload, status, next_attempt_at, created_at) VALUES ('m', 'confirm_payout_address', ?, 'purse@example.test', '{}', 'sent', 1, 1)",
    payee.id,
  );
  await change("UPDATE outbox SET last_error = '550 No mailbox purse@example.test here' WHERE template = 'confirm_payout_address'");
  expect((await client.get<OutboxMail[]>('/api/admin/mails?q=purse%40example.test')).body).toEqual([]);
  expect((await client.get<OutboxMail[]>('/api/admin/mails?q=confirm_payout')).body).toMatchObject([
    { to: 'PayPal address', lastError: 'not shown here because it may contain the PayPal address' },
  ]);
  expect((await client.get('/api/admin/mails?q=No+mailbox')).body).toEqual([]);
  await failedMail(payee.id);
  const csv = await (await client.fetch('/api/admin/mails/export.csv')).text();
  expect(csv).not.toContain('purse');
  expect(csv).toContain('No such mailbox');
  expect((await client.get('/api/admin/search?q=purse%40example.test')).body).toEqual([]);
  const boss = await newAdmin();
  expect((await boss.client.get('/api/admin/search?q=purse%40example.test')).body).toMatchObject([{ by: 'paypal_address' }]);
});

test('a failed email can be sent again with all attempts, and that is audited', async () => {
  const member = await newMember();
  const [first, second] = [await failedMail(member.id), await failedMail()];
  const { client, id } = await newAdmin('admin');
  expect((await client.get<System>('/api/admin/system')).body.mails.dead).toBe(2);
  const list = await client.get<OutboxMail[]>('/api/admin/mails?status=dead');
  expect(list.body.map((mail) => mail.id)).toEqual([second, first]);
  expect(list.body[1]).toMatchObject({ to: 'lost@example.test', userId: member.id, attempts: 8, lastError: 'No such mailbox' });
  expect(Object.keys(list.body[0] ?? {})).not.toContain('payload');

  advanceClock(60);
  expect((await client.post('/api/admin/mails/retry', { ids: [first, 999_999] })).body).toEqual({ retried: [first] });
  expect(await row('SELECT status, attempts, next_attempt_at AS due, last_error FROM outbox WHERE id = ?', first)).toEqual({
    status: 'queued',
    attempts: 0,
    due: Math.floor(Date.now() / 1_000),
    last_error: null,
  });
  expect(await row('SELECT status FROM outbox WHERE id = ?', second)).toEqual({ status: 'dead' });
  expect(await auditRows()).toBe(1);
  expect(await row('SELECT * FROM audit_log ORDER BY id DESC')).toMatchObject({
    admin_id: id,
    action: 'mail.retry',
    entity_id: String(first),
    user_id: member.id,
    before: '{"status":"dead","attempts":8}',
    after: '{"status":"queued","attempts":0}',
  });
  // Retrying the same email a second time has no effect.
  expect((await client.post('/api/admin/mails/retry', { ids: [first] })).body).toEqual({ retried: [] });
});

test('all failed emails can be sent again together; waiting and sent ones stay unchanged', async () => {
  const gone = await failedMail();
  await failedMail();
  await change("UPDATE outbox SET status = 'sent', sent_at = 6 WHERE id = ?", gone);
  await failedMail();
  const { client } = await newAdmin('admin');
  expect((await client.post('/api/admin/mails/retry', {})).body).toMatchObject({ retried: { length: 2 } });
  expect((await client.post('/api/admin/mails/retry', {})).body).toEqual({ retried: [] });
  expect(await row("SELECT count(*) AS n FROM outbox WHERE status = 'sent'")).toEqual({ n: 1 });
  expect(await auditRows()).toBe(2);
});

test('an email retry without rows, with too many or with unknown ones is rejected', async () => {
  const { client } = await newAdmin('admin');
  for (const body of [{ ids: [] }, { ids: Array(201).fill(1) }, { ids: ['1'] }, { ids: [1.5] }, { all: true }])
    expectError(await client.post('/api/admin/mails/retry', body), 400, 'invalid_input');
});

test('a waiting Stripe event shows its reason, member, object and amount, and only a super administrator may retry it', async () => {
  const member = await newMember();
  await change(
    "INSERT INTO stripe_events (id, type, object_id, received_at, attempts, error, about, user_id, amount_cents, currency) VALUES ('evt_waits', 'invoice.paid', 'in_1', 5, 100, 'does_not_match', 'Basic membership', ?, 4900, 'usd')",
    member.id,
  );
  await change("INSERT INTO stripe_events (id, type, received_at, applied_at) VALUES ('evt_done', 'invoice.paid', 5, 6)");
  const plain = await newAdmin('admin');
  expect((await plain.client.get<System>('/api/admin/system')).body.events).toEqual({
    waiting: 1,
    oldest: [
      {
        id: 'evt_waits',
        type: 'invoice.paid',
        receivedAt: '1970-01-01T00:00:05.000Z',
        attempts: 100,
        error: 'does_not_match',
        about: 'Basic membership',
        member: { id: member.id, email: member.email, name: expect.any(String) },
        objectId: 'in_1',
        amount: { cents: 4_900, currency: 'usd' },
        dashboardUrl: null,
        isGivenUp: true,
      },
    ],
  });
  for (const what of ['retry', 'settle'])
    expectError(await plain.client.post(`/api/admin/stripe-events/evt_waits/${what}`, { reason: 'Refunded' }), 403, 'super_admin_only');
  const { client } = await newAdmin();
  expectError(await client.post('/api/admin/stripe-events/evt_unknown/retry'), 404, 'not_found');
  expect((await client.post('/api/admin/stripe-events/evt_done/retry')).body).toMatchObject({ outcome: 'applied' });
  expect(await auditRows()).toBe(0);
});

test('a Stripe event marked as resolved in Stripe stops waiting, once, and that is audited with a reason', async () => {
  const member = await newMember();
  await change(
    `INSERT INTO stripe_events (id, type, object_id, received_at, error, user_id, amount_cents, currency)
     VALUES ('evt_seen', 'invoice.paid', 'in_1', 5, 'does_not_match', ?, 4900, 'usd')`,
    member.id,
  );
  const { client, id } = await newAdmin();
  for (const body of [{}, { reason: ' ' }, { reason: 'x'.repeat(201) }])
    expectError(await client.post('/api/admin/stripe-events/evt_seen/settle', body), 400, 'invalid_input');
  expect((await client.get<System>('/api/admin/system')).body.events.waiting).toBe(1);
  const settle = (event: string) => client.post(`/api/admin/stripe-events/${event}/settle`, { reason: 'Refunded in Stripe' });
  const responses = await Promise.all([settle('evt_seen'), settle('evt_seen')]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
  expectError(await settle('evt_unknown'), 404, 'not_found');
  expect((await client.get<System>('/api/admin/system')).body.events).toEqual({ waiting: 0, oldest: [] });
  expect(await auditRows()).toBe(1);
  expect(await row('SELECT action, admin_id, entity_id, user_id, reason, before FROM audit_log ORDER BY id DESC')).toEqual({
    action: 'event.settle',
    admin_id: id,
    entity_id: 'evt_seen',
    user_id: member.id,
    reason: 'Refunded in Stripe',
    before: '{"type":"invoice.paid","objectId":"in_1","amountCents":4900,"currency":"usd","error":"does_not_match"}',
  });
});
