/**
 * Cancels a member's open orders in Stripe after too many declined cards. Blocking new checkouts is not enough, because cards can still be
 * tried on a payment page that is already open.
 */
import { declinedCards } from '#schema/rules.ts';
import { type EventHint, PaymentProviderError } from '#worker/clients/payment-provider.ts';
import type { PaymentDeps } from '#worker/flows/memberships/deps.ts';
import { closeOrder } from '#worker/flows/memberships/follow-up.ts';
import type { ReconciledObject } from '#worker/flows/memberships/reconcile-object.ts';
import { describeError, logWarning } from '#worker/log.ts';

const declineEvents = ['payment_intent.payment_failed', 'invoice.payment_failed'];

/** Counts declined payments of open orders only; declined renewals come from Stripe's own retries. */
export async function limitDeclinedCards(deps: PaymentDeps, hint: EventHint, { account }: ReconciledObject): Promise<void> {
  if (!declineEvents.includes(hint.type)) return;
  const openOrders = account.orders.filter(({ status }) => status === 'open');
  const isDeclined = openOrders.some(
    (order) =>
      order.reference === hint.orderReference ||
      (hint.subscriptionId !== null && order.stripeSubscriptionId === hint.subscriptionId) ||
      (hint.paymentIntentId !== null && order.stripePaymentIntentId === hint.paymentIntentId),
  );
  if (!isDeclined || (await deps.store.declinedCards.count(account.memberId, deps.now)) < declinedCards.perMember) return;
  for (const order of openOrders) await close(deps, { ...order, userId: account.memberId });
}

/** If Stripe cannot cancel the order, the next declined card triggers another attempt. */
async function close(deps: PaymentDeps, order: Parameters<typeof closeOrder>[1]): Promise<void> {
  try {
    await closeOrder(deps, order);
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    logWarning('order_not_closed_after_declines', { orderId: order.id, error: describeError(error) });
  }
}
