/** A super administrator reruns a failed job; all administrators can read the runbooks. Product rules: Jobs and alarms. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Runbooks, RunJobResponse, System } from '#schema/admin/system.ts';
import { longestRunSeconds } from '#schema/rules.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { auditOf } from '#tests/worker/support/admin/audit-log.ts';
import { advanceClock, change, expectError, setClock } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';

let admin: TestAdmin;
beforeEach(async () => {
  setClock('2026-11-21T10:00:00Z');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await change('DELETE FROM job_runs');
  admin = await newAdmin('super_admin');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const run = (job: string, { client } = admin) => client.post<RunJobResponse>(`/api/admin/system/jobs/${job}/run`);
const runsOf = async (job: string) =>
  (await admin.client.get<System>('/api/admin/system')).body.jobs.find((one) => one.job === job)?.runs.map(({ outcome }) => outcome);

test('a job that failed can be run again: audited, with its result', async () => {
  await change(
    "INSERT INTO job_runs (job, scheduled_for, started_at, finished_at, outcome, error) VALUES ('check-ledger', 1, 1, 2, 'failed', 'x')",
  );
  expect((await run('check-ledger')).body).toEqual({ outcome: 'done', error: null });
  expect(await runsOf('check-ledger')).toEqual(['done', 'failed']);
  expect((await auditOf('job', 'check-ledger')).map(({ action }) => action)).toEqual(['job.run']);
});

test('a run that fails again shows why', async () => {
  await change("INSERT INTO job_retries (kind, key, attempts, next_try_at) VALUES ('unheard of', 'one', 1, 2)");
  expect((await run('check-ledger')).body).toMatchObject({ outcome: 'failed', error: expect.stringContaining('unheard of') });
  expect(await runsOf('check-ledger')).toEqual(['failed']);
  await change('DELETE FROM job_retries');
});

test('a job’s runs do not overlap, unless a run is so old that it must have been interrupted', async () => {
  const now = Math.floor(Date.now() / 1_000);
  await change("INSERT INTO job_runs (job, scheduled_for, started_at) VALUES ('open-chests', ?1, ?1)", now);
  expectError(await run('open-chests'), 409, 'job_running');
  expect((await run('send-digests')).body.outcome).toBe('done');
  advanceClock(longestRunSeconds);
  const responses = await Promise.all([run('open-chests'), run('open-chests')]);
  expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(await runsOf('open-chests')).toContain('unfinished');
});

test('an unknown job is 404, and a plain administrator runs none', async () => {
  expectError(await run('no-job'), 404, 'not_found');
  expectError(await run('watch', await newAdmin('admin')), 403, 'super_admin_only');
  expect(await runsOf('watch')).toEqual([]);
});

test('administrators read the runbooks from a file that only they can load', async () => {
  const { client } = await newAdmin('admin');
  const files = vi.fn(async () => new Response('# Operations'));
  client.workerEnv = { ...(env as unknown as Env), ASSETS: { fetch: files } as unknown as Fetcher };
  expect((await client.get<Runbooks>('/api/admin/system/runbooks')).body).toEqual({ markdown: '# Operations' });
  expect(String((files.mock.calls as unknown as [URL][])[0]?.[0])).toBe('https://assets.local/api/runbooks.md');
  expectError(await client.get('/api/runbooks.md'), 404, 'not_found');
});
