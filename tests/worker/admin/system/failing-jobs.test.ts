/**
 * Jobs whose provider fails. Each failure is reported within one run and emailed once. The jobs recover automatically, and no work is lost
 * or done twice. Product rules: Jobs and alarms.
 */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { JobName } from '#schema/admin/jobs.ts';
import { jobRetrySeconds, printOverdueSeconds } from '#schema/rules.ts';
import type { DeepHealth } from '#schema/site.ts';
import { withSession } from '#tests/support/database/session-database.ts';
import { eachVariant } from '#tests/support/variants.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { advanceClock, Client, change, newMember, row } from '#tests/worker/support/client.ts';
import { deliverEvents, hour, passTime } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { confirmAtStripe, control, openCheckout, stripe, testCards } from '#tests/worker/support/memberships/payments.ts';
import { envWith, FakeProvider, outboxRow, queueOne } from '#tests/worker/support/messages/mail-delivery.ts';
import { placeTestOrder, printerControl, testOrder } from '#tests/worker/support/printing/printing.ts';
import type { Env } from '#worker/env.ts';
import { maxStatementsPerRun } from '#worker/jobs/budget.ts';
import { observeDatabase } from '#worker/store/observed-database.ts';

const opsTo = 'ops@example.test';
/** Points the Stripe client at a port where nothing listens. */
const withoutStripe = { ...(env as unknown as Env), STRIPE_API_BASE: 'http://localhost:9' };
const withOps: Env = { ...(env as unknown as Env), OPS_TO: opsTo };

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // Freezes the clock; only `later` advances it.
  vi.setSystemTime(Date.now());
  for (const table of ['alarms', 'job_runs', 'job_retries', 'outbox']) await change(`DELETE FROM ${table}`);
  await change("UPDATE orders SET status = 'cancelled', cancelled_at = 1 WHERE status = 'open'");
  await change('UPDATE subscriptions SET next_check_at = NULL');
  await change('UPDATE payments SET refund_requested_at = NULL');
  await change("DELETE FROM stripe_events WHERE type = 'refund_to_pay'");
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

/** Returns the emails that were sent to the operator with this subject. */
async function opsMails(kind: string): Promise<string[]> {
  const { results } = await env.DB.prepare(`SELECT template FROM outbox WHERE to_address = ? AND payload ->> 'kind' = ? ORDER BY id`)
    .bind(opsTo, kind)
    .all<{ template: string }>();
  return results.map(({ template }) => template);
}

/** Creates an order that is due to be checked against Stripe. `nextCheck` returns the time of the order's next check. */
async function dueOrder() {
  const { client } = await newMember({ role: 'basic' });
  const { order } = await openCheckout(client, 'cache-cards', '3');
  const id = order?.id ?? 0;
  await change('UPDATE orders SET next_check_at = ? WHERE id = ?', now(), id);
  return { id, nextCheck: async () => (await row<{ at: number }>('SELECT next_check_at AS at FROM orders WHERE id = ?', id))?.at ?? 0 };
}

/** Creates orders whose payments do not exist at Stripe. They are due before all other orders. */
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

describe('a payment provider that fails for every call', () => {
  eachVariant([
    ['because our key was revoked', { status: 401 }],
    ['with an internal error', { status: 500 }],
    ['by being unreachable', 'absent'],
  ] as const)('%s fails the run with its cause, is mailed once, and counts no attempts; then the rest continues', async (_, fault) => {
    const orders = [await dueOrder(), await dueOrder(), await dueOrder(), await dueOrder()];
    const workerEnv = fault === 'absent' ? withoutStripe : undefined;
    const run = () => fire('reconcile-payments', { ...(workerEnv && { workerEnv }) });
    if (fault !== 'absent') await control('faults', { match: '/GET .v1.payment_intents/', times: 1_000, ...fault });
    await expect(run()).rejects.toThrow(/^The payment provider is unavailable, so the rest will be retried later: /);
    expect(await lastRun('reconcile-payments')).toMatchObject({ outcome: 'failed', error: expect.stringContaining('payment provider') });
    const waiting = await retries();
    expect(waiting.length).toBeGreaterThan(0);
    for (const one of waiting) expect(one).toMatchObject({ attempts: 0, waits: jobRetrySeconds.first, error: expect.any(String) });

    await watch();
    expect(await opsMails('job_failed')).toEqual(['alarm_began']);
    advanceClock(jobRetrySeconds.first);
    await expect(run()).rejects.toThrow('payment provider');
    await watch();
    expect(await opsMails('job_failed')).toEqual(['alarm_began']);

    await control('faults', {}, 'DELETE');
    advanceClock(jobRetrySeconds.first);
    await fire('reconcile-payments');
    for (const { nextCheck } of orders) expect(await nextCheck()).toBeGreaterThan(now());
    expect(await retries()).toEqual([]);
    await Promise.all([watch(), watch()]);
    expect(await opsMails('job_failed')).toEqual(['alarm_began', 'alarm_over']);
  });
});

describe('a payment provider that fails while no row is due', () => {
  eachVariant([
    ['because our key was revoked', { status: 401 }, /401/],
    ['with an internal error', { status: 500 }, /500/],
    ['by being unreachable', 'absent', /without a response/],
  ] as const)('%s fails the next run, is mailed once, and recovers automatically', async (_, fault, cause) => {
    const run = () => fire('reconcile-payments', { ...(fault === 'absent' && { workerEnv: withoutStripe }) });
    if (fault !== 'absent') await control('faults', { match: '/./', times: 1_000, ...fault });
    for (let runs = 0; runs < 3; runs += 1) {
      await expect(run()).rejects.toThrow(cause);
      await watch();
      advanceClock(300);
    }
    expect(await opsMails('job_failed')).toEqual(['alarm_began']);
    await control('faults', {}, 'DELETE');
    await fire('reconcile-payments');
    await watch();
    expect(await opsMails('job_failed')).toEqual(['alarm_began', 'alarm_over']);
  });

  test('also fails the run if only a refused checkout without a Stripe object is due', async () => {
    const { client } = await newMember({ role: 'basic' });
    await control('faults', { match: '/./', times: 1_000, status: 401 });
    expect((await client.get('/api/payment-intent/cache-cards/3')).status).toBe(502);
    advanceClock(hour);
    await expect(fire('reconcile-payments')).rejects.toThrow(/401/);
  });
});

describe('failing rows', () => {
  test('do not delay the one behind 60 of them, and wait longer each time', { tags: 'long' }, async () => {
    await badOrders(60);
    const healthy = await dueOrder();
    await expect(fire('reconcile-payments')).rejects.toThrow(/^60 of 61 .* failed and will be retried\. First error: PaymentProviderError/);
    expect(await healthy.nextCheck()).toBeGreaterThan(now());
    for (const waits of [1, 2, 4, 8].map((times) => times * jobRetrySeconds.first)) {
      const rows = await retries();
      expect(rows).toHaveLength(60);
      for (const one of rows) expect(one).toMatchObject({ kind: 'order', waits });
      advanceClock(waits - 1);
      await fire('reconcile-payments');
      advanceClock(1);
      await expect(fire('reconcile-payments')).rejects.toThrow('60 of 60');
    }
    await watch();
    expect(await opsMails('job_failed')).toEqual(['alarm_began']);
    // Resolves the orders as an administrator would.
    await change("UPDATE orders SET status = 'cancelled', cancelled_at = 1 WHERE stripe_payment_intent_id LIKE 'pi_gone_%'");
    advanceClock(86_400);
    await fire('reconcile-payments');
    expect(await retries()).toEqual([]);
    await watch();
    expect(await opsMails('job_failed')).toEqual(['alarm_began', 'alarm_over']);
  });

  test('that look like an outage let the row behind 15 of them through, some runs later', { tags: 'long' }, async () => {
    await badOrders(15);
    const healthy = await dueOrder();
    await control('faults', { match: '/GET .v1.payment_intents.pi_gone/', status: 500, times: 1_000 });
    let runs = 0;
    while ((await healthy.nextCheck()) <= now() && runs < 10) {
      await fire('reconcile-payments').catch(() => undefined);
      runs += 1;
      advanceClock(300);
    }
    expect(runs).toBeLessThanOrEqual(6);
  });
});

/** Creates a member who paid twice for the same membership, so one subscription must be canceled and refunded. */
async function paidTwice(card?: string) {
  const member = await newMember();
  const { client, id } = member;
  const first = await openCheckout(client, 'membership', 'basic');
  // Simulates a lost response from Stripe: the order is canceled in our database but can still be paid at Stripe.
  await change("UPDATE orders SET status = 'cancelled', cancelled_at = 1 WHERE id = ?", first.order?.id ?? 0);
  const second = await openCheckout(client, 'membership', 'basic');
  for (const { clientSecret } of [second, first]) {
    expect((await confirmAtStripe(clientSecret, card)).status).toBe('succeeded');
    await deliverEvents(member);
  }
  // Advances the frozen clock to catch up with Stripe's, which keeps running.
  advanceClock(60);
  const stand = () =>
    row<{ paid: number; back: number; subscriptions: number }>(
      `SELECT sum(amount_cents) AS paid, sum(refunded_cents) AS back,
         (SELECT count(*) FROM subscriptions WHERE user_id = ?1 AND ended_at IS NULL) AS subscriptions FROM payments WHERE user_id = ?1`,
      id,
    );
  return { member, stand };
}

describe('a payment that Stripe refuses to change', () => {
  test('fails the run with the reason and one alarm, is retried with longer waits, and is done once possible', async () => {
    await control('faults', { match: '/^(POST .v1.refunds|DELETE .v1.subscriptions)/', status: 400, times: 1_000 });
    const { stand } = await paidTwice();
    expect(await stand()).toEqual({ paid: 10_000, back: 0, subscriptions: 2 });
    await expect(fire('reconcile-payments')).rejects.toThrow(/^2 of 2 .* failed .* 400: {2}The request failed/);
    for (const one of await retries()) expect(one).toMatchObject({ attempts: 1, waits: jobRetrySeconds.first, error: expect.any(String) });
    await watch();
    advanceClock(jobRetrySeconds.first);
    await expect(fire('reconcile-payments')).rejects.toThrow('2 of 2');
    for (const one of await retries()) expect(one).toMatchObject({ attempts: 2, waits: 2 * jobRetrySeconds.first });
    // A run with nothing to retry succeeds but does not clear the alarm.
    advanceClock(300);
    await fire('reconcile-payments');
    await watch();
    expect(await opsMails('job_failed')).toEqual(['alarm_began']);

    await control('faults', {}, 'DELETE');
    advanceClock(2 * jobRetrySeconds.first);
    await fire('reconcile-payments');
    expect(await stand()).toEqual({ paid: 10_000, back: 5_000, subscriptions: 1 });
    expect(await retries()).toEqual([]);
    await watch();
    expect(await opsMails('job_failed')).toEqual(['alarm_began', 'alarm_over']);
  });

  test('does not fail if the object was already changed at Stripe without our knowledge', async () => {
    await control('faults', { match: '/^(POST .v1.refunds|DELETE .v1.subscriptions)/', status: 400, times: 1_000 });
    const { member, stand } = await paidTwice();
    await control('faults', {}, 'DELETE');
    const owed = await row<{ intent: string; subscription: string }>(
      `SELECT stripe_payment_intent_id AS intent, stripe_subscription_id AS subscription FROM payments p JOIN subscriptions s ON s.id = p.subscription_id
       WHERE p.user_id = ? AND refund_requested_at IS NOT NULL`,
      member.id,
    );
    await stripe.refunds.create({ payment_intent: owed?.intent ?? '' });
    await stripe.subscriptions.cancel(owed?.subscription ?? '');
    await fire('reconcile-payments');
    expect(await stand()).toEqual({ paid: 10_000, back: 5_000, subscriptions: 1 });
    expect(await retries()).toEqual([]);
  });

  test('does not retry a refund that the bank returned: an administrator must pay it', async () => {
    const { member, stand } = await paidTwice(testCards.refundFails);
    expect(await stand()).toEqual({ paid: 10_000, back: 5_000, subscriptions: 1 });
    await passTime(member, 8 * 24 * hour);
    await deliverEvents(member);
    await fire('reconcile-payments');
    expect(await stand()).toEqual({ paid: 10_000, back: 0, subscriptions: 1 });
    await watch();
    expect(await opsMails('refunds_to_pay')).toEqual(['alarm_began']);
  });

  test('includes an order that can no longer be paid but that Stripe does not close', async () => {
    const { id } = await dueOrder();
    advanceClock(22 * hour);
    await control('faults', { match: '/^POST .v1.payment_intents.*cancel/', status: 400, times: 1_000 });
    await expect(fire('reconcile-payments')).rejects.toThrow(/^1 of 1 .* The request failed/);
    await control('faults', {}, 'DELETE');
    advanceClock(jobRetrySeconds.first);
    await fire('reconcile-payments');
    expect(await row('SELECT status FROM orders WHERE id = ?', id)).toEqual({ status: 'cancelled' });
  });
});

test('a run stays within its statement budget, however much is due, and later runs process each row once', async () => {
  await badOrders(150, { isExpired: true });
  let statements = 0;
  const real = env as unknown as Env;
  const DB = withSession(
    observeDatabase(real.DB, () => {
      statements += 1;
    }),
  );
  const used: number[] = [];
  for (let run = 0; run < 10 && (await retries()).length < 150; run += 1) {
    statements = 0;
    await fire('reconcile-payments', { workerEnv: { ...real, DB } }).catch(() => undefined);
    used.push(statements);
  }
  expect(used.length).toBeGreaterThan(1);
  expect(used[0]).toBeGreaterThanOrEqual(maxStatementsPerRun);
  for (const count of used) expect(count).toBeLessThan(900);
  const rows = await retries();
  expect(rows).toHaveLength(150);
  for (const one of rows) expect(one).toMatchObject({ attempts: 1 });
});

test('a mail provider over its quota fails the run without counting attempts, and all emails are sent once later', async () => {
  const provider = new FakeProvider();
  const workerEnv = envWith(provider, { OPS_TO: opsTo });
  provider.before = () => {
    throw Object.assign(new Error('You have reached the daily limit'), { code: 'E_DAILY_LIMIT_EXCEEDED' });
  };
  const addresses = await Promise.all(Array.from({ length: 20 }, () => queueOne(null)));
  await expect(fire('deliver-mail', { workerEnv })).rejects.toThrow('The mail provider isn’t accepting email right now');
  expect(await lastRun('deliver-mail')).toMatchObject({ outcome: 'failed' });
  for (const to of addresses) expect(await outboxRow(to)).toMatchObject({ status: 'queued', attempts: 0 });
  await watch(workerEnv);
  expect(await outboxRow(opsTo)).toMatchObject({ status: 'queued', attempts: 0 });

  provider.before = () => undefined;
  // Emails that failed once wait for their retry, while new ones are sent immediately. The alarm clears when all emails have been sent.
  await fire('deliver-mail', { workerEnv });
  await watch(workerEnv);
  expect(await opsMails('job_failed')).toEqual(['alarm_began']);
  advanceClock(jobRetrySeconds.first);
  await fire('deliver-mail', { workerEnv });
  await watch(workerEnv);
  expect(await opsMails('job_failed')).toEqual(['alarm_began', 'alarm_over']);
  await fire('deliver-mail', { workerEnv });
  for (const to of addresses) expect(provider.to(to)).toHaveLength(1);
  expect(provider.to(opsTo).map(({ subject }) => subject)).toEqual([
    'Action needed: A scheduled job failed',
    'Resolved: A scheduled job failed',
  ]);
});

describe('a mail provider that is down while one email is due', () => {
  eachVariant([
    ['with an internal error', { code: 'E_INTERNAL_SERVER_ERROR' }],
    ['by being unreachable', {}],
  ])('(%s) fails the next run, raises one alarm, reports deep health as failing, and recovers when the mail is sent', async (_, more) => {
    const provider = new FakeProvider();
    const workerEnv = envWith(provider, { OPS_TO: opsTo, OPS_TOKEN: 'of-the-tests-alone-0123456789' });
    const outside = new Client();
    outside.workerEnv = workerEnv;
    const deep = () => outside.get<DeepHealth>('/api/health/deep', { Authorization: 'Bearer of-the-tests-alone-0123456789' });
    provider.before = () => {
      throw Object.assign(new Error('Try again later'), more);
    };
    const to = await queueOne(null);
    await expect(fire('deliver-mail', { workerEnv })).rejects.toThrow(
      'The mail provider isn’t accepting email right now. We’ll retry: Try again later',
    );
    expect(await lastRun('deliver-mail')).toMatchObject({ outcome: 'failed' });
    const since = new Date(now() * 1_000).toISOString();
    for (let minute = 0; minute < 40; minute += 1) {
      if (minute % 5 === 0) await watch(workerEnv);
      expect((await deep()).body.mail).toEqual({ status: 'failing', oldestDueAt: since });
      advanceClock(60);
      await fire('deliver-mail', { workerEnv }).catch(() => undefined);
    }
    expect(await opsMails('job_failed')).toEqual(['alarm_began']);

    provider.before = () => undefined;
    advanceClock(43_200);
    await fire('deliver-mail', { workerEnv });
    await watch(workerEnv);
    expect(provider.to(to)).toHaveLength(1);
    expect(await opsMails('job_failed')).toEqual(['alarm_began', 'alarm_over']);
    await fire('deliver-mail', { workerEnv });
    expect((await deep()).body.mail).toEqual({ status: 'ok', oldestDueAt: null });
  });

  eachVariant(['E_RECIPIENT_SUPPRESSED', 'E_DELIVERY_FAILED', 'E_VALIDATION_ERROR'])(
    'a single refused mail (%s) fails no run and raises no alarm',
    async (code) => {
      const provider = new FakeProvider();
      const workerEnv = envWith(provider, { OPS_TO: opsTo });
      provider.before = () => {
        throw Object.assign(new Error('Not this one'), { code });
      };
      const to = await queueOne(null);
      await fire('deliver-mail', { workerEnv });
      expect(await outboxRow(to)).toMatchObject({ status: 'queued', attempts: 1, lastError: 'Not this one' });
      await watch(workerEnv);
      expect(await opsMails('job_failed')).toEqual([]);
    },
  );
});

eachVariant([
  ['fails', { status: 500 }],
  ['returns malformed data', { status: 200 }],
  ['is unreachable', { drop: true }],
])('a printer that %s raises an alarm for an order it did not take, until it is printed', async (_, fault) => {
  const { client } = await newAdmin();
  await printerControl('faults', { match: 'POST /orders/add', times: 5, ...fault });
  expect((await placeTestOrder({ client }, testOrder)).status).toBe(502);
  await printerControl('faults', {}, 'DELETE');
  await watch();
  await watch();
  expect(await opsMails('prints_failed')).toEqual(['alarm_began']);
  const draft = await row<{ id: number }>('SELECT max(id) AS id FROM print_orders');
  expect((await client.post(`/api/admin/print-orders/${draft?.id}/retry`)).status).toBe(200);
  await watch();
  expect(await opsMails('prints_failed')).toEqual(['alarm_began', 'alarm_over']);
});

eachVariant([
  ['fails', { status: 500 }],
  ['rejects our key', { status: 401 }],
  ['is unreachable', { drop: true }],
])('a printer that %s during a quote raises one alarm, until it answers again', async (_, fault) => {
  await change("DELETE FROM print_orders WHERE status = 'draft'");
  const { client } = await newAdmin();
  const { confirmedQuoteId: _quote, ...toQuote } = { confirmedQuoteId: undefined, ...testOrder, environment: 'production' };
  await printerControl('faults', { match: '/./', times: 100, ...fault });
  expect((await placeTestOrder({ client }, toQuote)).status).toBe(502);
  await watch();
  advanceClock(300);
  await watch();
  expect(await opsMails('prints_failed')).toEqual(['alarm_began']);
  await printerControl('faults', {}, 'DELETE');
  await watch();
  expect(await opsMails('prints_failed')).toEqual(['alarm_began', 'alarm_over']);
});

test('a print order without a stored response raises an alarm once it is overdue', async () => {
  const { client } = await newAdmin();
  await printerControl('faults', { match: 'POST /orders/add', status: 200 });
  expect((await placeTestOrder({ client }, testOrder)).status).toBe(502);
  // Simulates a Worker that was interrupted while it waited for the printer.
  await change("UPDATE print_orders SET error = NULL WHERE status = 'draft'");
  advanceClock(printOverdueSeconds - 1);
  await watch();
  expect(await opsMails('prints_failed')).toEqual([]);
  advanceClock(1);
  await watch();
  expect(await opsMails('prints_failed')).toEqual(['alarm_began']);
});

test('concurrent watches raise one alarm and queue one email; without an address no email is sent', async () => {
  await queueOne(null);
  await change("UPDATE outbox SET status = 'dead'");
  await watch(env as unknown as Env);
  expect(await opsMails('mails_dead')).toEqual([]);
  expect(await row('SELECT kind, mailed_at AS mailed FROM alarms')).toEqual({ kind: 'mails_dead', mailed: null });
  // If the operator's email address is configured later, it still receives the notice about a current alarm.
  advanceClock(300);
  await Promise.all([watch(), watch(), watch()]);
  expect(await opsMails('mails_dead')).toEqual(['alarm_began']);
  await change("DELETE FROM outbox WHERE status = 'dead'");
  await Promise.all([watch(), watch(), watch()]);
  expect(await opsMails('mails_dead')).toEqual(['alarm_began', 'alarm_over']);
  expect(await row('SELECT count(*) AS n FROM alarms WHERE ended_at IS NOT NULL')).toEqual({ n: 1 });
});
