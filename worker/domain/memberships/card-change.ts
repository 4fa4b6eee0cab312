/** Another card for a membership: whose it is, and what is charged to it. Product rules: Payments and memberships. */
import { cardName, type PaymentCard } from '#schema/memberships/payment-card.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Account, SubscriptionState } from './account.ts';
import { type Addressee, mailTo } from './mail-to.ts';

/** A SetupIntent, as the payment provider has it now. */
export interface CardChangeFacts {
  id: string;
  /** The bank has said yes, with all that it wanted to ask. */
  isConfirmed: boolean;
  /** All that follows from it was done before. */
  isApplied: boolean;
  customerId: string | null;
  paymentMethodId: string | null;
  card: PaymentCard | null;
}

export type ConfirmedCard = CardChangeFacts & { customerId: string; paymentMethodId: string };

/** Only of a customer that the member's own subscriptions are charged to, and only what the bank has confirmed: whatever the browser says. */
export function checkCardChange(
  change: CardChangeFacts | undefined,
  customerIds: string[],
): Result<ConfirmedCard, 'card_change_not_found' | 'card_not_confirmed'> {
  const customerId = customerIds.find((own) => own === change?.customerId);
  if (!change || customerId === undefined) return err('card_change_not_found');
  const { isConfirmed, paymentMethodId } = change;
  return isConfirmed && paymentMethodId !== null ? ok({ ...change, customerId, paymentMethodId }) : err('card_not_confirmed');
}

/** The subscriptions that are charged: those that run, or wait for a renewal to be paid. */
export function chargedSubscriptions({ subscriptions }: Pick<Account, 'subscriptions'>): SubscriptionState[] {
  return subscriptions.filter(
    ({ status, endedAt, endRequestedAt }) =>
      ['active', 'past_due', 'unpaid', 'trialing'].includes(status) && endedAt === null && endRequestedAt === null,
  );
}

/** Once a change. */
export function cardChangedMail({ id, card }: CardChangeFacts, addressee: Addressee): Mail {
  return mailTo(addressee)('card_changed', `card_changed:${id}`, { card: card && cardName(card) });
}
