/** What of Stripe's is to be read, and whose it may be: by an event, or by an object itself. Only ids are taken from either. */
import type Stripe from 'stripe';
import type { EventHint } from '#worker/clients/payment-provider.ts';
import { readOrderMark } from '#worker/domain/orders/order-mark.ts';
import { idOf } from './stripe-facts.ts';

type Named = Pick<EventHint, 'id' | 'type'>;

/** Undefined for events that concern nothing of ours. */
export function hintOf(event: Stripe.Event): EventHint | undefined {
  // Signed, and yet perhaps of another kind than ours: a thin event has no object.
  const object = (event as Stripe.Event | null)?.data?.object as { object?: string } | undefined;
  if (object === undefined || object === null) return undefined;
  const named = { id: event.id, type: event.type };
  switch (object.object) {
    case 'subscription':
      return ofSubscription(named, event.data.object as Stripe.Subscription);
    case 'invoice':
      return ofInvoice(named, event.data.object as Stripe.Invoice);
    case 'payment_intent': {
      const hint = ofIntent(named, event.data.object as Stripe.PaymentIntent);
      // The intent of an invoice: the invoice's own event says what it paid.
      return hint.orderReference === null ? undefined : hint;
    }
    case 'charge':
    case 'refund':
      return ofMoneyBack(named, event.data.object as Stripe.Charge | Stripe.Refund);
    case 'dispute':
      return ofDispute(named, event.data.object as Stripe.Dispute);
    default:
      return undefined;
  }
}

export function ofSubscription(named: Named, { id, metadata }: Stripe.Subscription): EventHint {
  return {
    ...named,
    object: 'subscription',
    objectId: id,
    subscriptionId: id,
    paymentIntentId: null,
    orderReference: referenceIn(metadata),
  };
}

/** Undefined where it is no subscription's. */
export function ofInvoice(named: Named, { id, parent }: Stripe.Invoice): EventHint | undefined {
  const details = parent?.subscription_details;
  const subscriptionId = idOf(details?.subscription);
  if (!id || subscriptionId === null) return undefined;
  const orderReference = referenceIn(details?.metadata);
  return { ...named, object: 'invoice', objectId: id, subscriptionId, paymentIntentId: null, orderReference };
}

export function ofIntent(named: Named, { id, metadata }: Stripe.PaymentIntent): EventHint {
  return { ...ofPayment(named, id), orderReference: referenceIn(metadata) };
}

/** Undefined where it is of no PaymentIntent: ours are. */
export function ofMoneyBack(named: Named, { payment_intent }: Stripe.Charge | Stripe.Refund): EventHint | undefined {
  const paymentIntentId = idOf(payment_intent);
  return paymentIntentId === null ? undefined : ofPayment(named, paymentIntentId);
}

export function ofDispute(named: Named, { id, payment_intent }: Stripe.Dispute): EventHint | undefined {
  const paymentIntentId = idOf(payment_intent);
  return paymentIntentId === null ? undefined : { ...ofPayment(named, paymentIntentId), object: 'dispute', objectId: id };
}

function ofPayment(named: Named, paymentIntentId: string): EventHint {
  return { ...named, object: 'intent', objectId: paymentIntentId, subscriptionId: null, paymentIntentId, orderReference: null };
}

function referenceIn(metadata: Stripe.Metadata | null | undefined): string | null {
  return readOrderMark(metadata)?.reference ?? null;
}
