/**
 * Orders that Stripe knows and we do not, since the database was restored to a moment before them. Product rules: Payments
 * and memberships.
 */
import { openOrderTtlSeconds } from '#schema/rules.ts';
import type { Account, OrderState } from '#worker/domain/memberships/account.ts';
import type { News } from '#worker/domain/memberships/facts.ts';
import type { Addressee } from '#worker/domain/memberships/mail-to.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import type { OrderMark, OrderOrigin } from './order-mark.ts';

/** The order as it was made, unpaid: what Stripe says of it comes on top. Cancelled, so that it is in nobody's way until then. */
export function lostOrder(id: number, { reference }: OrderMark, origin: OrderOrigin): OrderState {
  const { kind, tier, quantity, amountCents, creditCents, orderedAt } = origin;
  const expiresAt = orderedAt + openOrderTtlSeconds;
  return {
    ...{ id, reference, kind, tier, quantity, amountCents, creditCents, status: 'cancelled' },
    ...{ stripeSubscriptionId: null, stripePaymentIntentId: null, refundedCents: 0 },
    ...{ createdAt: orderedAt, expiresAt, paidAt: null, cancelledAt: expiresAt },
  };
}

/** An attempt that nobody paid is missed by nobody. */
export function isPaid(news: News): boolean {
  if (news.kind === 'membership') return news.invoice?.status === 'paid';
  return news.kind === 'intent' && news.intent.status === 'succeeded';
}

/** The order of cards that turns out to be paid although its cards were never made here, or went when it was cancelled. */
export function paidWithoutCards(before: Account, after: Account): OrderState | undefined {
  return after.orders.find((order) => {
    const was = before.orders.find(({ id }) => id === order.id)?.status ?? 'cancelled';
    return order.kind === 'cache_cards' && order.paidAt !== null && was === 'cancelled';
  });
}

/** Tells of new cards; nothing where their money has gone back. */
export function newCardsMail({ id, quantity, status }: OrderState, { email, firstName }: Addressee): Mail[] {
  if (status !== 'paid') return [];
  const payload = { firstName, cards: String(quantity ?? 1) };
  return [{ template: 'cards_made_anew', to: email, cause: `cards_made_anew:${id}`, payload }];
}
