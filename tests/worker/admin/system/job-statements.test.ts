/**
 * The number of SQL statements that each job needs per row. docs/architecture/jobs.md uses these numbers to calculate how many members the
 * jobs can handle.
 */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JobName } from '#schema/admin/jobs.ts';
import { withSession } from '#tests/support/database/session-database.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { change, newMember } from '#tests/worker/support/client.ts';
import { payingMember } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { openCheckout } from '#tests/worker/support/memberships/payments.ts';
import { envWith, FakeProvider, queueOne } from '#tests/worker/support/messages/mail-delivery.ts';
import type { Env } from '#worker/env.ts';
import { observeDatabase } from '#worker/store/observed-database.ts';

beforeEach(() => {
  vi.setSystemTime(Date.now());
});
afterEach(() => {
  vi.useRealTimers();
});

async function statementsOf(job: JobName, real = env as unknown as Env): Promise<number> {
  let statements = 0;
  const DB = withSession(
    observeDatabase(real.DB, () => {
      statements += 1;
    }),
  );
  await fire(job, { workerEnv: { ...real, DB } });
  return statements;
}

/**
 * Measures SQL statements per row: calls `make` to create `rows` due rows, runs the job, and subtracts an idle run's statements. The
 * queue's follow-up query is averaged over the rows.
 */
async function byRow(job: JobName, rows: number, make: () => Promise<unknown>, real?: Env): Promise<number> {
  await fire(job);
  const idle = await statementsOf(job, real);
  for (let row = 0; row < rows; row += 1) await make();
  return Math.round((((await statementsOf(job, real)) - idle) / rows) * 10) / 10;
}

const openOrder = async (type: 'cache-cards' | 'membership', id: string) => {
  const { client } = await newMember({ role: type === 'membership' ? 'free' : 'basic' });
  return (await openCheckout(client, type, id)).order?.id ?? 0;
};

test.each([
  // Statement budgets are fractions because the cost of the queue's queries is spread over the rows.
  ['cache-cards', '3', 2.8, 15.8],
  ['membership', 'basic', 2.8, 15.8],
] as const)('an abandoned checkout of %s is checked and closed within its statement budget', async (type, id, look, end) => {
  const checks = await byRow('reconcile-payments', 5, async () =>
    change('UPDATE orders SET next_check_at = 1 WHERE id = ?', await openOrder(type, id)),
  );
  expect(checks).toBeLessThanOrEqual(look);
  const ends = await byRow('reconcile-payments', 5, async () =>
    change('UPDATE orders SET next_check_at = 1, expires_at = 1 WHERE id = ?', await openOrder(type, id)),
  );
  expect(ends).toBeLessThanOrEqual(end);
});

test('a checked subscription stays within its statement budget', async () => {
  const checks = await byRow('reconcile-payments', 3, async () => {
    const { member } = await payingMember('basic');
    await change('UPDATE subscriptions SET next_check_at = 1 WHERE user_id = ?', member.id);
  });
  expect(checks).toBeLessThanOrEqual(16);
});

test('an erased member stays within the statement budget', async () => {
  const erasures = await byRow('erase-accounts', 3, async () => {
    const { id } = await directMember();
    await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', id);
  });
  expect(erasures).toBeLessThanOrEqual(23);
});

test('an email stays within its statement budget', async () => {
  const real = envWith(new FakeProvider());
  await change('DELETE FROM outbox');
  const mails = await byRow('deliver-mail', 12, () => queueOne(null), real);
  expect(mails).toBeLessThanOrEqual(2);
});
