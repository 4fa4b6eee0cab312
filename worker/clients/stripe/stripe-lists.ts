/**
 * Pages through Stripe's lists rather than its search, which lags by up to an hour. Lists omit objects on test clocks unless the clock or
 * customer is given.
 */
import type Stripe from 'stripe';
import type { WalkKind } from '#schema/admin/ops.ts';
import type { EventHint, WalkPage, WalkStart } from '#worker/clients/payment-provider.ts';
import { hintDispute, hintIntent, hintInvoice, hintReturnedPayment, hintSubscription } from './stripe-hints.ts';

/** Objects per page, few enough to process in one request, because each object needs several more reads. */
const perPage = 20;

export async function fetchPage(stripe: Stripe, kind: WalkKind, from: WalkStart): Promise<WalkPage> {
  const cursor = { limit: perPage, ...(from.after && { starting_after: from.after }) };
  const created = { gte: from.since };
  const customer = from.customer ? { customer: from.customer } : {};
  switch (kind) {
    case 'subscriptions': {
      const clock = from.testClock ? { test_clock: from.testClock } : {};
      // Lists subscriptions without a date filter because old ones may renew today.
      return read(await stripe.subscriptions.list({ ...cursor, ...customer, ...clock, status: 'all' }), hintSubscription);
    }
    case 'invoices':
      return read(await stripe.invoices.list({ ...cursor, ...customer, created, status: 'paid' }), hintInvoice);
    case 'payments':
      return read(await stripe.paymentIntents.list({ ...cursor, ...customer, created }), hintOrderPayment);
    case 'refunds':
      return read(await stripe.refunds.list({ ...cursor, created }), hintReturnedPayment);
    case 'disputes':
      return read(await stripe.disputes.list({ ...cursor, created }), hintDispute);
  }
}

/** Returns a reference to the payment of a card order; undefined for membership payments, which are found through their invoices. */
function hintOrderPayment(event: Pick<EventHint, 'id' | 'type'>, intent: Stripe.PaymentIntent): EventHint | undefined {
  const hint = hintIntent(event, intent);
  return hint.orderReference === null || intent.status === 'canceled' ? undefined : hint;
}

function read<Item extends { id?: string }>(
  { data, has_more }: Stripe.ApiList<Item>,
  toHint: (event: Pick<EventHint, 'id' | 'type'>, object: Item) => EventHint | undefined,
): WalkPage {
  const hints = data.flatMap((object) => (object.id ? (toHint({ id: object.id, type: 'found by a walk' }, object) ?? []) : []));
  return { scanned: data.length, hints, next: has_more ? (data.at(-1)?.id ?? null) : null };
}
