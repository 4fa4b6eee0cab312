/**
 * Simulates what a page or a customer does in Stripe (enter a card, approve, decline), and calls the Stripe fake's control endpoints. Uses
 * only plain fetch.
 */
import { cardPayment } from '#tests/support/stripe/card-payment.ts';

const publishableKey = 'pk_test_fake';

export const cards = {
  good: '4242424242424242',
  mastercard: '5555555555554444',
  declined: '4000000000000002',
  withoutFunds: '4000000000009995',
  asksForApproval: '4000002500003155',
  asksEveryTime: '4000002760003184',
  failsLater: '4000000000000341',
  disputed: '4000000000000259',
  refundFails: '4000000000005126',
} as const;

export interface CardAnswer {
  status: number;
  body: {
    status?: string;
    next_action?: { redirect_to_url?: { url: string } } | null;
    error?: { type: string; code?: string; decline_code?: string; param?: string; message: string; payment_intent?: { status: string } };
  };
}

/** Confirms a PaymentIntent with a test card number, as the page does. */
export async function payWithCard(
  url: string,
  clientSecret: string,
  number: string,
  extraParameters: Record<string, string> = {},
): Promise<CardAnswer> {
  const { path, form } = cardPayment(clientSecret, publishableKey, number);
  const body = new URLSearchParams({ ...form, return_url: 'http://localhost/back', ...extraParameters });
  const answer = await fetch(`${url}/${path}`, { method: 'POST', body });
  return { status: answer.status, body: (await answer.json()) as CardAnswer['body'] };
}

/** Approves or declines a payment on the bank's approval page. Returns the URL that the approval page redirects to. */
export async function answerApproval(pageUrl: string, choice: 'approve' | 'decline'): Promise<URL> {
  const secret = new URL(pageUrl).searchParams.get('client_secret') ?? '';
  const body = new URLSearchParams({ client_secret: secret, choice });
  const answer = await fetch(pageUrl, { method: 'POST', body, redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '');
}

export async function control<Answer>(url: string, call: `${'GET' | 'POST' | 'DELETE'} ${string}`, body?: object): Promise<Answer> {
  const [method, path] = call.split(' ');
  const answer = await fetch(`${url}/fake/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
  const answerBody = (await answer.json()) as Answer & { error?: string };
  if (!answer.ok) throw new Error(answerBody.error);
  return answerBody;
}

/** Advances one customer's test clock by `by` seconds. Returns the new time. */
export async function turnClock(url: string, customer: string, by: number): Promise<number> {
  return (await control<{ now: number }>(url, 'POST clock', { customer, by })).now;
}
