/** Whose an object of Stripe's is, asked of Stripe: for what no event of its own says it. */
import type Stripe from 'stripe';
import type { EventHint } from './payment-provider.ts';
import { ofDispute, ofIntent, ofInvoice, ofSubscription } from './stripe-hints.ts';

/** What is read is known by the beginning of its id. */
export async function hintOfObject(stripe: Stripe, id: string): Promise<EventHint | undefined> {
  const named = { id, type: 'object' };
  if (id.startsWith('sub_')) return ofSubscription(named, await stripe.subscriptions.retrieve(id));
  if (id.startsWith('in_')) return ofInvoice(named, await stripe.invoices.retrieve(id));
  if (id.startsWith('pi_')) return ofIntent(named, await stripe.paymentIntents.retrieve(id));
  if (id.startsWith('du_') || id.startsWith('dp_')) return ofDispute(named, await stripe.disputes.retrieve(id));
  return undefined;
}

/** An order of cards is marked at its PaymentIntent; that of a membership says nothing, but its invoice does. */
export async function payerOf(stripe: Stripe, id: string): Promise<EventHint | undefined> {
  const named = { id, type: 'payer' };
  const hint = ofIntent(named, await stripe.paymentIntents.retrieve(id));
  if (hint.orderReference !== null) return hint;
  const { data } = await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: id }, expand: ['data.invoice'] });
  for (const { invoice } of data) {
    const owner = typeof invoice === 'object' && !('deleted' in invoice) ? ofInvoice(named, invoice) : undefined;
    if (owner && owner.orderReference !== null) return owner;
  }
  return undefined;
}
