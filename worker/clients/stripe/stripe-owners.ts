import type Stripe from 'stripe';
import type { ChargedMember, EventHint, NewCustomer } from '#worker/clients/payment-provider.ts';
import { memberMark } from '#worker/domain/orders/order-mark.ts';
import { catchMissing } from './stripe-calls.ts';
import { getId } from './stripe-facts.ts';
import { hintDispute, hintIntent, hintInvoice, hintSubscription } from './stripe-hints.ts';

export async function fetchObjectHint(stripe: Stripe, id: string): Promise<EventHint | undefined> {
  const event = { id, type: 'object' };
  if (id.startsWith('sub_')) return hintSubscription(event, await stripe.subscriptions.retrieve(id));
  if (id.startsWith('in_')) return hintInvoice(event, await stripe.invoices.retrieve(id));
  if (id.startsWith('pi_')) return hintIntent(event, await stripe.paymentIntents.retrieve(id));
  if (id.startsWith('du_') || id.startsWith('dp_')) return hintDispute(event, await stripe.disputes.retrieve(id));
  return undefined;
}

/** Finds the purchase that a payment belongs to. Card orders have our metadata on the PaymentIntent, memberships on the invoice. */
export async function findPayer(stripe: Stripe, id: string): Promise<EventHint | undefined> {
  const event = { id, type: 'payer' };
  const hint = hintIntent(event, await stripe.paymentIntents.retrieve(id));
  if (hint.orderReference !== null) return hint;
  const { data } = await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: id }, expand: ['data.invoice'] });
  for (const { invoice } of data) {
    const owner = typeof invoice === 'object' && !('deleted' in invoice) ? hintInvoice(event, invoice) : undefined;
    if (owner && owner.orderReference !== null) return owner;
  }
  return undefined;
}

/**
 * Returns the customers with the member's email address and our metadata, newest first. Lists customers instead of searching because
 * Stripe's search index lags.
 */
export async function markedCustomers(stripe: Stripe, { email, ...member }: Omit<NewCustomer, 'order'>): Promise<string[]> {
  const mark = Object.entries(memberMark(member));
  const { data } = await stripe.customers.list({ email, limit: 100 });
  return data.filter(({ metadata }) => mark.every(([name, value]) => metadata[name] === value)).map(({ id }) => id);
}

export async function findCustomers(stripe: Stripe, { subscriptionIds, paymentIntentIds, ...member }: ChargedMember): Promise<string[]> {
  const customerIds = await markedCustomers(stripe, member);
  const owner = async (response: Promise<{ customer: string | { id: string } | null }>) => {
    const { customer } = await catchMissing(response, { customer: null });
    const id = getId(customer);
    if (id !== null) customerIds.push(id);
  };
  for (const id of subscriptionIds) await owner(stripe.subscriptions.retrieve(id));
  for (const id of paymentIntentIds) await owner(stripe.paymentIntents.retrieve(id));
  return [...new Set(customerIds)];
}
