/** A member and their Stripe customer over time. The Worker's clock follows the customer's test clock. */
import { env } from 'cloudflare:workers';
import type Stripe from 'stripe';
import { expect, vi } from 'vitest';
import { jobNames } from '#schema/admin/jobs.ts';
import type { Membership, PaymentHistory } from '#schema/memberships/membership.ts';
import { fireAll } from '#tests/worker/support/admin/crons.ts';
import { newMember, signInAgain, type TestMember } from '#tests/worker/support/client.ts';
import { webhookEventTypes } from '#worker/domain/memberships/webhook-events.ts';
import { buy, control, customerOf, deliver, eventsOf, openCheckout, stripe } from './payments.ts';

export const hour = 3_600;
export const day = 86_400;

export interface PayingMember {
  member: TestMember;
  /** Payment, start and end times of the first membership year at Stripe, in Unix seconds. */
  paidAt: number;
  began: number;
  ends: number;
}

export async function payingMember(
  tier: 'basic' | 'premium',
  options: { card?: string; ref?: string; email?: string; address?: string } = {},
): Promise<PayingMember> {
  const { card, ...registration } = options;
  const member = await newMember(registration);
  await buy(member.client, 'membership', tier, card);
  const live = await liveAtStripe(member);
  const [first] = await periodsOf(member);
  return { member, paidAt: first?.from ?? 0, began: live.items.data[0]?.current_period_start ?? 0, ends: endOf(live) };
}

/** Creates a free member whose Stripe credit balance is `cents`. */
export async function memberInCredit(cents: number): Promise<TestMember> {
  const member = await newMember();
  const { order } = await openCheckout(member.client, 'membership', 'premium');
  await member.client.post(`/api/orders/${order?.id}/cancel`);
  await stripe.customers.update(await customerOf(member.id), { balance: -cents });
  return member;
}

/** Returns the member's test-clock time at Stripe, in Unix seconds. */
export async function timeOf(member: TestMember): Promise<number> {
  return turn(member, { by: 0 });
}

/** Sets both clocks to a time in Unix seconds. Signs the member in again because sessions expire. */
export async function moveClockTo(member: TestMember, to: number): Promise<void> {
  await turn(member, { to });
  await signInAgain(member);
}

export async function passTime(member: TestMember, seconds: number): Promise<void> {
  await moveClockTo(member, (await timeOf(member)) + seconds);
}

async function turn(member: TestMember, how: { by: number } | { to: number }): Promise<number> {
  const { now } = await control('clock', { customer: await customerOf(member.id), ...how });
  vi.setSystemTime(Number(now) * 1_000);
  return Number(now);
}

/**
 * Jobs that these tests run: all except three. `award-medals` reads files of towns that the tests' site does not have. `check-places` takes longer than all other jobs together. `check-ledger` compares completed
 * days with Stripe, but here each member has a separate clock, so days repeat.
 */
const jobsOfMembers = jobNames.filter((job) => job !== 'check-places' && job !== 'check-ledger' && job !== 'award-medals');

/** Runs all jobs except the map and ledger checks and the medals; rejects if one fails. */
export async function runJob(): Promise<void> {
  await fireAll({}, jobsOfMembers);
}

const delivered = new Set<string>();
const subscribedTypes = new Set<string>(webhookEventTypes);

/** Delivers the member's new Stripe events, in order. */
export async function deliverEvents(member: TestMember): Promise<Stripe.Event[]> {
  const news = (await memberEvents(member)).filter(({ id }) => !delivered.has(id));
  for (const event of news) {
    expect(await deliver(event)).toMatchObject({ status: 200 });
    delivered.add(event.id);
  }
  return news;
}

/** Returns all of the member's Stripe events of the types that our webhook endpoint subscribes to, delivered or not. */
export async function memberEvents(member: TestMember): Promise<Stripe.Event[]> {
  return (await eventsOf(await customerOf(member.id))).filter(({ type }) => subscribedTypes.has(type));
}

export async function membershipOf({ client }: TestMember): Promise<Membership> {
  const { status, body } = await client.get<Membership>('/api/membership');
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** Returns the payments in the member's payment history, newest first. */
export async function paymentsOf({ client }: TestMember): Promise<PaymentHistory['payments']> {
  return (await client.get<PaymentHistory>('/api/payments')).body.payments;
}

/** Returns the member's paid periods by tier, oldest first, as half-open ranges in Unix seconds. */
export async function periodsOf({ id }: TestMember): Promise<{ tier: string; from: number; to: number }[]> {
  const { results } = await env.DB.prepare(
    'SELECT tier, starts_at AS "from", ends_at AS "to" FROM membership_periods WHERE user_id = ? ORDER BY starts_at, id',
  )
    .bind(id)
    .all<{ tier: string; from: number; to: number }>();
  return results;
}

const moneyTemplates = ['purchase', 'renewal', 'renewal_failed', 'grace_ending', 'membership_ended'];

/** Returns the templates of the emails queued for the member, oldest first. */
export async function mailsTo({ id }: TestMember): Promise<string[]> {
  const { results } = await env.DB.prepare('SELECT template FROM outbox WHERE user_id = ? ORDER BY id')
    .bind(id)
    .all<{ template: string }>();
  return results.map(({ template }) => template).filter((template) => moneyTemplates.includes(template));
}

/** Returns the member's Stripe subscriptions, including ended ones, oldest first. */
export async function subscriptionsAtStripe(member: TestMember): Promise<Stripe.Subscription[]> {
  const { data } = await stripe.subscriptions.list({
    customer: await customerOf(member.id),
    status: 'all',
    expand: ['data.latest_invoice'],
  });
  return data.reverse();
}

export async function liveAtStripe(member: TestMember): Promise<Stripe.Subscription> {
  const live = (await subscriptionsAtStripe(member)).filter(({ status }) => ['active', 'past_due', 'incomplete'].includes(status));
  const [only] = live;
  expect(live).toHaveLength(1);
  if (!only) throw new Error('No active subscription');
  return only;
}

/** Returns the end of a subscription's current period, in Unix seconds. */
export function endOf(subscription: Stripe.Subscription): number {
  return subscription.items.data[0]?.current_period_end ?? 0;
}

/** Returns the same date one year later, as Stripe computes it: February 29 becomes February 28. */
export function yearAfter(moment: number): number {
  const date = new Date(moment * 1_000);
  const dayOfMonth = date.getUTCDate();
  date.setUTCFullYear(date.getUTCFullYear() + 1);
  if (date.getUTCDate() !== dayOfMonth) date.setUTCDate(0);
  return date.getTime() / 1_000;
}

/** Converts an instant like `2027-11-21T12:00:00.000Z` to Unix seconds. */
export function seconds(instant: string | null): number {
  return Date.parse(instant ?? '') / 1_000;
}
