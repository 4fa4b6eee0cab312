/** By what the member is found whom something at Stripe concerns. */
import type { EventHint } from '#worker/clients/payment-provider.ts';
import type { Whose } from '#worker/store/memberships/money-rows.ts';

const nobody: Whose = { paymentIntentId: null, subscriptionId: null, orderReference: null, userId: null };

export function ofMember(userId: number): Whose {
  return { ...nobody, userId };
}

export function ofSubscription(subscriptionId: string): Whose {
  return { ...nobody, subscriptionId };
}

export function ofHint({ paymentIntentId, subscriptionId, orderReference }: Omit<EventHint, 'id' | 'type'>): Whose {
  return { ...nobody, paymentIntentId, subscriptionId, orderReference };
}

/** The member's order and what Stripe has for it. */
export function ofOrder(order: {
  reference: string;
  userId: number;
  stripePaymentIntentId: string | null;
  stripeSubscriptionId: string | null;
}): Whose {
  return {
    paymentIntentId: order.stripePaymentIntentId,
    subscriptionId: order.stripeSubscriptionId,
    orderReference: order.reference,
    userId: order.userId,
  };
}
