/** Makes payments at Stripe as the member's browser would, and delivers Stripe's events to the Worker. */
import { env } from 'cloudflare:workers';
import Stripe from 'stripe';
import { expect } from 'vitest';
import type { CardOrderResponse, Order, PaymentIntentResponse } from '#schema/orders/order.ts';
import { cardPayment } from '#tests/support/stripe/card-payment.ts';
import { type Answer, Client, row } from '#tests/worker/support/client.ts';

const variables = env as unknown as Record<string, string | undefined>;
const base = new URL(variables.STRIPE_API_BASE ?? '');

export const stripe = new Stripe(variables.STRIPE_SECRET_KEY ?? '', {
  host: base.hostname,
  port: base.port,
  protocol: 'http',
  httpClient: Stripe.createFetchHttpClient(),
});

export const testCards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  asksForAuthentication: '4000002500003155',
  failsLater: '4000000000000341',
  disputed: '4000000000000259',
  refundFails: '4000000000005126',
} as const;

/** Confirms a payment as the checkout page does; returns Stripe's PaymentIntent or error. */
export async function confirmAtStripe(
  clientSecret: string,
  card: string = testCards.good,
): Promise<{ status?: string; error?: { message: string } }> {
  const { path, form } = cardPayment(clientSecret, 'pk_test_fake', card);
  const answer = await fetch(new URL(path, base), {
    method: 'POST',
    body: new URLSearchParams({ ...form, return_url: `${env.PUBLIC_ORIGIN}/` }),
  });
  return answer.json();
}

/** Opens a checkout paid at least partly by card. */
export async function openCheckout(
  client: Client,
  type: 'membership' | 'cache-cards',
  id: string,
): Promise<PaymentIntentResponse & { clientSecret: string }> {
  const { status, body } = await client.get<PaymentIntentResponse>(`/api/payment-intent/${type}/${id}`);
  expect(status, JSON.stringify(body)).toBe(200);
  const { clientSecret } = body;
  if (clientSecret === null) throw new Error('Nothing is left for a card to pay');
  return { ...body, clientSecret };
}

/** Opens a checkout, pays at Stripe and has the Worker confirm the payment, as the checkout page does. */
export async function buy(client: Client, type: 'membership' | 'cache-cards', id: string, card?: string): Promise<Order> {
  const { clientSecret, order } = await openCheckout(client, type, id);
  expect((await confirmAtStripe(clientSecret, card)).status).toBe('succeeded');
  const answer = await client.post<Order>(`/api/orders/${order?.id}/confirm`);
  expect(answer.body.status, JSON.stringify(answer.body)).toBe('paid');
  return answer.body;
}

export async function orderCards(client: Client, quantity: number): Promise<Answer<CardOrderResponse>> {
  return client.post<CardOrderResponse>('/api/cache-cards/order', { quantity });
}

/** Returns all events of a customer, oldest first. */
export async function eventsOf(customerId: string): Promise<Stripe.Event[]> {
  const answer = await fetch(new URL(`/fake/events?customer=${customerId}`, base));
  return ((await answer.json()) as { data: Stripe.Event[] }).data;
}

/** Creates a Stripe-Signature header for a body. */
export function signPayload(payload: string, options: { secret?: string; timestamp?: number } = {}): Promise<string> {
  return stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret: options.secret ?? variables.STRIPE_WEBHOOK_SECRET ?? '',
    timestamp: options.timestamp ?? Math.floor(Date.now() / 1_000),
    cryptoProvider: Stripe.createSubtleCryptoProvider(),
  });
}

/** Sends an event to the webhook, signed as Stripe would sign it. */
export async function deliver(event: Stripe.Event, options: { body?: string } = {}): Promise<Answer> {
  const body = options.body ?? JSON.stringify(event);
  const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': await signPayload(body) };
  const response = await new Client().fetch('/api/stripe/webhook', { method: 'POST', headers, body });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Returns the reference that identifies an order in Stripe's objects. */
export async function referenceOf(orderId: number | undefined): Promise<string> {
  return (await row<{ reference: string }>('SELECT reference FROM orders WHERE id = ?', orderId ?? 0))?.reference ?? '';
}

/** Returns the id of the member's Stripe customer. */
export async function customerOf(userId: number): Promise<string> {
  const found = await row<{ id: string | null }>('SELECT stripe_customer_id AS id FROM users WHERE id = ?', userId);
  if (!found?.id) throw new Error(`Member ${userId} has no Stripe customer`);
  return found.id;
}

export async function control(path: string, body: object, method = 'POST'): Promise<Record<string, unknown>> {
  const answer = await fetch(new URL(`/fake/${path}`, base), {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
