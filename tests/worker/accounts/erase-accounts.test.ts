/** The job that erases deleted members: with and without Stripe, interrupted, and run concurrently. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { jobRetrySeconds } from '#schema/rules.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { columnsContaining, erasedAt, month, remove, week } from '#tests/worker/support/accounts/erasing.ts';
import { bookkeepingOf, filledMember } from '#tests/worker/support/accounts/personal-rows.ts';
import { unlimited } from '#tests/worker/support/admin/crons.ts';
import { change, everyRow, newMember, row } from '#tests/worker/support/client.ts';
import { payingMember, runJob } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { confirmAtStripe, control, customerOf, openCheckout, referenceOf, stripe } from '#tests/worker/support/memberships/payments.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { paymentDeps } from '#worker/flows/memberships/deps.ts';
import { eraseAccounts } from '#worker/jobs/erase-accounts.ts';
import { mailSubject } from '#worker/mails/compose.ts';
import { createStore } from '#worker/store/store.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.setSystemTime(Date.now());
});
afterEach(() => {
  vi.useRealTimers();
});

test('the erasure job erases thousands of finds in rounds', { tags: 'long' }, async () => {
  const { member, mark } = await filledMember();
  const finds = 4_500;
  await change(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${finds})
     INSERT INTO card_scans (card_id, user_id, scan_date, kind, tokens_earned, source, code_was_right, address_hash, request_key)
     SELECT (SELECT max(id) FROM cache_cards), CAST(?1 AS INTEGER), 1, 2, 0, 0, 1, ?2, ?2 || i FROM n`,
    member.id,
    mark,
  );
  await remove(member);
  month();
  await runJob();
  expect(await columnsContaining(mark)).toEqual([]);
  expect(await row('SELECT count(*) AS n FROM card_scans WHERE user_id = ?', member.id)).toEqual({ n: finds + 1 });
});

test('the erasure job deletes the Stripe customer first, and retries a member until that succeeds', async () => {
  const { member } = await payingMember('basic');
  const customer = await customerOf(member.id);
  const other = await directMember();
  await other.client.post('/api/delete-account', { confirmation: 'DELETE' });
  await remove(member);
  const paid = await bookkeepingOf(member.id);
  week();
  await control('faults', { match: `DELETE /v1/customers/${customer}`, status: 500, times: 2 });
  await expect(runJob()).rejects.toThrow(/is unavailable|1 of 2 deleted accounts failed/);
  expect(await erasedAt(member.id)).toBeNull();
  expect(await erasedAt(other.id), 'others do not wait').not.toBeNull();

  vi.setSystemTime(Date.now() + jobRetrySeconds.first * 1_000);
  await runJob();
  expect(await erasedAt(member.id)).not.toBeNull();
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ id: customer, deleted: true });
  expect(await row('SELECT stripe_customer_id AS customer FROM users WHERE id = ?', member.id)).toEqual({ customer: null });
  expect(await bookkeepingOf(member.id)).toEqual(paid);
});

test('the erasure job deletes every Stripe customer of the member, and no others', async () => {
  const { member } = await payingMember('basic');
  const charged = await customerOf(member.id);
  const { createdAt } = (await row<{ createdAt: number }>('SELECT created_at AS "createdAt" FROM users WHERE id = ?', member.id)) ?? {};
  const createCustomer = async (userId: number) =>
    (await stripe.customers.create({ email: member.email, metadata: { user_id: String(userId), user_created_at: String(createdAt) } })).id;
  const [abandoned, kept, others] = [await createCustomer(member.id), await createCustomer(member.id), await createCustomer(member.id + 1)];
  // Simulates a database restore. The charged Stripe customer has an earlier email address of the member and can be found only through its
  // subscription.
  await stripe.customers.update(charged, { email: 'earlier@example.test' });
  await change('UPDATE users SET stripe_customer_id = ? WHERE id = ?', kept, member.id);
  await remove(member);
  week();
  await runJob();
  expect(await erasedAt(member.id)).not.toBeNull();
  for (const id of [charged, abandoned, kept]) expect(await stripe.customers.retrieve(id), id).toMatchObject({ deleted: true });
  expect((await stripe.customers.retrieve(others)).deleted).toBeUndefined();
});

test('the erasure job accepts a customer that Stripe has already deleted', async () => {
  const { member } = await payingMember('basic');
  await remove(member);
  await stripe.customers.del(await customerOf(member.id));
  week();
  await runJob();
  expect(await erasedAt(member.id)).not.toBeNull();
});

test('the erasure job ends what was paid in another tab after the deletion request', async () => {
  const member = await newMember();
  const { clientSecret, order } = await openCheckout(member.client, 'membership', 'premium');
  await change(`UPDATE orders SET status = 'cancelled' WHERE id = ?`, order?.id ?? 0);
  await remove(member);
  await change(`UPDATE orders SET status = 'open' WHERE id = ?`, order?.id ?? 0);
  expect((await confirmAtStripe(clientSecret)).status).toBe('succeeded');
  const reference = await referenceOf(order?.id);
  const subscription = async () =>
    (await stripe.subscriptions.list({ status: 'all', limit: 100 })).data.find(({ metadata }) => metadata.cache_cards_order === reference);
  expect((await subscription())?.status).toBe('active');
  week();
  await runJob();
  expect((await subscription())?.status).toBe('canceled');
  expect(await erasedAt(member.id)).not.toBeNull();
});

test('Stripe events that arrive after the erasure are applied without restoring a name', async () => {
  const { member } = await payingMember('basic');
  const paid = await row<{ intent: string }>('SELECT stripe_payment_intent_id AS intent FROM payments WHERE user_id = ?', member.id);
  await remove(member);
  week();
  await runJob();
  await stripe.refunds.create({ payment_intent: paid?.intent ?? '' });
  await change('UPDATE payments SET refund_requested_at = 1 WHERE user_id = ?', member.id);
  await runJob();
  expect(await row('SELECT refunded_cents AS back, card_fingerprint AS card FROM payments WHERE user_id = ?', member.id)).toEqual({
    back: 5_000,
    card: `erased-${member.id}`,
  });
  expect(await row('SELECT email, role FROM users WHERE id = ?', member.id)).toEqual({
    email: `deleted-${member.id}@invalid`,
    role: 'free',
  });
  expect(await row(`SELECT count(*) AS n FROM outbox WHERE user_id = ? AND (payload <> '{}' OR status = 'queued')`, member.id)).toEqual({
    n: 0,
  });
});

/** Wraps the database so that it fails after the given number of batches. */
function databaseDyingAfter(batches: number): D1Database {
  let left = batches;
  return new Proxy(env.DB, {
    get(db, name) {
      const value: unknown = Reflect.get(db, name);
      if (name === 'batch') {
        return async (statements: D1PreparedStatement[]) => {
          left -= 1;
          if (left < 0) throw new Error('D1_ERROR: connection lost');
          return db.batch(statements);
        };
      }
      return typeof value === 'function' ? value.bind(db) : value;
    },
  });
}

test('an erasure job that is interrupted, repeated or run concurrently finishes on the next run and does nothing twice', async () => {
  const { member, mark } = await filledMember();
  const before = await bookkeepingOf(member.id);
  await remove(member);
  month();
  for (let batches = 1; batches <= 18; batches += 1) {
    const dying = createStore({ ...(env as unknown as Env), DB: databaseDyingAfter(batches) });
    const config = await readConfig(env as unknown as Env);
    const deps = {
      ...(await paymentDeps(config, dying, Math.floor(Date.now() / 1_000))),
      hashMailbox: async () => 'hash',
      hashFormerMailbox: async () => 'hash',
      publicOrigin: config.publicOrigin,
      mailSubject,
    };
    await eraseAccounts(deps, unlimited).catch(() => undefined);
    if (batches <= 5) expect(await erasedAt(member.id)).toBeNull();
  }
  expect(await erasedAt(member.id)).not.toBeNull();
  await Promise.all([runJob(), runJob()]);
  expect(await columnsContaining(mark)).toEqual([]);
  expect(await bookkeepingOf(member.id)).toEqual(before);
  const except = ['job_runs'];
  const after = await everyRow({ except });
  await runJob();
  expect(await everyRow({ except })).toEqual(after);
});
