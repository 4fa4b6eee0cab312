/** Creates refunds and disputes only in Stripe; the Worker learns of them through webhooks and jobs. */
import type { TestMember } from '#tests/worker/support/client.ts';
import { memberEvents } from './member-at-stripe.ts';
import { control, stripe } from './payments.ts';

/** Returns the PaymentIntent of the member's newest or first successful payment. */
export async function intentPaidBy(member: TestMember, which: 'first' | 'newest' = 'newest'): Promise<string> {
  const paid = (await memberEvents(member)).filter(({ type }) => type === 'payment_intent.succeeded');
  const event = which === 'first' ? paid[0] : paid.at(-1);
  if (event?.type !== 'payment_intent.succeeded') throw new Error('Nothing was paid');
  return event.data.object.id;
}

/** Refunds `amount` cents of a payment; the whole payment by default. */
export async function refundAtStripe(paymentIntent: string, amount?: number): Promise<void> {
  await stripe.refunds.create({ payment_intent: paymentIntent, ...(amount !== undefined && { amount }) });
}

/** Opens a dispute and returns its id. */
export async function disputeAtStripe(paymentIntent: string): Promise<string> {
  return String((await control('disputes', { payment_intent: paymentIntent })).id);
}

export async function closeDispute(id: string, status: 'won' | 'lost'): Promise<void> {
  await control(`disputes/${id}/close`, { status });
}
