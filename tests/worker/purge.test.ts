/** The hourly job that deletes what has expired. */
import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import type { Env } from '#worker/env.ts';
import worker from '#worker/index.ts';
import { change, everyRow, row, setClock } from './client.ts';
import { fireAll } from './crons.ts';
import { directMember } from './direct-member.ts';

afterEach(() => {
  vi.useRealTimers();
});

const purge = (instant: string) => fireAll({ at: Date.parse(instant) });
const count = async (table: string) => (await row<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))?.n;

test('sessions, counters and links go when their time is over, and nothing else; twice does no harm', async () => {
  setClock('2026-11-21T10:00:00Z');
  const { id, client } = await directMember();
  await client.get('/api/card/TC-9999999');
  const expiresAt = Date.parse('2026-11-21T12:00:00Z') / 1_000;
  await change(
    "INSERT INTO one_time_links (token_hash, user_id, purpose, email, created_at, expires_at) VALUES ('hash', ?, 'verify_email', 'x@example.test', 1, ?)",
    id,
    expiresAt,
  );
  await change(
    "INSERT INTO idempotency_keys (scope, key, request_hash, created_at, expires_at) VALUES ('user:1', 'key', 'hash', 1, ?)",
    expiresAt,
  );

  await change("INSERT INTO admins (email, email_key, password_hash, created_at) VALUES ('ada@example.test', 'ada@example.test', '!', 1)");
  await change(
    "INSERT INTO admin_password_resets (token_hash, admin_id, created_at, expires_at) SELECT 'hash', id, 1, ? FROM admins",
    expiresAt,
  );

  // That the job ran is written down.
  const users = await count('users');
  const except = ['job_runs', 'ledger_checks', 'alarms'];
  const before = await everyRow({ except });
  await purge('2026-11-21T10:30:00Z');
  expect(await everyRow({ except })).toEqual(before);

  await purge('2026-11-21T12:00:01Z');
  expect(await count('idempotency_keys')).toBe(0);
  expect(await row("SELECT COUNT(*) AS n FROM rate_counters WHERE key LIKE 'card-miss:hour:%'")).toEqual({ n: 0 });
  expect(await row("SELECT COUNT(*) AS n FROM rate_counters WHERE key LIKE 'card-miss:day:%'")).toEqual({ n: 1 });
  expect(await count('one_time_links')).toBe(1);
  expect(await count('sessions')).toBe(1);
  expect((await client.get('/api/user')).status).toBe(200);

  for (let time = 0; time < 2; time += 1) await purge('2026-12-25T00:00:00Z');
  expect(await count('one_time_links')).toBe(0);
  expect(await count('admin_password_resets')).toBe(0);
  expect(await count('sessions')).toBe(0);
  expect(await count('rate_counters')).toBe(0);
  expect(await count('users')).toBe(users);
});

test('without its configuration the job fails loudly', async () => {
  const broken = { ...(env as unknown as Env), PUBLIC_ORIGIN: undefined } as unknown as Env;
  const event = { scheduledTime: 0, cron: '', noRetry: () => undefined };
  await expect(worker.scheduled(event, broken)).rejects.toThrow('PUBLIC_ORIGIN');
});
