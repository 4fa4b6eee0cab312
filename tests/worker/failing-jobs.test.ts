/** Jobs whose provider fails: that is said within one run, mailed once, and over by itself; nothing is lost, nothing happens twice. Product rules: Jobs and alarms. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { JobName } from '#schema/jobs.ts';
import { jobRetrySeconds, printOverdueSeconds } from '#schema/rules.ts';
import type { Env } from '#worker/env.ts';
import { statementsARun } from '#worker/jobs/budget.ts';
import { newAdmin } from './administrators.ts';
import { change, later, newMember, row } from './client.ts';
import { fire } from './crons.ts';
import { envWith, FakeProvider, outboxRow, queueOne } from './mail-delivery.ts';
import { hour } from './member-at-stripe.ts';
import { control, openCheckout } from './payments.ts';
import { placeTestOrder, printerControl, testOrder } from './printing.ts';

const opsTo = 'ops@example.test';
/** Nothing listens there. */
const withoutStripe = { ...(env as unknown as Env), STRIPE_API_BASE: 'http://localhost:9' };
const withOps: Env = { ...(env as unknown as Env), OPS_TO: opsTo };

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // Still, but for `later`.
  vi.setSystemTime(Date.now());
  for (const table of ['alarms', 'job_runs', 'job_retries', 'outbox']) await change(`DELETE FROM ${table}`);
  await change("UPDATE orders SET status = 'cancelled', cancelled_at = 1 WHERE status = 'open'");
  await change('UPDATE subscriptions SET next_check_at = NULL');
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await control('faults', {}, 'DELETE');
  await printerControl('faults', {}, 'DELETE');
});

const now = () => Math.floor(Date.now() / 1_000);
const watch = (workerEnv = withOps) => fire('watch', { workerEnv });
const lastRun = (job: JobName) =>
  row<{ outcome: string; error: string | null }>('SELECT outcome, error FROM job_runs WHERE job = ? ORDER BY id DESC LIMIT 1', job);
const retries = async () =>
  (await env.DB.prepare('SELECT kind, key, attempts, next_try_at - ?1 AS waits, error FROM job_retries').bind(now()).all()).results;

/** Mails to whoever looks after the product, by what they are about. */
async function opsMails(kind: string): Promise<string[]> {
  const { results } = await env.DB.prepare(`SELECT template FROM outbox WHERE to_address = ? AND payload ->> 'kind' = ? ORDER BY id`)
    .bind(opsTo, kind)
    .all<{ template: string }>();
  return results.map(({ template }) => template);
}

/** An order of a member's own that Stripe is to be asked about now; when it is asked about next. */
async function dueOrder() {
  const { client } = await newMember({ role: 'basic' });
  const { order } = await openCheckout(client, 'cache-cards', '3');
  const id = order?.id ?? 0;
  await change('UPDATE orders SET next_check_at = ? WHERE id = ?', now(), id);
  return { id, nextCheck: async () => (await row<{ at: number }>('SELECT next_check_at AS at FROM orders WHERE id = ?', id))?.at ?? 0 };
}

/** Orders whose payments Stripe does not know, due before all others. */
async function badOrders(count: number, { isExpired = false } = {}): Promise<void> {
  for (let from = 1; from <= count; from += 100) {
    const { id } = await newMember({ role: 'basic' });
    await change(
      `WITH RECURSIVE n(i) AS (SELECT ?2 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
       INSERT INTO orders (user_id, kind, quantity, amount_cents, stripe_payment_intent_id, created_at, expires_at, next_check_at)
       SELECT ?1, 'cache_cards', CAST(1 + i - ?2 AS INTEGER), 100, 'pi_gone_' || ?1 || '_' || i, 1, ?4, ?5 FROM n`,
      id,
      from,
      Math.min(count, from + 99),
      isExpired ? now() - 1 : now() + 20 * hour,
      now() - hour,
    );
  }
}

describe('a payment provider that fails altogether', () => {
  test.each([
    ['since our key was revoked', { status: 401 }],
    ['by itself', { status: 500 }],
    ['by not being there', 'absent'],
  ] as const)('%s fails the run with its cause, is mailed once, and raises no counter; then all goes on', async (_, fault) => {
    const orders = [await dueOrder(), await dueOrder(), await dueOrder(), await dueOrder()];
    const workerEnv = fault === 'absent' ? withoutStripe : undefined;
    const run = () => fire('reconcile-payments', { ...(workerEnv && { workerEnv }) });
    if (fault !== 'absent') await control('faults', { match: '/GET .v1.payment_intents/', times: 1_000, ...fault });
    await expect(run()).rejects.toThrow(/^The payment provider could not do what it was asked, so the rest waits: /);
    expect(await lastRun('reconcile-payments')).toMatchObject({ outcome: 'failed', error: expect.stringContaining('payment provider') });
    const waiting = await retries();
    expect(waiting.length).toBeGreaterThan(0);
    for (const one of waiting) expect(one).toMatchObject({ attempts: 0, waits: jobRetrySeconds.first, error: expect.any(String) });

    await watch();
    expect(await opsMails('job_failed')).toEqual(['alarm_began']);
    later(jobRetrySeconds.first);
    await expect(run()).rejects.toThrow('payment provider');
    await watch();
    expect(await opsMails('job_failed')).toEqual(['alarm_began']);

    await control('faults', {}, 'DELETE');
    later(jobRetrySeconds.first);
    await fire('reconcile-payments');
    for (const { nextCheck } of orders) expect(await nextCheck()).toBeGreaterThan(now());
    expect(await retries()).toEqual([]);
    await Promise.all([watch(), watch()]);
    expect(await opsMails('job_failed')).toEqual(['alarm_began', 'alarm_over']);
  });
});

describe('rows that fail', () => {
  test('sixty at the head of the queue do not keep the one behind them waiting, and wait longer each time', async () => {
    await badOrders(60);
    const healthy = await dueOrder();
    await expect(fire('reconcile-payments')).rejects.toThrow(
      /^60 of 61 .* failed and wait for another try\. The first: PaymentProviderError/,
    );
    expect(await healthy.nextCheck()).toBeGreaterThan(now());
    for (const waits of [1, 2, 4, 8].map((times) => times * jobRetrySeconds.first)) {
      const rows = await retries();
      expect(rows).toHaveLength(60);
      for (const one of rows) expect(one).toMatchObject({ kind: 'order', waits });
      later(waits - 1);
      await fire('reconcile-payments');
      later(1);
      await expect(fire('reconcile-payments')).rejects.toThrow('60 of 60');
    }
    await watch();
    expect(await opsMails('job_failed')).toEqual(['alarm_began']);
    // Somebody looks after them.
    await change("UPDATE orders SET status = 'cancelled', cancelled_at = 1 WHERE stripe_payment_intent_id LIKE 'pi_gone_%'");
    later(86_400);
    await fire('reconcile-payments');
    expect(await retries()).toEqual([]);
    await watch();
    expect(await opsMails('job_failed')).toEqual(['alarm_began', 'alarm_over']);
  });

  test('fifteen that look like an outage let the one behind them through all the same, some runs later', async () => {
    await badOrders(15);
    const healthy = await dueOrder();
    await control('faults', { match: '/GET .v1.payment_intents.pi_gone/', status: 500, times: 1_000 });
    let runs = 0;
    while ((await healthy.nextCheck()) <= now() && runs < 10) {
      await fire('reconcile-payments').catch(() => undefined);
      runs += 1;
      later(300);
    }
    expect(runs).toBeLessThanOrEqual(6);
  });
});

test('a run stays within its share of statements, however much is due, and the next ones go on: each row once', async () => {
  await badOrders(150, { isExpired: true });
  let statements = 0;
  const real = env as unknown as Env;
  const DB = {
    prepare: (sql: string) => {
      statements += 1;
      return real.DB.prepare(sql);
    },
    batch: (prepared: D1PreparedStatement[]) => real.DB.batch(prepared),
  } as unknown as D1Database;
  const used: number[] = [];
  for (let run = 0; run < 10 && (await retries()).length < 150; run += 1) {
    statements = 0;
    await fire('reconcile-payments', { workerEnv: { ...real, DB } }).catch(() => undefined);
    used.push(statements);
  }
  expect(used.length).toBeGreaterThan(1);
  expect(used[0]).toBeGreaterThanOrEqual(statementsARun);
  for (const count of used) expect(count).toBeLessThan(900);
  const rows = await retries();
  expect(rows).toHaveLength(150);
  for (const one of rows) expect(one).toMatchObject({ attempts: 1 });
});

test('a mail provider over its quota fails the run, uses up no tries, and all mails go once when it takes mails again', async () => {
  const provider = new FakeProvider();
  const workerEnv = envWith(provider, { OPS_TO: opsTo });
  provider.before = () => {
    throw Object.assign(new Error('You have reached the daily limit'), { code: 'E_DAILY_LIMIT_EXCEEDED' });
  };
  const addresses = await Promise.all(Array.from({ length: 20 }, () => queueOne(null)));
  await expect(fire('deliver-mail', { workerEnv })).rejects.toThrow('The mail provider takes no mails now');
  expect(await lastRun('deliver-mail')).toMatchObject({ outcome: 'failed' });
  for (const to of addresses) expect(await outboxRow(to)).toMatchObject({ status: 'queued', attempts: 0 });
  await watch(workerEnv);
  expect(await outboxRow(opsTo)).toMatchObject({ status: 'queued', attempts: 0 });

  provider.before = () => undefined;
  // What was tried waits; what was not goes at once. It is over only when all have gone.
  await fire('deliver-mail', { workerEnv });
  await watch(workerEnv);
  expect(await opsMails('job_failed')).toEqual(['alarm_began']);
  later(jobRetrySeconds.first);
  await fire('deliver-mail', { workerEnv });
  await watch(workerEnv);
  expect(await opsMails('job_failed')).toEqual(['alarm_began', 'alarm_over']);
  await fire('deliver-mail', { workerEnv });
  for (const to of addresses) expect(provider.to(to)).toHaveLength(1);
  expect(provider.to(opsTo).map(({ subject }) => subject)).toEqual([
    'Needs somebody: A scheduled job could not do its work',
    'Over: A scheduled job could not do its work',
  ]);
});

test('a printer that is down: the order that it never answered needs somebody, until it is printed', async () => {
  const { client } = await newAdmin();
  await printerControl('faults', { match: 'POST /orders/add', status: 200 });
  expect((await placeTestOrder({ client }, testOrder)).status).toBe(502);
  await watch();
  expect(await opsMails('prints_failed')).toEqual([]);
  later(printOverdueSeconds);
  await watch();
  await watch();
  expect(await opsMails('prints_failed')).toEqual(['alarm_began']);
  const draft = await row<{ id: number }>('SELECT max(id) AS id FROM print_orders');
  expect((await client.post(`/api/admin/print-orders/${draft?.id}/retry`)).status).toBe(200);
  await watch();
  expect(await opsMails('prints_failed')).toEqual(['alarm_began', 'alarm_over']);
});

test('two that watch at once begin one alarm and queue one mail; without an address nobody is mailed', async () => {
  await queueOne(null);
  await change("UPDATE outbox SET status = 'dead'");
  await watch(env as unknown as Env);
  expect(await opsMails('mails_dead')).toEqual([]);
  expect(await row('SELECT kind, mailed_at AS mailed FROM alarms')).toEqual({ kind: 'mails_dead', mailed: null });
  // An address is set up later: what stands still is told.
  later(300);
  await Promise.all([watch(), watch(), watch()]);
  expect(await opsMails('mails_dead')).toEqual(['alarm_began']);
  await change("DELETE FROM outbox WHERE status = 'dead'");
  await Promise.all([watch(), watch(), watch()]);
  expect(await opsMails('mails_dead')).toEqual(['alarm_began', 'alarm_over']);
  expect(await row('SELECT count(*) AS n FROM alarms WHERE ended_at IS NOT NULL')).toEqual({ n: 1 });
});
