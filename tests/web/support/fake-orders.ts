/** Sample orders and payments, as returned by the server, for component tests. */
import type { Order, PaymentIntentResponse } from '#schema/orders/order.ts';

export const membershipOrder: Order = {
  id: 41,
  type: 'membership',
  checkoutId: 'basic',
  description: 'Basic membership, one year',
  quantity: 1,
  amount: 5_000,
  credit: 0,
  status: 'open',
  delivery: null,
  shippingAddress: null,
  cards: [],
  createdAt: '2026-11-21T08:00:00.000Z',
  expiresAt: '2026-11-22T06:00:00.000Z',
  paidAt: null,
};

export const cardOrder: Order = {
  ...membershipOrder,
  id: 42,
  type: 'cache-cards',
  checkoutId: '2',
  description: '2 Cache Cards',
  quantity: 2,
  amount: 200,
  cards: [
    { id: 1, cardId: 'TC-0000101', status: 'ordered' },
    { id: 2, cardId: 'TC-0000102', status: 'ordered' },
  ],
};

export const paidOrder = (order: Order): Order => ({ ...order, status: 'paid', paidAt: '2026-11-21T08:05:00.000Z' });

/** Returns the response of GET /api/payment-intent for an order. */
export function payable(order: Order): PaymentIntentResponse {
  const { description, quantity, amount } = order;
  return { clientSecret: 'pi_1_secret_abc', orderDetails: { description, quantity, amount, fromBalance: 0, dueNow: amount }, order };
}

/** The card form's request to the fake Stripe. */
export const confirmCall = 'POST /api/local-stripe/v1/payment_intents/pi_1/confirm';
