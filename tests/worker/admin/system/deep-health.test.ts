/** GET /api/health/deep names the failing component, but only to callers with the operations token. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { jobNames } from '#schema/admin/jobs.ts';
import { secondsPerDay } from '#schema/rules.ts';
import type { DeepHealth } from '#schema/site.ts';
import { fireAll } from '#tests/worker/support/admin/crons.ts';
import { advanceClock, Client, change, expectError, setClock } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import { envWith, FakeProvider, queueOne } from '#tests/worker/support/messages/mail-delivery.ts';
import type { Env } from '#worker/env.ts';

const token = 'of-the-tests-alone-0123456789';
const withToken: Env = { ...(env as unknown as Env), OPS_TOKEN: token };

beforeEach(async () => {
  setClock('2026-11-21T10:00:00Z');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const table of ['job_runs', 'outbox']) await change(`DELETE FROM ${table}`);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function ask(workerEnv: Env, bearer: string | null = token) {
  const client = new Client();
  client.workerEnv = workerEnv;
  return client.get<DeepHealth>('/api/health/deep', bearer === null ? {} : { Authorization: `Bearer ${bearer}` });
}

test('deep health does not exist without a configured token, and answers only with the token', async () => {
  expectError(await ask(env as unknown as Env), 404, 'not_found');
  expectError(await ask(withToken, null), 401, 'ops_token_wrong');
  for (const wrong of ['', 'x', `${token}x`, token.replace('of', 'fo')]) expectError(await ask(withToken, wrong), 401, 'ops_token_wrong');
  expectError(await ask({ ...withToken, OPS_TOKEN: 'too-short' }, 'too-short'), 500, 'internal');
});

test('deep health reports good health on the first day, later by each job’s last good run', async () => {
  expect(await ask(withToken)).toMatchObject({
    status: 200,
    body: { status: 'ok', database: 'ok', sessions: 'ok', mail: { status: 'off' } },
  });
  await fireAll();
  const { status, body } = await ask(withToken);
  expect(status).toBe(200);
  expect(Object.keys(body.jobs).sort()).toEqual([...jobNames].sort());
  for (const job of Object.values(body.jobs)) expect(job).toEqual({ status: 'ok', lastGoodAt: '2026-11-21T10:00:00.000Z' });
  advanceClock(secondsPerDay);
  const late = await ask(withToken);
  expect(late.status).toBe(503);
  expect(late.body).toMatchObject({ status: 'failing', database: 'ok', jobs: { watch: { status: 'failing' } } });
});

test('deep health reports an email due for half an hour, without its address', async () => {
  const workerEnv = envWith(new FakeProvider(), { OPS_TOKEN: token });
  const to = await queueOne(null);
  expect((await ask(workerEnv)).body.mail).toEqual({ status: 'ok', oldestDueAt: '2026-11-21T10:00:00.000Z' });
  advanceClock(30 * 60 + 1);
  const { status, body } = await ask(workerEnv);
  expect(status).toBe(503);
  expect(body.mail.status).toBe('failing');
  expect(JSON.stringify(body)).not.toContain(to);
});

test('deep health names an unreachable database or namespace, and still checks the rest', async () => {
  const down = () => Promise.reject(new Error('D1_ERROR: Network connection lost'));
  const DB = { prepare: () => ({ bind: () => undefined }), batch: down } as unknown as D1Database;
  expect(await ask({ ...withToken, DB })).toMatchObject({
    status: 503,
    body: { database: 'failing', sessions: 'ok', mail: { status: 'off' }, jobs: { watch: { status: 'unknown' } } },
  });
  const SESSIONS = { get: down } as unknown as KVNamespace;
  expect(await ask({ ...withToken, SESSIONS })).toMatchObject({ status: 503, body: { database: 'ok', sessions: 'failing' } });
});

test('deep health reads few rows in one round trip, however much is queued and has run', async () => {
  await change(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
     INSERT INTO job_runs (job, scheduled_for, started_at, finished_at, outcome) SELECT 'open-chests', i, i, i, 'failed' FROM n`,
  );
  await change(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
     INSERT INTO outbox (message_id, template, to_address, payload, status, next_attempt_at, created_at)
     SELECT '<' || i || '@x>', 'welcome', 'a@x.test', '{}', iif(i % 2, 'sent', 'dead'), 5, 5 FROM n`,
  );
  const { env: countedEnv, use } = countingDatabase(withToken);
  expect((await ask(countedEnv)).status).toBe(503);
  expect(use.roundTrips).toBe(1);
  expect(use.rowsRead).toBeLessThanOrEqual(60);
});
