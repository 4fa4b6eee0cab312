/**
 * Before each test file: the real clock, nothing mocked, an empty database and empty namespaces, for one Worker runs file
 * after file. What its modules remember stays: nothing that a test may rely on.
 */
import { reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import '#tests/support/property-seed.ts';
import { afterAll, expect, vi } from 'vitest';
import { countApart } from '#tests/worker/support/finding/apart.ts';

vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();

const isEmpty = async () => (await env.DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'users'").first()) === null;
// Once in thirty files the database outlives it, with everything in it.
for (let tries = 1; ; tries += 1) {
  await reset();
  if (await isEmpty()) break;
  if (tries === 10) throw new Error('The database of the file before could not be emptied');
}
await env.DB.batch(env.TEST_MIGRATIONS.flatMap(({ queries }) => queries.map((query) => env.DB.prepare(query))));
await countApart();

/** What the file's calls, or their answers and events, had that Stripe's own types do not know. */
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  const answer = await fetch(`${env.STRIPE_API_BASE}/fake/breaches`, { method: 'DELETE' });
  expect(await answer.json()).toMatchObject({ breaches: [] });
});
