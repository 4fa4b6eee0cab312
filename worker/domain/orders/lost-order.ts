/** Orders that exist at Stripe but were lost here in a database restore. Product rules: Payments and memberships. */
import { openOrderTtlSeconds } from '#schema/rules.ts';
import type { Account, OrderState } from '#worker/domain/memberships/account.ts';
import type { News } from '#worker/domain/memberships/facts.ts';
import type { Addressee } from '#worker/domain/memberships/mail-maker.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import type { OrderMark, OrderOrigin } from './order-mark.ts';

/**
 * Recreates a lost order without a payment, so that Stripe's state can be applied to it. Until then its status is cancelled, so that it
 * does not block a new order.
 */
export function lostOrder(id: number, { reference }: OrderMark, origin: OrderOrigin): OrderState {
  const { kind, tier, quantity, amountCents, creditCents, orderedAt } = origin;
  const expiresAt = orderedAt + openOrderTtlSeconds;
  return {
    ...{ id, reference, kind, tier, quantity, amountCents, creditCents, status: 'cancelled' },
    ...{ stripeSubscriptionId: null, stripePaymentIntentId: null, refundedCents: 0 },
    ...{ createdAt: orderedAt, expiresAt, paidAt: null, cancelledAt: expiresAt },
  };
}

/** Returns whether Stripe reports the order as paid. Only paid orders are restored; unpaid attempts can be ignored. */
export function isPaid(news: News): boolean {
  if (news.kind === 'membership') return news.invoice?.status === 'paid';
  return news.kind === 'intent' && news.intent.status === 'succeeded';
}

/** Returns a paid card order whose cards were never created, or were deleted when the order was canceled. */
export function findOrderWithoutCards(before: Account, after: Account): OrderState | undefined {
  return after.orders.find((order) => {
    const previousOrder = before.orders.find(({ id }) => id === order.id)?.status ?? 'cancelled';
    return order.kind === 'cache_cards' && order.paidAt !== null && previousOrder === 'cancelled';
  });
}

export function newCardsMail({ id, quantity, status }: OrderState, { email, firstName }: Addressee): Mail[] {
  if (status !== 'paid') return [];
  const payload = { firstName, cards: String(quantity ?? 1) };
  return [{ template: 'cards_made_anew', to: email, cause: `cards_made_anew:${id}`, payload }];
}
