/** Webhooks for a purchase, an upgrade, a renewal, a cancellation and refunds lead to the same state in any order and with duplicates. */

import { env } from 'cloudflare:workers';
import type Stripe from 'stripe';
import { afterEach, expect, vi } from 'vitest';
import { propertyTest } from '#tests/support/property-test.ts';
import { newMember, setClock, type TestMember } from '#tests/worker/support/client.ts';
import {
  confirmAtStripe,
  control,
  customerOf,
  deliver,
  eventsOf,
  openCheckout,
  stripe,
} from '#tests/worker/support/memberships/payments.ts';
import { webhookEventTypes } from '#worker/domain/memberships/webhook-events.ts';

const seconds = (instant: string) => Date.parse(instant) / 1_000;
const [bought, renewed, refunded, announced] = [
  '2027-01-10T12:00:00Z',
  '2028-01-12T12:00:00Z',
  '2028-04-01T12:00:00Z',
  '2028-04-02T12:00:00Z',
] as const;
const heardOf = new Set<string>(webhookEventTypes);

afterEach(() => {
  vi.useRealTimers();
});

interface Story {
  member: TestMember;
  customer: string;
}

/** Performs all purchases and refunds at Stripe without delivering webhooks. */
async function storyWithoutWebhooks(withRefund: boolean): Promise<Story> {
  setClock(bought);
  const referrer = await newMember({ role: 'premium' });
  const member = await newMember({ ref: referrer.user.referralCode });
  // Cancels an initial checkout to create a customer whose test clock can be advanced.
  const tried = await openCheckout(member.client, 'membership', 'basic');
  await member.client.post(`/api/orders/${tried.order?.id}/cancel`);
  const customer = await customerOf(member.id);
  await control('clock', { customer, to: seconds(bought) });
  const basic = await openCheckout(member.client, 'membership', 'basic');
  const premium = await openCheckout(member.client, 'membership', 'premium');
  await confirmAtStripe(basic.clientSecret);
  await control('clock', { customer, by: 10 * 3_600 });
  await confirmAtStripe(premium.clientSecret);
  await control('clock', { customer, to: seconds(renewed) });
  const subscriptions = (await stripe.subscriptions.list({ customer, status: 'all' })).data;
  const best = subscriptions.find(({ items }) => items.data[0]?.price.unit_amount === 10_000);
  await stripe.subscriptions.update(best?.id ?? '', { cancel_at_period_end: true });
  if (withRefund) {
    await control('clock', { customer, to: seconds(refunded) });
    const payments = (await stripe.paymentIntents.list({ customer })).data.filter(
      ({ amount, status }) => amount === 10_000 && status === 'succeeded',
    );
    const latest = payments.sort((one, other) => other.created - one.created)[0];
    await stripe.refunds.create({ payment_intent: latest?.id ?? '' });
  }
  return { member, customer };
}

/** Delivers events, and redelivers those without a successful response, as Stripe does. */
async function deliverAll(events: Stripe.Event[]): Promise<void> {
  let waiting = events;
  for (let round = 1; waiting.length > 0; round += 1) {
    if (round > 6) throw new Error(`Never accepted: ${waiting.map(({ type }) => type).join(', ')}`);
    const again: Stripe.Event[] = [];
    for (const event of waiting) if ((await deliver(event)).status !== 200) again.push(event);
    waiting = again;
  }
}

/** Returns all stored data, excluding the ids that differ between runs. */
async function outcome({ member }: Story): Promise<unknown> {
  const list = async (sql: string, id: number) => (await env.DB.prepare(sql).bind(id).all()).results;
  return {
    user: await list(
      'SELECT role, membership_expires_at, auto_renew, stripe_subscription_id IS NULL AS none FROM users WHERE id = ?',
      member.id,
    ),
    orders: await list(
      'SELECT kind, tier, amount_cents, status, refunded_cents, paid_at FROM orders WHERE user_id = ? ORDER BY id',
      member.id,
    ),
    subscriptions: await list(
      `SELECT tier, status, cancel_at_period_end, grace_until, superseded_by_id IS NULL AS reigns, ended_at IS NULL AS runs
       FROM subscriptions WHERE user_id = ? ORDER BY tier`,
      member.id,
    ),
    payments: await list(
      `SELECT amount_cents, refunded_cents, revoked_at, paid_at, period_start, period_end FROM payments WHERE user_id = ? ORDER BY paid_at, amount_cents`,
      member.id,
    ),
    periods: await list(`SELECT tier, starts_at, ends_at FROM membership_periods WHERE user_id = ? ORDER BY starts_at, tier`, member.id),
    commissions: await list('SELECT kind, amount_cents, status FROM referral_commissions WHERE referred_id = ? ORDER BY kind', member.id),
    keys: await list(
      `SELECT r.treasure_keys, u.keys_brought = r.treasure_keys AS by_this_friend FROM users u JOIN users r ON r.id = u.referred_by_id WHERE u.id = ?`,
      member.id,
    ),
  };
}

function shuffle(events: Stripe.Event[], seed: number): Stripe.Event[] {
  let state = seed * 2_654_435_761;
  const random = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0;
    return (state >>> 0) / 2 ** 32;
  };
  const doubled = [...events, ...events.filter(() => random() < 0.4)];
  return doubled
    .map((event) => ({ event, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ event }) => event);
}

propertyTest('shuffled webhooks without a refund lead to the same state', { usual: 1, long: 12 }, (runs) => expectSameState(runs, false));
propertyTest('shuffled webhooks with a full refund of the current year lead to the same state', { usual: 1, long: 12 }, (runs) =>
  expectSameState(runs, true),
);

async function expectSameState(runs: number, withRefund: boolean): Promise<void> {
  const outcomes: unknown[] = [];
  for (let seed = 0; seed < runs; seed += 1) {
    const story = await storyWithoutWebhooks(withRefund);
    setClock(announced);
    const heard = new Set<string>();
    // Our own calls to Stripe create further events, so this delivers several waves of events.
    for (let wave = 1; wave <= 3; wave += 1) {
      const events = (await eventsOf(story.customer)).filter(({ id, type }) => heardOf.has(type) && !heard.has(id));
      for (const { id } of events) heard.add(id);
      await deliverAll(seed === 0 ? events : shuffle(events, seed + wave));
    }
    outcomes.push(await outcome(story));
    expect(outcomes.at(-1), `seed ${seed}`).toEqual(outcomes[0]);
  }
  expect(outcomes[0]).toMatchObject({ user: [{ role: withRefund ? 'free' : 'premium' }], keys: [{ by_this_friend: 1 }] });
}
