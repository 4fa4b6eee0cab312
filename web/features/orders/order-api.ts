import { t } from '@lingui/core/macro';
import { mutate } from 'swr';
import * as v from 'valibot';
import { Membership } from '#schema/memberships/membership.ts';
import type { DeliveryRequest } from '#schema/orders/delivery.ts';
import { type checkoutTypes, OpenOrders, Order, PaymentIntentResponse, PaymentOrder } from '#schema/orders/order.ts';
import { refreshUser } from '#web/features/accounts/session/user-store.ts';
import type { PayResult } from '#web/features/orders/payment/card-form.ts';
import { apiGet, apiSend, slowTimeoutMs } from '#web/lib/api/client.ts';
import { identityProof } from '#web/lib/api/identity-proof.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { ApiError, errorText } from '#web/lib/api-error.ts';

export type CheckoutType = (typeof checkoutTypes)[number];

/** Thrown if the response has an amount due but no client secret to pay it with. */
class MissingClientSecretError extends Error {
  override readonly name = 'NoClientSecret';
}

const LenientPaymentIntent = v.object({ ...PaymentIntentResponse.entries, clientSecret: v.fallback(v.nullable(v.string()), '') });

/** Returns the payment for the member's open order of the given type and id. If there is none, the payment is for a new order. */
export async function openPayment(type: CheckoutType, checkoutId: string): Promise<PaymentIntentResponse> {
  const payment = await apiGet(`/api/payment-intent/${type}/${encodeURIComponent(checkoutId)}`, LenientPaymentIntent, {
    timeoutMs: slowTimeoutMs,
  });
  if (payment.clientSecret === '' || (payment.clientSecret === null && payment.orderDetails.dueNow > 0))
    throw new MissingClientSecretError(t`No client secret returned`);
  return payment;
}

/** Opens a payment that spends the balance in part, after proof of identity. `openPayment` then returns it. */
export async function openProvenPayment(type: CheckoutType, checkoutId: string, currentPassword: string): Promise<void> {
  const path = `/api/payment-intent/${type}/${encodeURIComponent(checkoutId)}`;
  await apiSend('POST', path, identityProof(currentPassword), LenientPaymentIntent, { timeoutMs: slowTimeoutMs });
}

/** Returns whether the payment can only be opened with proof of identity. */
export const needsProof = (error: unknown): boolean =>
  error instanceof ApiError && ['password_or_sign_in', 'sign_in_again'].includes(error.body?.code ?? '');

export function paymentErrorText(error: unknown): string {
  return error instanceof MissingClientSecretError ? error.message : errorText(error, t`Failed to retrieve payment information`);
}

/** Loads an order. Returns undefined if it does not exist or belongs to another member. */
export async function findOrder(orderId: number): Promise<Order | undefined> {
  try {
    return await apiGet(`/api/orders/${orderId}`, Order);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** Finds the order of a payment. Returns undefined if the payment is a renewal or belongs to another member. */
export async function findPaymentOrder(paymentIntentId: string): Promise<PaymentOrder | undefined> {
  try {
    return await apiGet(`/api/orders/by-payment/${encodeURIComponent(paymentIntentId)}`, PaymentOrder);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

export function chooseDelivery(orderId: number, request: DeliveryRequest): Promise<Order> {
  return apiSend('PUT', `/api/orders/${orderId}/delivery`, request, Order);
}

/** Cancels an order. Check the returned status because the server may find that the order was paid. */
export function cancelOrder(orderId: number): Promise<Order> {
  return apiSend('POST', `/api/orders/${orderId}/cancel`, undefined, Order);
}

export function useOpenOrders() {
  return useQuery('/api/orders', OpenOrders, { revalidatesOnMount: true });
}

/** Pays for an order that the balance covers fully. Returns rejections instead of throwing them. */
export async function payFromBalance(orderId: number, currentPassword: string): Promise<PayResult> {
  try {
    await apiSend('POST', `/api/orders/${orderId}/use-balance`, identityProof(currentPassword), Order, { timeoutMs: slowTimeoutMs });
    return { status: 'succeeded' };
  } catch (error) {
    // Without a response, it is unknown whether the order was paid.
    if (!(error instanceof ApiError)) return { status: 'silent' };
    return { status: 'refused', message: error.body?.message };
  }
}

/** Result of a payment: an order that is no longer open, or a renewed membership. */
export type PaymentOutcome = { kind: 'order'; order: Order } | { kind: 'renewal'; membership: Membership };

/** Returns the result of a payment, or undefined while it is unpaid. `orderId` is null for a membership renewal. */
export async function checkPayment(orderId: number | null): Promise<PaymentOutcome | undefined> {
  if (orderId === null) {
    const membership = await apiSend('POST', '/api/membership/confirm', undefined, Membership);
    return ['grace', 'renewing', 'free'].includes(membership.state) ? undefined : { kind: 'renewal', membership };
  }
  const order = await apiSend('POST', `/api/orders/${orderId}/confirm`, undefined, Order);
  return order.status === 'open' ? undefined : { kind: 'order', order };
}

/** Clears cached card, order, membership, payment and earnings data and reloads what is on screen. Also refreshes the member. */
export async function refreshAfterPayment(): Promise<void> {
  const isStaleKey = (key: unknown) => typeof key === 'string' && /^\/api\/(cache-cards|orders|membership|payments|earnings)/.test(key);
  await Promise.allSettled([refreshUser(), mutate(isStaleKey, undefined, { revalidate: true })]);
}
