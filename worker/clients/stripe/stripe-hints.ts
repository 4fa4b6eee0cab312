import type Stripe from 'stripe';
import type { EventHint } from '#worker/clients/payment-provider.ts';
import { readOrderMark } from '#worker/domain/orders/order-mark.ts';
import { getId } from './stripe-facts.ts';

type EventId = Pick<EventHint, 'id' | 'type'>;

/**
 * Returns the subscription, invoice, payment or dispute that a Stripe event is about. Returns undefined for events that do not concern us.
 */
export function toHint(event: Stripe.Event): EventHint | undefined {
  // Thin events are signed too, but contain no object, so they are ignored.
  const object = (event as Stripe.Event | null)?.data?.object as { object?: string } | undefined;
  if (object === undefined || object === null) return undefined;
  const eventId = { id: event.id, type: event.type };
  switch (object.object) {
    case 'subscription':
      return hintSubscription(eventId, event.data.object as Stripe.Subscription);
    case 'invoice':
      return hintInvoice(eventId, event.data.object as Stripe.Invoice);
    case 'payment_intent': {
      const hint = hintIntent(eventId, event.data.object as Stripe.PaymentIntent);
      // Payment intents without an order reference belong to an invoice, which has its own events.
      return hint.orderReference === null ? undefined : hint;
    }
    case 'charge':
    case 'refund':
      return hintReturnedPayment(eventId, event.data.object as Stripe.Charge | Stripe.Refund);
    case 'dispute':
      return hintDispute(eventId, event.data.object as Stripe.Dispute);
    default:
      return undefined;
  }
}

export function hintSubscription(event: EventId, { id, metadata }: Stripe.Subscription): EventHint {
  return {
    ...event,
    object: 'subscription',
    objectId: id,
    subscriptionId: id,
    paymentIntentId: null,
    orderReference: readReference(metadata),
  };
}

/** Returns a reference to a membership's invoice; undefined if the invoice is not for a subscription. */
export function hintInvoice(event: EventId, { id, parent }: Stripe.Invoice): EventHint | undefined {
  const details = parent?.subscription_details;
  const subscriptionId = getId(details?.subscription);
  if (!id || subscriptionId === null) return undefined;
  const orderReference = readReference(details?.metadata);
  return { ...event, object: 'invoice', objectId: id, subscriptionId, paymentIntentId: null, orderReference };
}

export function hintIntent(event: EventId, { id, metadata }: Stripe.PaymentIntent): EventHint {
  return { ...hintPayment(event, id), orderReference: readReference(metadata) };
}

/** Returns a reference to the payment behind a charge or refund; undefined if it has no PaymentIntent, which means that it is not ours. */
export function hintReturnedPayment(event: EventId, { payment_intent }: Stripe.Charge | Stripe.Refund): EventHint | undefined {
  const paymentIntentId = getId(payment_intent);
  return paymentIntentId === null ? undefined : hintPayment(event, paymentIntentId);
}

export function hintDispute(event: EventId, { id, payment_intent }: Stripe.Dispute): EventHint | undefined {
  const paymentIntentId = getId(payment_intent);
  return paymentIntentId === null ? undefined : { ...hintPayment(event, paymentIntentId), object: 'dispute', objectId: id };
}

function hintPayment(event: EventId, paymentIntentId: string): EventHint {
  return { ...event, object: 'intent', objectId: paymentIntentId, subscriptionId: null, paymentIntentId, orderReference: null };
}

function readReference(metadata: Stripe.Metadata | null | undefined): string | null {
  return readOrderMark(metadata)?.reference ?? null;
}
