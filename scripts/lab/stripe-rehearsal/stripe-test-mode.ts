import Stripe from 'stripe';
import { secondsPerHour } from '#schema/rules.ts';
import type { Seconds } from '#worker/domain/time.ts';

export const testCards = {
  good: 'pm_card_visa',
  another: 'pm_card_mastercard',
  declined: 'pm_card_visa_chargeDeclined',
  asksForApproval: 'pm_card_authenticationRequired',
  disputed: 'pm_card_createDispute',
  /** Card that can be attached to a customer but whose charges are always declined. */
  failsLater: 'pm_card_chargeCustomerFail',
} as const;
export type TestCard = keyof typeof testCards;

const clockTimeoutMs = 5 * 60_000;
const clockPollMs = 500;

export const parseIntentId = (clientSecret: string) => clientSecret.slice(0, clientSecret.indexOf('_secret_'));

/**
 * Confirms a payment with a test card, as the checkout page does. Does not throw if the card is declined, because some flows expect that.
 */
export async function pay(stripe: Stripe, clientSecret: string, card: TestCard): Promise<void> {
  try {
    await stripe.paymentIntents.confirm(parseIntentId(clientSecret), {
      payment_method: testCards[card],
      return_url: 'https://example.com/back',
    });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
  }
}

export async function setUpCard(stripe: Stripe, clientSecret: string, card: TestCard): Promise<string> {
  const { id } = await stripe.setupIntents.confirm(parseIntentId(clientSecret), {
    payment_method: testCards[card],
    return_url: 'https://example.com/back',
  });
  return id;
}

/** Completes authentication on the fake's bank page. The real bank page cannot be automated. */
export async function approve(stripe: Stripe, clientSecret: string): Promise<void> {
  const { next_action: next } = await stripe.paymentIntents.retrieve(parseIntentId(clientSecret));
  const body = new URLSearchParams({ client_secret: clientSecret, choice: 'approve' });
  await fetch(next?.redirect_to_url?.url ?? '', { method: 'POST', body, redirect: 'manual' });
}

export async function attachFailingCard(stripe: Stripe, customer: string): Promise<void> {
  const { id } = await stripe.paymentMethods.attach(testCards.failsLater, { customer });
  const { data } = await stripe.subscriptions.list({ customer });
  for (const subscription of data) await stripe.subscriptions.update(subscription.id, { default_payment_method: id });
}

/** Closes a dispute by submitting evidence text, which determines the outcome of test disputes at Stripe. */
export async function endDispute(stripe: Stripe, paymentIntent: string, evidence: 'winning_evidence' | 'losing_evidence'): Promise<void> {
  const { data } = await stripe.disputes.list({ payment_intent: paymentIntent });
  const [dispute] = data;
  if (!dispute) throw new Error(`${paymentIntent} has no dispute`);
  await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: evidence }, submit: true });
}

/** Advances a test clock and waits until it is ready. Stripe allows at most two billing intervals per advance. */
export async function advanceClock(stripe: Stripe, clock: string, to: Seconds): Promise<void> {
  await stripe.testHelpers.testClocks.advance(clock, { frozen_time: to });
  const deadline = Date.now() + clockTimeoutMs;
  for (;;) {
    const { status } = await stripe.testHelpers.testClocks.retrieve(clock);
    if (status === 'ready') return;
    if (status === 'internal_failure' || Date.now() > deadline)
      throw new Error(`Stripe could not advance the test clock ${clock}: ${status}`);
    await new Promise((resolve) => setTimeout(resolve, clockPollMs));
  }
}

export const renewalDelaySeconds = 3 * secondsPerHour;
