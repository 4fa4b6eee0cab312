/**
 * Resets state before each test file: real clock, no mocks, an empty database with D1's limits, and empty KV namespaces. One Worker runs all
 * files in turn and its module state persists, so tests must not depend on that state.
 */
import { reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import '#tests/support/property-seed.ts';
import { afterAll, expect, vi } from 'vitest';
import type { AuditAction } from '#schema/admin/audit-actions.ts';
import { countApart } from '#tests/worker/support/finding/apart.ts';
import { limitValues } from '#tests/worker/support/value-limit.ts';
import { auditFields } from '#worker/domain/accounts/audit-fields.ts';

vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
limitValues();

const isEmpty = async () => (await env.DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'users'").first()) === null;
// Retries because `reset()` fails to clear the database in about one of thirty test files.
for (let tries = 1; ; tries += 1) {
  await reset();
  if (await isEmpty()) break;
  if (tries === 10) throw new Error('Could not empty the database of the previous file');
}
await env.DB.batch(env.TEST_MIGRATIONS.flatMap(({ queries }) => queries.map((query) => env.DB.prepare(query))));
await countApart();

/**
 * Fails the file if an audit entry about a member has a field that `auditFields` lists neither as shown to the member nor as internal. Rows
 * that tests insert have short request ids, seeded ones begin with `bulk-`.
 */
afterAll(async () => {
  const hasLog = await env.DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'audit_log'").first();
  if (hasLog === null) return;
  const { results } = await env.DB.prepare(
    `SELECT DISTINCT l.action, f.key FROM audit_log l JOIN json_each(json_array(l.before, l.after)) v JOIN json_each(v.value) f
     WHERE l.user_id IS NOT NULL AND length(l.request_id) > 8 AND l.request_id NOT LIKE 'bulk-%' AND v.value IS NOT NULL`,
  ).all<{ action: AuditAction; key: string }>();
  const isListed = ({ action, key }: (typeof results)[number]) =>
    [...(auditFields[action]?.shown ?? []), ...(auditFields[action]?.internal ?? [])].includes(key);
  expect(results.filter((field) => !isListed(field))).toEqual([]);
});

/** Fails the file if a request, response or event deviated from Stripe's types. */
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  const answer = await fetch(`${env.STRIPE_API_BASE}/fake/breaches`, { method: 'DELETE' });
  expect(await answer.json()).toMatchObject({ breaches: [] });
});
