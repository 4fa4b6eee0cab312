import type { Membership, Payment } from '#schema/memberships/membership.ts';
import type { Order } from '#schema/orders/order.ts';
import type { ShippingAddress } from '#schema/orders/shipping-address.ts';
import { getReturnedCents, isFullyReturned } from '#worker/domain/memberships/account.ts';
import { orderDescription } from '#worker/domain/memberships/description.ts';
import { deriveStatus, type MembershipFacts } from '#worker/domain/memberships/membership-status.ts';
import { type Seconds, toIso, toIsoOrNull } from '#worker/domain/time.ts';
import type { Member } from '#worker/store/accounts/users.ts';
import type { PaymentRow } from '#worker/store/memberships/payments.ts';
import type { OwnOrder } from '#worker/store/orders/orders.ts';

export function presentOrder({ order, cards }: OwnOrder): Order {
  const quantity = order.quantity ?? 1;
  return {
    id: order.id,
    type: order.kind === 'membership' ? 'membership' : 'cache-cards',
    checkoutId: order.tier ?? order.replacesCard ?? String(quantity),
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

export function presentMembership(member: Member, now: Seconds): Membership {
  return deriveStatus(membershipFacts(member), now);
}

export function membershipFacts({ role, membershipExpiresAt, autoRenew, subscription, dispute }: Member): MembershipFacts {
  return {
    role,
    membershipExpiresAt,
    autoRenew: autoRenew === 1,
    subscription: subscription === null ? null : (JSON.parse(subscription) as MembershipFacts['subscription']),
    dispute: dispute === null ? null : (JSON.parse(dispute) as MembershipFacts['dispute']),
  };
}
