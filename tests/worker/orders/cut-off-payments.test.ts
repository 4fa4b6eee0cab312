/**
 * The Worker dies between any two of its steps and the caller retries: the member is charged once and no order is lost. Product rules:
 * Payments and memberships.
 *
 * @module-tag long
 */

import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Order } from '#schema/orders/order.ts';
import { withSession } from '#tests/support/database/session-database.ts';
import { unlimited } from '#tests/worker/support/admin/crons.ts';
import { Client, row, type TestMember } from '#tests/worker/support/client.ts';
import {
  day,
  deliverEvents,
  liveAtStripe,
  mailsTo,
  memberEvents,
  membershipOf,
  passTime,
  payingMember,
  paymentsOf,
  runJob,
} from '#tests/worker/support/memberships/member-at-stripe.ts';
import { buyer, type CheckoutType, checkoutIds, expectOnePayment, pathOf, types } from '#tests/worker/support/memberships/one-payment.ts';
import { confirmAtStripe, openCheckout, signPayload } from '#tests/worker/support/memberships/payments.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { paymentDeps } from '#worker/flows/memberships/deps.ts';
import { reconcilePayments } from '#worker/jobs/reconcile-payments.ts';
import { createStore } from '#worker/store/store.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
});

const lost = 'D1_ERROR: connection lost';
type Moment = 'before' | 'after';

/** Creates a Worker that dies at its n-th database round trip, either before or after the batch runs. */
function dyingWorker(last: number, moment: Moment): { workerEnv: Env; hasDied: () => boolean } {
  let batches = 0;
  const DB = withSession({
    prepare: (sql) => env.DB.prepare(sql),
    async batch<Row>(statements: D1PreparedStatement[]) {
      batches += 1;
      if (batches < last) return env.DB.batch<Row>(statements);
      if (batches === last && moment === 'after') await env.DB.batch(statements);
      throw new Error(lost);
    },
  });
  return { workerEnv: { ...(env as unknown as Env), DB }, hasDied: () => batches >= last };
}

/**
 * Runs `work` once for each database round trip, with new data from `make` and a Worker that dies at that round trip. Returns the number of
 * runs.
 */
async function atEachStep<World>(
  moment: Moment,
  make: () => Promise<World>,
  work: (world: World, workerEnv: Env) => Promise<unknown>,
  then: (world: World, step: number) => Promise<void>,
): Promise<number> {
  for (let step = 1; ; step += 1) {
    vi.useRealTimers();
    const world = await make();
    const { workerEnv, hasDied } = dyingWorker(step, moment);
    await work(world, workerEnv);
    if (!hasDied()) return step - 1;
    await then(world, step);
  }
}

/** Calls a Worker that may die. If it dies, its background work stops too, without reporting an error. */
async function callDyingWorker(client: Client, workerEnv: Env, ask: () => Promise<unknown>): Promise<void> {
  client.workerEnv = workerEnv;
  await ask().catch((error: Error) => {
    if (!error.message.includes(lost)) throw error;
  });
  client.workerEnv = env as unknown as Env;
}

/** `npm test` covers only membership payments, interrupted after each step. The other cases are tagged `long`. */
const cases = (['after', 'before'] as const).flatMap((moment) => types.map((type) => ({ type, moment })));
const tagsOf = (type: CheckoutType, moment: Moment) => (type === 'membership' && moment === 'after' ? [] : ['long']);

for (const { type, moment } of cases) {
  test(`opening a ${type} checkout interrupted ${moment} each step succeeds on retry`, { tags: tagsOf(type, moment) }, async () => {
    const steps = await atEachStep(
      moment,
      () => buyer(type),
      ({ client }, workerEnv) => callDyingWorker(client, workerEnv, () => client.get(pathOf(type))),
      (member) => expectOnePayment(member, type),
    );
    expect(steps).toBeGreaterThan(3);
  });

  test(`confirming a ${type} payment interrupted ${moment} each step succeeds on retry`, { tags: tagsOf(type, moment) }, async () => {
    const steps = await atEachStep(
      moment,
      async () => {
        const member = await buyer(type);
        const { clientSecret, order } = await openCheckout(member.client, type, checkoutIds[type]);
        await confirmAtStripe(clientSecret);
        return { member, orderId: order?.id ?? 0 };
      },
      ({ member, orderId }, workerEnv) =>
        callDyingWorker(member.client, workerEnv, () => member.client.post(`/api/orders/${orderId}/confirm`)),
      async ({ member, orderId }) => {
        expect((await member.client.post<Order>(`/api/orders/${orderId}/confirm`)).body.status).toBe('paid');
        await deliverEvents(member);
        expect(await paymentsOf(member)).toHaveLength(1);
        expect(await mailsTo(member)).toEqual(['purchase']);
      },
    );
    expect(steps).toBeGreaterThan(2);
  });
}

async function paidUpgrade() {
  const { member } = await payingMember('basic');
  await passTime(member, 30 * day);
  const { clientSecret, order } = await openCheckout(member.client, 'membership', 'premium');
  await confirmAtStripe(clientSecret);
  return { member, orderId: order?.id ?? 0 };
}

/** Asserts the state after exactly one upgrade: premium, one subscription, two payments, and one email per payment. */
async function expectOneUpgrade(member: TestMember): Promise<void> {
  expect(await membershipOf(member)).toMatchObject({ tier: 'premium', state: 'active' });
  expect((await liveAtStripe(member)).items.data[0]?.price.unit_amount).toBe(10_000);
  expect(await paymentsOf(member)).toHaveLength(2);
  expect(await mailsTo(member)).toEqual(['purchase', 'purchase']);
}

for (const moment of ['after', 'before'] as const) {
  test(`the webhook of an upgrade interrupted ${moment} each step succeeds when Stripe redelivers it`, {
    tags: tagsOf('membership', moment),
  }, async () => {
    const steps = await atEachStep(
      moment,
      paidUpgrade,
      async ({ member }, workerEnv) => {
        const event = (await memberEvents(member)).findLast(({ type }) => type === 'invoice.paid');
        const body = JSON.stringify(event);
        const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': await signPayload(body) };
        const client = new Client();
        await callDyingWorker(client, workerEnv, () => client.fetch('/api/stripe/webhook', { method: 'POST', headers, body }));
      },
      async ({ member }) => {
        await deliverEvents(member);
        await runJob();
        await expectOneUpgrade(member);
      },
    );
    expect(steps).toBeGreaterThan(3);
  });
}

test.each<Moment>(['after', 'before'])('the job that finds an upgrade interrupted %s each step continues in the next run', {
  tags: 'long',
}, async (moment) => {
  const steps = await atEachStep(
    moment,
    async () => {
      const upgrade = await paidUpgrade();
      await passTime(upgrade.member, 3_600);
      return upgrade;
    },
    async (_, workerEnv) => {
      const config = await readConfig(workerEnv);
      const now = Math.floor(Date.now() / 1_000);
      await reconcilePayments(await paymentDeps(config, createStore(workerEnv), now), unlimited).catch(() => undefined);
    },
    async ({ member }) => {
      await runJob();
      await expectOneUpgrade(member);
    },
  );
  expect(steps).toBeGreaterThan(4);
});

test.each<Moment>(['after', 'before'])('canceling and resuming interrupted %s each step succeed on retry', {
  tags: 'long',
}, async (moment) => {
  for (const [path, state, cancels] of [
    ['cancel', 'cancelling', true],
    ['resume', 'active', false],
  ] as const) {
    const steps = await atEachStep(
      moment,
      async () => {
        const { member } = await payingMember('basic');
        if (path === 'resume') await member.client.post('/api/membership/cancel');
        return member;
      },
      ({ client }, workerEnv) => callDyingWorker(client, workerEnv, () => client.post(`/api/membership/${path}`)),
      async (member) => {
        expect((await member.client.post(`/api/membership/${path}`)).body).toMatchObject({ tier: 'basic', state });
        expect((await liveAtStripe(member)).cancel_at_period_end).toBe(cancels);
        expect(await row('SELECT auto_renew AS renews FROM users WHERE id = ?', member.id)).toEqual({ renews: cancels ? 0 : 1 });
      },
    );
    expect(steps).toBeGreaterThan(2);
  }
});
