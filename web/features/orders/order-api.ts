/** Orders and their payment, as the checkout page and the order dialogs ask the server for them. */
import { mutate } from 'swr';
import * as v from 'valibot';
import { Membership } from '#schema/memberships/membership.ts';
import type { DeliveryRequest } from '#schema/orders/delivery.ts';
import { type checkoutTypes, OpenOrders, Order, PaymentIntentResponse, PaymentOrder } from '#schema/orders/order.ts';
import { refreshUser } from '#web/features/accounts/session/user-store.ts';
import type { PayResult } from '#web/features/orders/payment/card-form.ts';
import { apiGet, apiSend, slowLimitMs } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { ApiError, errorText } from '#web/lib/api-error.ts';

export type CheckoutType = (typeof checkoutTypes)[number];

/** The server answered, but with nothing that can be paid. */
class NoClientSecret extends Error {
  override readonly name = 'NoClientSecret';
}

const MaybePayable = v.object({ ...PaymentIntentResponse.entries, clientSecret: v.fallback(v.nullable(v.string()), '') });

/** What a checkout address asks to be paid: the member's open order of that kind, made where there is none. */
export async function openPayment(type: CheckoutType, checkoutId: string): Promise<PaymentIntentResponse> {
  const payment = await apiGet(`/api/payment-intent/${type}/${encodeURIComponent(checkoutId)}`, MaybePayable, { limitMs: slowLimitMs });
  if (payment.clientSecret === '' || (payment.clientSecret === null && payment.orderDetails.dueNow > 0))
    throw new NoClientSecret('No client secret returned');
  return payment;
}

/** Why a payment could not be prepared, in words. */
export function paymentErrorText(error: unknown): string {
  return error instanceof NoClientSecret ? error.message : errorText(error, 'Failed to retrieve payment information');
}

/** An own order, or undefined where there is none of that number. */
export async function findOrder(orderId: number): Promise<Order | undefined> {
  try {
    return await apiGet(`/api/orders/${orderId}`, Order);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** The checkout that a payment belongs to, or undefined where it belongs to none: a renewal, or somebody else's. */
export async function findPaymentOrder(paymentIntentId: string): Promise<PaymentOrder | undefined> {
  try {
    return await apiGet(`/api/orders/by-payment/${encodeURIComponent(paymentIntentId)}`, PaymentOrder);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** How an own unpaid order of cards is delivered. */
export function chooseDelivery(orderId: number, request: DeliveryRequest): Promise<Order> {
  return apiSend('PUT', `/api/orders/${orderId}/delivery`, request, Order);
}

/** Gives an unpaid order up. It may turn out to have been paid: the answer says what it is now. */
export function cancelOrder(orderId: number): Promise<Order> {
  return apiSend('POST', `/api/orders/${orderId}/cancel`, undefined, Order);
}

/** The member's unpaid orders, newest first, asked for anew at each visit. */
export function useOpenOrders() {
  return useQuery('/api/orders', OpenOrders, { asksOnVisit: true });
}

/** Pays an order that the balance covers wholly. A refusal is told by its message. */
export async function payFromBalance(orderId: number): Promise<PayResult> {
  try {
    await apiSend('POST', `/api/orders/${orderId}/use-balance`, undefined, Order, { limitMs: slowLimitMs });
    return { status: 'succeeded' };
  } catch (error) {
    // Without an answer of ours it may have been done.
    if (!(error instanceof ApiError)) return { status: 'silent' };
    return { status: 'refused', message: error.body?.message };
  }
}

/** What came of a payment: an order that is open no longer, or a membership out of its grace. */
export type Outcome = { kind: 'order'; order: Order } | { kind: 'renewal'; membership: Membership };

/** Asks whether a payment has arrived; undefined: not yet. `orderId` null stands for the renewal of a membership. */
export async function checkPayment(orderId: number | null): Promise<Outcome | undefined> {
  if (orderId === null) {
    const membership = await apiSend('POST', '/api/membership/confirm', undefined, Membership);
    return membership.state === 'grace' || membership.state === 'free' ? undefined : { kind: 'renewal', membership };
  }
  const order = await apiSend('POST', `/api/orders/${orderId}/confirm`, undefined, Order);
  return order.status === 'open' ? undefined : { kind: 'order', order };
}

/** Tier, cards and payments have changed: what is on the screen loads again, what is not is forgotten. */
export async function refreshAfterPayment(): Promise<void> {
  const changed = (key: unknown) => typeof key === 'string' && /^\/api\/(cache-cards|orders|membership|payments|earnings)/.test(key);
  await Promise.allSettled([refreshUser(), mutate(changed, undefined, { revalidate: true })]);
}
