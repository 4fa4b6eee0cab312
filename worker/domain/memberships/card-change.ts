/** See "Payments and memberships" in docs/product-rules.md. */
import { cardName, type PaymentCard } from '#schema/memberships/payment-card.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Account, SubscriptionState } from './account.ts';
import { type Addressee, createMailMaker } from './mail-maker.ts';

export interface CardChangeFacts {
  id: string;
  isConfirmed: boolean;
  isApplied: boolean;
  customerId: string | null;
  paymentMethodId: string | null;
  card: PaymentCard | null;
}

export type ConfirmedCard = CardChangeFacts & { customerId: string; paymentMethodId: string };

/**
 * Validates a card change. Its Stripe customer must belong to one of the member's subscriptions, and the bank must have confirmed the card.
 * The browser's claims are not trusted.
 */
export function checkCardChange(
  change: CardChangeFacts | undefined,
  customerIds: string[],
): Result<ConfirmedCard, 'card_change_not_found' | 'card_not_confirmed'> {
  const customerId = customerIds.find((own) => own === change?.customerId);
  if (!change || customerId === undefined) return err('card_change_not_found');
  const { isConfirmed, paymentMethodId } = change;
  return isConfirmed && paymentMethodId !== null ? ok({ ...change, customerId, paymentMethodId }) : err('card_not_confirmed');
}

export function chargedSubscriptions({ subscriptions }: Pick<Account, 'subscriptions'>): SubscriptionState[] {
  return subscriptions.filter(
    ({ status, endedAt, endRequestedAt }) =>
      ['active', 'past_due', 'unpaid', 'trialing'].includes(status) && endedAt === null && endRequestedAt === null,
  );
}

/**
 * Builds the email about a changed payment card. `account` is the member's account after the change. The email states whether the
 * membership will be charged to the new card.
 */
export function cardChangedMail({ id, card }: CardChangeFacts, { membership }: Pick<Account, 'membership'>, addressee: Addressee): Mail {
  const payload = { card: card && cardName(card), isEnding: membership.autoRenew ? null : 'yes' };
  return createMailMaker(addressee)('card_changed', `card_changed:${id}`, payload);
}
