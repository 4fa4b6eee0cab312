/** Derives an order's state from its payment. Product rules: Payments and memberships. */
import type { OrderStatus } from '#schema/orders/order.ts';
import { openOrderTtlSeconds } from '#schema/rules.ts';
import { type Account, listPayments, type OrderState, type PaymentState, tierRanks } from '#worker/domain/memberships/account.ts';
import { computeUnusedCredit } from './checkout.ts';

export function deriveOrders(account: Account): Account {
  return { ...account, orders: account.orders.map((order) => closeOutdatedOrder(deriveOrder(order, account), account)) };
}

function deriveOrder(order: OrderState, account: Account): OrderState {
  const payment = account.payments.find((candidate) => candidate.orderId === order.id);
  if (payment) {
    return {
      ...order,
      status: paidStatus(payment),
      paidAt: payment.paidAt,
      cancelledAt: null,
      refundedCents: Math.min(payment.refundedCents, order.amountCents),
    };
  }
  if (order.status === 'cancelled') return { ...order, cancelledAt: order.cancelledAt ?? order.expiresAt };
  const subscription = account.subscriptions.find((candidate) => candidate.id === order.stripeSubscriptionId);
  // If any payment for the subscription is recorded, the order's first payment must have succeeded, even if its event has not arrived. The
  // order then stays open.
  const isUnpaid = subscription !== undefined && listPayments(account, subscription.id).length === 0;
  const isAbandoned = isUnpaid && (subscription.endedAt !== null || subscription.status === 'incomplete_expired');
  return isAbandoned ? { ...order, status: 'cancelled', cancelledAt: subscription.endedAt ?? order.expiresAt } : order;
}

function paidStatus(payment: PaymentState): OrderStatus {
  if (payment.disputeStatus === 'open' || payment.disputeStatus === 'lost') return 'disputed';
  return payment.revokedAt === null ? 'paid' : 'refunded';
}

/**
 * Closes a membership order that is outdated because its tier is not higher than the current one or its credit no longer matches the known
 * payments.
 */
function closeOutdatedOrder(closedOrder: OrderState, account: Account): OrderState {
  // Restores the original expiry first, which reopens an order that only looked outdated while some payments were still unknown.
  const order =
    closedOrder.expiresAt > closedOrder.createdAt
      ? closedOrder
      : { ...closedOrder, expiresAt: closedOrder.createdAt + openOrderTtlSeconds };
  if (order.status !== 'open' || order.kind !== 'membership' || order.tier === null) return order;
  const { subscriptions, payments, membership } = account;
  const { role, stripeSubscriptionId } = membership;
  const isCovered = listPayments(account, stripeSubscriptionId ?? '').length > 0 && tierRanks[order.tier] <= tierRanks[role];
  const credit = computeUnusedCredit({ subscriptions, payments, stripeSubscriptionId }, order.createdAt);
  return isCovered || credit !== order.creditCents ? { ...order, expiresAt: order.createdAt } : order;
}
