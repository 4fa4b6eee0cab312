import type { Membership, Payment } from '#schema/memberships/membership.ts';
import type { Order } from '#schema/orders/order.ts';
import type { ShippingAddress } from '#schema/orders/shipping-address.ts';
import { getReturnedCents, getYearlyPrice, isFullyReturned, isInGrace } from '#worker/domain/memberships/account.ts';
import { orderDescription } from '#worker/domain/memberships/description.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import type { OwnMembership } from '#worker/store/memberships/money.ts';
import type { PaymentRow } from '#worker/store/memberships/payments.ts';
import type { OwnOrder } from '#worker/store/orders/orders.ts';

export function presentOrder({ order, cards }: OwnOrder): Order {
  const quantity = order.quantity ?? 1;
  return {
    id: order.id,
    type: order.kind === 'membership' ? 'membership' : 'cache-cards',
    checkoutId: order.tier ?? String(quantity),
    description: orderDescription(order),
    quantity,
    amount: order.amountCents,
    credit: order.creditCents,
    status: order.status,
    delivery: order.delivery,
    shippingAddress: order.shippingAddress === null ? null : (JSON.parse(order.shippingAddress) as ShippingAddress),
    cards,
    createdAt: toIso(order.createdAt),
    expiresAt: toIso(order.expiresAt),
    paidAt: toIsoOrNull(order.paidAt),
  };
}

export function presentPayment(payment: PaymentRow): Payment {
  return {
    id: payment.id,
    description: payment.description,
    amount: payment.amountCents,
    fromBalance: payment.balanceCents,
    refunded: payment.refundedCents,
    owed: payment.refundOwedCents,
    status: paymentStatus(payment),
    paidAt: toIso(payment.paidAt),
    hasReceipt: payment.stripePaymentIntentId !== null || payment.stripeInvoiceId !== null,
  };
}

function paymentStatus(payment: PaymentRow): Payment['status'] {
  const { disputeStatus } = payment;
  if (disputeStatus === 'open') return 'disputed';
  if (disputeStatus === 'lost') return 'charged_back';
  if (isFullyReturned(payment)) return 'refunded';
  return getReturnedCents(payment) === 0 ? 'paid' : 'partially_refunded';
}

export function presentMembership({ membership, subscriptions, isDisputed }: OwnMembership): Membership {
  const { role, membershipExpiresAt, autoRenew, stripeSubscriptionId } = membership;
  const paidUntil = toIsoOrNull(membershipExpiresAt);
  const noRenewal = { paidUntil, graceUntil: null, yearlyPrice: null, renewalAmount: null, isDisputed: false };
  if (role === 'free') return { tier: role, state: 'free', ...noRenewal, paidUntil: null };
  const subscription = subscriptions.find(({ id, tier }) => id === stripeSubscriptionId && tier === role);
  if (!subscription) return { tier: role, state: 'granted', ...noRenewal };
  const yearlyPrice = getYearlyPrice(subscription);
  const common = { tier: role, paidUntil, graceUntil: null, yearlyPrice, renewalAmount: yearlyPrice, isDisputed };
  if (isInGrace(subscription)) return { ...common, state: 'grace', graceUntil: toIsoOrNull(subscription.graceUntil) };
  return autoRenew ? { ...common, state: 'active' } : { ...common, state: 'cancelling', renewalAmount: null };
}
