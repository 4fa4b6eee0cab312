/** Asserts, after a failure, that exactly one order exists and that exactly one payment can be made. */
import { expect } from 'vitest';
import type { Order } from '#schema/orders/order.ts';
import { newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import { paymentsOf } from './member-at-stripe.ts';
import { confirmAtStripe, customerOf, openCheckout, stripe } from './payments.ts';

export const checkoutIds = { membership: 'basic', 'cache-cards': '4' } as const;
export type CheckoutType = keyof typeof checkoutIds;
export const types = Object.keys(checkoutIds) as CheckoutType[];
export const pathOf = (type: CheckoutType) => `/api/payment-intent/${type}/${checkoutIds[type]}`;

export const buyer = (type: CheckoutType) => newMember(type === 'membership' ? {} : { role: 'basic' });

export const intentOf = (clientSecret: string) => clientSecret.slice(0, clientSecret.indexOf('_secret_'));

/** Returns the member's PaymentIntents at Stripe that are paid or can still be paid. */
async function chargeable(member: TestMember): Promise<string[]> {
  const { data } = await stripe.paymentIntents.list({ customer: await customerOf(member.id) });
  return data.filter(({ status }) => status !== 'canceled').map(({ id }) => id);
}

/** Opens the checkout, asserts that it contains the order `orderId`, and pays for that order. */
export async function expectOnePayment(member: TestMember, type: CheckoutType, orderId?: number): Promise<void> {
  const { clientSecret, order } = await openCheckout(member.client, type, checkoutIds[type]);
  if (orderId !== undefined) expect(order?.id).toBe(orderId);
  expect(await row('SELECT count(*) AS n FROM orders WHERE user_id = ?', member.id)).toEqual({ n: 1 });
  expect(await chargeable(member)).toEqual([intentOf(clientSecret)]);
  expect((await confirmAtStripe(clientSecret)).status).toBe('succeeded');
  expect((await member.client.post<Order>(`/api/orders/${order?.id}/confirm`)).body.status).toBe('paid');
  expect(await paymentsOf(member)).toHaveLength(1);
}
