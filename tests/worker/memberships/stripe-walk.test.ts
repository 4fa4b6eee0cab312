/**
 * POST /api/ops/stripe-reconcile compares everything at Stripe with the database. It applies exact matches and leaves everything else for
 * an administrator.
 * @module-tag long
 */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ReconcileStepResult } from '#schema/admin/ops.ts';
import { unlimited } from '#tests/worker/support/admin/crons.ts';
import { Client, change, everyRow, expectError, newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import { moveClockTo, paymentsOf, runJob, seconds } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { closeDispute, disputeAtStripe } from '#tests/worker/support/memberships/money-back.ts';
import { buy, control, customerOf, openCheckout, stripe, testCards } from '#tests/worker/support/memberships/payments.ts';
import { restore, takeBackup } from '#tests/worker/support/restored-database.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { paymentDeps } from '#worker/flows/memberships/deps.ts';
import { walkRefundsAndDisputes } from '#worker/jobs/walk-refunds-and-disputes.ts';
import { createStore } from '#worker/store/store.ts';

const token = 'a-token-of-operations-0123456789';
const address = '/api/ops/stripe-reconcile';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
});

function operator(shown: string | null = token, configured: string | null = token): Client {
  const client = new Client();
  client.workerEnv = { ...(env as unknown as Env), ...(configured !== null && { OPS_TOKEN: configured }) };
  if (shown !== null) client.token = shown;
  return client;
}

/** All test files share one fake Stripe, so each of these tests creates its members on a separate day and reconciles from that day. */
let day = 0;
let since = '';
const timeOn = (of: number, time: string) => `${new Date(Date.UTC(2033, 4, of)).toISOString().slice(0, 10)}T${time}:00.000Z`;
async function memberOfNextDays(options: Parameters<typeof newMember>[0] = {}): Promise<TestMember> {
  day += 3;
  since = timeOn(day, '00:00').slice(0, 10);
  const member = await newMember(options);
  // Extends a granted membership so that it does not expire before the simulated date of this test.
  await change('UPDATE membership_periods SET ends_at = ends_at * 2 WHERE user_id = ?', member.id);
  const { order } = await openCheckout(member.client, options.role ? 'cache-cards' : 'membership', options.role ? '1' : 'basic');
  await member.client.post(`/api/orders/${order?.id}/cancel`);
  await moveClockTo(member, seconds(timeOn(day, '10:00')));
  return member;
}

async function intentOfOrder(id: number): Promise<string> {
  return (await row<{ id: string }>('SELECT stripe_payment_intent_id AS id FROM orders WHERE id = ?', id))?.id ?? '';
}

/** Returns the dependencies needed to call a job directly. */
async function depsAt(now: number) {
  const workerEnv = env as unknown as Env;
  return paymentDeps(await readConfig(workerEnv), createStore(workerEnv), now);
}

/** Reconciles a customer step by step until no cursor is returned. */
async function walk(customer: string): Promise<Omit<ReconcileStepResult, 'cursor' | 'checkoutsWait'> & { steps: number }> {
  const client = operator();
  const all = { examined: 0, repaired: [] as ReconcileStepResult['repaired'], undecided: [] as ReconcileStepResult['undecided'], steps: 0 };
  for (let cursor: string | null = null; all.steps === 0 || cursor !== null; all.steps += 1) {
    const answer: { status: number; body: ReconcileStepResult } = await client.post<ReconcileStepResult>(address, {
      since,
      cursor,
      customer,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    all.examined += answer.body.examined;
    all.repaired.push(...answer.body.repaired);
    all.undecided.push(...answer.body.undecided);
    cursor = answer.body.cursor;
  }
  return all;
}

describe('access to the Stripe walk', () => {
  test('needs the operations token; without a configured token the route does not exist', async () => {
    const body = { since: '2026-11-01', cursor: null };
    for (const client of [operator(null), operator(`${token}x`), operator('x')])
      expectError(await client.post(address, body), 401, 'ops_token_wrong');
    for (const client of [operator(null, null), operator(token, null), operator('', '')])
      expectError(await client.post(address, body), 404, 'not_found');
  });

  test.each([
    {},
    { since: 'yesterday', cursor: null },
    { since: '2026-11-01' },
    { since: '2026-11-01', cursor: 'refunds' },
    { since: '2026-11-01', cursor: null, customer: 'Ada' },
    { since: '2026-11-01', cursor: null, more: 1 },
  ])('needs valid input, not %j', async (body) => {
    expectError(await operator().post(address, body), 400, 'invalid_input');
  });
});

describe('a Stripe walk', () => {
  test('restores purchases, refunds and disputes since the backup, once', async () => {
    const member = await memberOfNextDays();
    const customer = await customerOf(member.id);
    await buy(member.client, 'membership', 'basic');
    const refunded = await buy(member.client, 'cache-cards', '2');
    const disputed = await buy(member.client, 'cache-cards', '3');
    const intents = { refunded: await intentOfOrder(refunded.id), disputed: await intentOfOrder(disputed.id) };
    const backup = await takeBackup();
    await buy(member.client, 'membership', 'premium');
    await buy(member.client, 'cache-cards', '4');
    await stripe.refunds.create({ payment_intent: intents.refunded });
    await control('disputes', { payment_intent: intents.disputed });
    await restore(backup);

    const { repaired, undecided, steps } = await walk(customer);
    expect(undecided).toEqual([]);
    expect(steps).toBe(5);
    expect(new Set(repaired.map(({ memberId }) => memberId))).toEqual(new Set([member.id]));
    expect((await member.client.get('/api/user')).body.role).toBe('premium');
    const payments = (await paymentsOf(member)).map(({ amount, status }) => `${amount} ${status}`);
    expect(payments).toEqual(expect.arrayContaining(['200 refunded', '300 disputed', '400 paid', '5000 paid']));
    expect(await row("SELECT count(*) AS n FROM cache_cards WHERE user_id = ? AND status <> 'disabled'", member.id)).toEqual({ n: 7 });

    const before = await everyRow({ except: ['outbox'] });
    expect(await walk(customer)).toMatchObject({ repaired: [], undecided: [] });
    expect(await everyRow({ except: ['outbox'] })).toEqual(before);
  });

  test('stores a payment of an uncertain member, reports it on every walk, and applies it once it matches', async () => {
    const member = await memberOfNextDays({ role: 'basic' });
    const customer = await customerOf(member.id);
    const backup = await takeBackup();
    const { id } = await buy(member.client, 'cache-cards', '2');
    const intent = await intentOfOrder(id);
    await restore(backup);
    await change('UPDATE users SET created_at = created_at + 1 WHERE id = ?', member.id);
    for (let times = 1; times <= 2; times += 1) {
      const { undecided } = await walk(customer);
      expect(undecided).toEqual([{ id: intent, reason: 'unknown_member', about: expect.stringContaining('2 Cache Cards, 2.00 USD') }]);
    }
    const waiting = () => row('SELECT applied_at IS NULL AS waits, error FROM stripe_events WHERE id = ?', intent);
    expect(await waiting()).toEqual({ waits: 1, error: 'unknown_member' });
    await runJob();
    expect(await waiting()).toEqual({ waits: 1, error: 'unknown_member' });
    await change('UPDATE users SET created_at = created_at - 1 WHERE id = ?', member.id);
    await moveClockTo(member, seconds(timeOn(day, '11:00')));
    await runJob();
    expect(await waiting()).toEqual({ waits: 0, error: null });
    expect((await member.client.get('/api/cache-cards')).body).toHaveLength(2);
  });

  test('continues after any object of any list, and skips objects too old to matter', async () => {
    const member = await memberOfNextDays({ role: 'basic' });
    const customer = await customerOf(member.id);
    for (const quantity of ['2', '3', '4']) await buy(member.client, 'cache-cards', quantity);
    const { data } = await stripe.paymentIntents.list({ customer });
    const step = (cursor: string) => operator().post<ReconcileStepResult>(address, { since, cursor, customer });
    expect((await step(`payments:${data[1]?.id}`)).body).toEqual({
      cursor: 'refunds:',
      checkoutsWait: false,
      examined: 1,
      repaired: [],
      undecided: [],
    });
    expect((await step(`disputes:`)).body.cursor).toBeNull();
  });

  test('reports that Stripe is down, so that the same step can be repeated', { tags: 'long' }, async () => {
    const client = operator();
    client.workerEnv = { ...client.workerEnv, STRIPE_API_BASE: 'http://localhost:9' };
    expectError(await client.post(address, { since: '2026-11-01', cursor: null }), 502, 'payment_provider_unavailable');
  });
});

test('the daily job finds refunds and disputes of known payments without a webhook', async () => {
  const member = await memberOfNextDays({ role: 'basic' });
  const { id } = await buy(member.client, 'cache-cards', '2');
  await stripe.refunds.create({ payment_intent: await intentOfOrder(id) });
  await moveClockTo(member, seconds(timeOn(day, '12:30')));
  await runJob();
  expect(await row('SELECT status FROM orders WHERE id = ?', id)).toEqual({ status: 'paid' });
  await moveClockTo(member, seconds(timeOn(day + 1, '00:05')));
  await runJob();
  expect(await row('SELECT status FROM orders WHERE id = ?', id)).toEqual({ status: 'refunded' });
});

test('the daily job finds a refund that failed days later without a webhook', { tags: 'long' }, async () => {
  const member = await memberOfNextDays({ role: 'basic' });
  const { id } = await buy(member.client, 'cache-cards', '2', testCards.refundFails);
  await stripe.refunds.create({ payment_intent: await intentOfOrder(id) });
  await moveClockTo(member, seconds(timeOn(day + 1, '00:05')));
  await runJob();
  expect(await row('SELECT status FROM orders WHERE id = ?', id)).toEqual({ status: 'refunded' });
  day += 6;
  await moveClockTo(member, seconds(timeOn(day + 1, '00:05')));
  await runJob();
  expect(await row('SELECT status FROM orders WHERE id = ?', id)).toEqual({ status: 'paid' });
});

test('the daily walk continues in the next run when time runs out, and walks each day once', { tags: 'long' }, async () => {
  const member = await memberOfNextDays({ role: 'basic' });
  const ids: number[] = [];
  for (const quantity of ['2', '3', '4']) ids.push((await buy(member.client, 'cache-cards', quantity)).id);
  for (const id of ids) await stripe.refunds.create({ payment_intent: await intentOfOrder(id) });
  const status = async () =>
    (await Promise.all(ids.map((id) => row<{ status: string }>('SELECT status FROM orders WHERE id = ?', id)))).map(
      (order) => order?.status,
    );
  const progress = () =>
    row<{ day: number; cursor: string | null }>(`SELECT through_id AS day, cursor FROM job_progress WHERE job = 'walk-money-back'`);
  /** Starts a run whose time budget is enough for only one object. */
  const runOf = async (time: string) => {
    const now = seconds(timeOn(day + 1, time));
    let checks = 0;
    await walkRefundsAndDisputes(await depsAt(now), {
      isSpent() {
        checks += 1;
        return checks > 2;
      },
    });
  };
  await moveClockTo(member, seconds(timeOn(day + 1, '00:05')));
  await runOf('00:03');
  expect(await status()).toEqual(['paid', 'paid', 'refunded']);
  expect((await progress())?.cursor).toMatch(/^refunds:re_/);
  await runOf('00:33');
  expect(await status()).toEqual(['paid', 'refunded', 'refunded']);
  await runOf('09:03');
  expect(await status()).toEqual(['refunded', 'refunded', 'refunded']);
  for (let runs = 0; (await progress())?.cursor !== null && runs < 300; runs += 1) await runOf('09:08');
  expect(await progress()).toEqual({ day: seconds(timeOn(day + 1, '00:00')) / 86_400, cursor: null });

  const before = await everyRow({ except: [] });
  await runOf('00:08');
  expect(await everyRow({ except: [] })).toEqual(before);
});

test('a refund that cannot be read does not block the others, and the run fails', { tags: 'long' }, async () => {
  const member = await memberOfNextDays({ role: 'basic' });
  const ids = [(await buy(member.client, 'cache-cards', '2')).id, (await buy(member.client, 'cache-cards', '3')).id];
  const intents = await Promise.all(ids.map(intentOfOrder));
  for (const intent of intents) await stripe.refunds.create({ payment_intent: intent });
  await moveClockTo(member, seconds(timeOn(day + 1, '00:05')));
  await control('faults', { match: `GET /v1/payment_intents/${intents[1]}`, status: 500, times: 10 });
  await expect(walkRefundsAndDisputes(await depsAt(seconds(timeOn(day + 1, '00:05'))), unlimited)).rejects.toThrow(
    /refund or dispute could not be processed/,
  );
  await control('faults', {}, 'DELETE');
  expect(await row('SELECT status FROM orders WHERE id = ?', ids[0] ?? 0)).toEqual({ status: 'refunded' });
});

test('the daily walk leaves refunds older than 40 days to the full walk', { tags: 'long' }, async () => {
  const member = await memberOfNextDays({ role: 'basic' });
  const { id } = await buy(member.client, 'cache-cards', '2');
  await stripe.refunds.create({ payment_intent: await intentOfOrder(id) });
  await moveClockTo(member, seconds(timeOn(day + 41, '00:05')));
  await runJob();
  expect(await row('SELECT status FROM orders WHERE id = ?', id)).toEqual({ status: 'paid' });
  await walk(await customerOf(member.id));
  expect(await row('SELECT status FROM orders WHERE id = ?', id)).toEqual({ status: 'refunded' });
});

test('the daily walk finds a dispute that ends months later without a webhook', { tags: 'long' }, async () => {
  const member = await memberOfNextDays({ role: 'basic' });
  const { id } = await buy(member.client, 'cache-cards', '2');
  const status = () => row('SELECT dispute_status AS status FROM payments WHERE order_id = ?', id);
  const dispute = await disputeAtStripe(await intentOfOrder(id));
  await moveClockTo(member, seconds(timeOn(day + 2, '00:05')));
  await runJob();
  expect(await status()).toEqual({ status: 'open' });
  await closeDispute(dispute, 'lost');
  await moveClockTo(member, seconds('2033-09-01T00:05:00.000Z'));
  await runJob();
  expect(await status()).toEqual({ status: 'lost' });
});
