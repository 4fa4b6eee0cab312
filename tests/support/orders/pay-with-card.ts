/** Pays by card as a member would: on a page with the local card form, or through the API. */
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import type { Order, PaymentIntentResponse } from '#schema/orders/order.ts';
import { cardPayment } from '#tests/support/stripe/card-payment.ts';

export const testCards = {
  good: '4242424242424242',
  alsoGood: '5555555555554444',
  declined: '4000000000000002',
  asksForApproval: '4000002500003155',
} as const;

/** Fills in and submits the card form. `parent` is the page or a dialog. */
export async function payWith(parent: Page | Locator, card: string): Promise<void> {
  const form = parent.getByRole('form', { name: 'Card payment' });
  await form.getByLabel('Card number').fill(card);
  await form.getByLabel('Expiry').fill('12 / 40');
  await form.getByLabel('Security code').fill('123');
  await form.getByRole('button', { name: /^Pay \$/ }).click();
}

interface Purchase {
  /** The test card. Friends must use different cards: a shared card puts the commission on hold. */
  card?: string;
  shipTo?: object;
}

export async function buy(
  api: APIRequestContext,
  type: 'membership' | 'cache-cards',
  id: string,
  { card = testCards.good, shipTo }: Purchase = {},
): Promise<number> {
  const { clientSecret, order } = (await (await api.get(`/api/payment-intent/${type}/${id}`)).json()) as PaymentIntentResponse;
  if (shipTo) await api.put(`/api/orders/${order?.id}/delivery`, { data: { delivery: 'ship', address: shipTo } });
  const { path, form } = cardPayment(clientSecret ?? '', 'pk_test_local', card);
  await api.post(`/api/local-stripe/${path}`, { form });
  const confirmedOrder = (await (await api.post(`/api/orders/${order?.id}/confirm`)).json()) as Order;
  expect(confirmedOrder.status).toBe('paid');
  return confirmedOrder.id;
}
