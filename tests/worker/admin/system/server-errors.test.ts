/** Alarms about the site itself: HTTP 500 responses and the size of the database. Product rules: Jobs and alarms. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serverErrorAlarm } from '#schema/rules.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { advanceClock, Client, change, newMember, row, setClock } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';
import { alarmStore } from '#worker/store/admin/system/alarms.ts';

beforeEach(async () => {
  // Uses a separate date because the error counter persists between test files, and other test files also cause errors on purpose.
  setClock('2026-11-22T04:40:00Z');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await change("DELETE FROM rate_counters WHERE key = 'server-errors'");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const hasAlarm = async () => {
  await fire('watch');
  return (await row("SELECT 1 AS one FROM alarms WHERE kind = 'errors_rising' AND ended_at IS NULL")) !== null;
};
const countErrors = async () => (await row<{ n: number }>("SELECT sum(count) AS n FROM rate_counters WHERE key = 'server-errors'"))?.n ?? 0;

/** A client whose Worker lacks the session key, so each call returns 500. */
function brokenClient(): Client {
  const client = new Client();
  client.workerEnv = { ...(env as unknown as Env), USER_TOKEN_KEY: '' };
  return client;
}
async function fail(times: number): Promise<void> {
  const client = brokenClient();
  for (let count = 0; count < times; count += 1) expect((await client.get('/api/health')).status).toBe(500);
}

test('ten responses with status 500 within ten minutes raise an alarm, which ends when they stop', async () => {
  await fail(serverErrorAlarm.errors - 1);
  await vi.waitFor(async () => expect(await countErrors()).toBe(serverErrorAlarm.errors - 1));
  expect(await hasAlarm()).toBe(false);
  await fail(1);
  await vi.waitFor(async () => expect(await countErrors()).toBe(serverErrorAlarm.errors));
  expect(await hasAlarm()).toBe(true);
  advanceClock(serverErrorAlarm.windowSeconds);
  expect(await hasAlarm()).toBe(true);
  advanceClock(serverErrorAlarm.windowSeconds);
  expect(await hasAlarm()).toBe(false);
});

test('a storm of errors writes no more than the alarm needs', async () => {
  advanceClock(6 * serverErrorAlarm.windowSeconds);
  await fail(3 * serverErrorAlarm.errors);
  await vi.waitFor(async () => expect(await countErrors()).toBe(serverErrorAlarm.errors));
  await new Promise((resolve) => setTimeout(resolve));
  expect(await countErrors()).toBe(serverErrorAlarm.errors);
});

test('refused calls are not counted', async () => {
  const { client } = await newMember();
  expect((await client.get('/api/orders/0')).status).toBe(404);
  expect((await new Client().get('/api/user')).status).toBe(401);
  expect(await countErrors()).toBe(0);
});

test('the watch reads the size of the database', async () => {
  const { facts } = await alarmStore(env.DB).load(Math.floor(Date.now() / 1_000));
  expect(facts.databaseBytes).toBeGreaterThan(100_000);
});
