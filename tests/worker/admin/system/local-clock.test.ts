/** The adjustable clock (npm run clock): the Worker uses the offset in development and ignores it in production. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { secondsPerDay } from '#schema/rules.ts';
import type { Health, SiteConfig } from '#schema/site.ts';
import { shiftStatements } from '#scripts/clock/shift-times.ts';
import { fire, fireAll } from '#tests/worker/support/admin/crons.ts';
import { Client, expectError, newMember } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';

const clockBase = 'http://localhost:9998';
const year = 365 * secondsPerDay;
const seconds = () => Math.floor(Date.now() / 1_000);

const requests: string[] = [];
const trueFetch = globalThis.fetch;
let answer: () => Response;
beforeEach(() => {
  requests.length = 0;
  answer = () => Response.json({ offsetSeconds: year });
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    if (typeof input !== 'string' || !input.startsWith(clockBase)) return trueFetch(input, init);
    requests.push(input);
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

function workerEnvOf(variables: Partial<Env>): Env {
  return { ...(env as unknown as Env), CLOCK_BASE: clockBase, ...variables };
}

const carryAlong = (from: number, to: number) =>
  env.DB.batch(shiftStatements(from, to).map(({ sql, values }) => env.DB.prepare(sql).bind(...values)));

function clientOf(variables: Partial<Env> = {}): Client {
  const client = new Client();
  client.workerEnv = workerEnvOf(variables);
  return client;
}

test('requests in development use the moved clock, and the page receives its offset', async () => {
  const { body } = await clientOf().get<Health>('/api/health');
  expect(Math.abs(Date.parse(body.time) / 1_000 - seconds() - year)).toBeLessThan(60);
  expect((await clientOf().get<SiteConfig>('/api/config')).body.clockOffsetSeconds).toBe(year);
});

test('jobs in development use the moved clock, regardless of the time that cron passes', async () => {
  await fireAll({ workerEnv: workerEnvOf({}) });
  const runs = await env.DB.prepare('SELECT scheduled_for AS due, started_at AS began, finished_at AS ended FROM job_runs').all<{
    due: number;
    began: number;
    ended: number;
  }>();
  expect(runs.results.length).toBeGreaterThan(3);
  for (const { due, began, ended } of runs.results)
    for (const moment of [due, began, ended]) expect(Math.abs(moment - seconds() - year)).toBeLessThan(60);
});

test.each(['production', undefined, 'staging'])('the environment %j does not read the local clock', async (environment) => {
  const client = clientOf({ ENVIRONMENT: environment as string });
  const { body } = await client.get<Health>('/api/health');
  expect(Math.abs(Date.parse(body.time) / 1_000 - seconds())).toBeLessThan(60);
  expect((await client.get<SiteConfig>('/api/config')).body).not.toHaveProperty('clockOffsetSeconds');
  await fire('deliver-mail', { workerEnv: workerEnvOf({ ENVIRONMENT: environment as string }) });
  expect(requests).toEqual([]);
});

test('the page receives no offset for a clock that was never moved', async () => {
  answer = () => Response.json({ offsetSeconds: 0 });
  expect((await clientOf().get<SiteConfig>('/api/config')).body).not.toHaveProperty('clockOffsetSeconds');
});

test.each([
  ['does not answer', () => Response.error()],
  ['returns malformed data', () => new Response('<html>')],
])('while the local clock %s nothing is done at a wrong time', async (_, given) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  answer = given;
  expectError(await clientOf().get('/api/health'), 500, 'internal');
  log.mockRestore();
});

test('a session lasts 30 real days with a moved clock', async () => {
  const { client } = await newMember();
  client.workerEnv = workerEnvOf({});
  expectError(await client.get('/api/user'), 401, 'not_signed_in');
  await carryAlong(seconds(), seconds() + year);
  expect((await client.get('/api/user')).status).toBe(200);
  answer = () => Response.json({ offsetSeconds: year + 31 * secondsPerDay });
  expectError(await client.get('/api/user'), 401, 'not_signed_in');
});

test('a sign-in lock keeps its real duration with a moved clock', async () => {
  const { user } = await newMember();
  const guesser = clientOf();
  const guess = () => guesser.post('/api/login', { email: user.email, password: 'wrong-password' });
  for (let guesses = 1; guesses <= 10; guesses += 1) expect((await guess()).status).toBe(401);
  expect((await guess()).status).toBe(429);
  await carryAlong(seconds() + year, seconds() + 2 * year);
  answer = () => Response.json({ offsetSeconds: 2 * year });
  expect((await guess()).status).toBe(429);
});
