/** See "Payments and memberships" in docs/product-rules.md. */
import { isCardId } from '#schema/cards/card-id.ts';
import type { PaidTier } from '#schema/orders/order.ts';
import { cardOrderMaxQuantity, cardOrderMinQuantity, cardPriceCents, membershipPriceCents, type Tier } from '#schema/rules.ts';
import {
  type Account,
  getReturnedCents,
  isInGrace,
  listPayments,
  type PaymentState,
  tierRanks,
} from '#worker/domain/memberships/account.ts';
import { orderDescription } from '#worker/domain/memberships/description.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';

/** `replacesCard` is the id of the member's lost card that the one bought card replaces. */
export type Purchase = { kind: 'membership'; tier: PaidTier } | { kind: 'cache_cards'; quantity: number; replacesCard?: string };

/** Returns the id of the lost card that the purchase replaces, or null. */
export function replacedCard(purchase: Purchase): string | null {
  return purchase.kind === 'cache_cards' ? (purchase.replacesCard ?? null) : null;
}

export type PurchaseRefusal = 'invalid_checkout' | 'quantity_not_whole' | 'too_few_cards' | 'too_many_cards';

export function readPurchase(type: string, id: string): Result<Purchase, PurchaseRefusal> {
  if (type === 'membership') return id === 'basic' || id === 'premium' ? ok({ kind: 'membership', tier: id }) : err('invalid_checkout');
  if (type !== 'cache-cards') return err('invalid_checkout');
  if (isCardId(id)) return ok({ kind: 'cache_cards', quantity: 1, replacesCard: id });
  return /^-?\d{1,15}$/.test(id) ? readQuantity(Number(id)) : err('quantity_not_whole');
}

export function readQuantity(quantity: number): Result<Purchase, PurchaseRefusal> {
  if (!Number.isInteger(quantity)) return err('quantity_not_whole');
  if (quantity < cardOrderMinQuantity) return err('too_few_cards');
  if (quantity > cardOrderMaxQuantity) return err('too_many_cards');
  return ok({ kind: 'cache_cards', quantity });
}

export interface Price {
  amountCents: number;
  creditCents: number;
  description: string;
}

export type CheckoutAccount = Pick<Account, 'subscriptions' | 'payments'> & { stripeSubscriptionId: string | null };

export type CheckoutPlan = { kind: 'order'; price: Price } | { kind: 'renewal'; subscriptionId: string };

export type CheckoutRefusal = 'membership_required' | 'already_member';

/** Returns a new order with its price. If the member buys their current tier while its renewal is unpaid, returns that renewal instead. */
export function decideCheckout(
  purchase: Purchase,
  role: Tier,
  account: CheckoutAccount,
  now: Seconds,
): Result<CheckoutPlan, CheckoutRefusal> {
  const description = orderDescription(purchase);
  if (purchase.kind === 'cache_cards') {
    if (role === 'free') return err('membership_required');
    return ok({ kind: 'order', price: { amountCents: purchase.quantity * cardPriceCents, creditCents: 0, description } });
  }
  const unpaidSubscription = account.subscriptions.find((subscription) => subscription.tier === purchase.tier && isInGrace(subscription));
  if (unpaidSubscription && purchase.tier === role) return ok({ kind: 'renewal', subscriptionId: unpaidSubscription.id });
  if (tierRanks[purchase.tier] <= tierRanks[role]) return err('already_member');
  const creditCents = computeUnusedCredit(account, now);
  return ok({ kind: 'order', price: { amountCents: membershipPriceCents[purchase.tier] - creditCents, creditCents, description } });
}

/** Returns the unused part of the payment for the current year, rounded down to whole cents; 0 if the payment is disputed or revoked. */
export function computeUnusedCredit(account: CheckoutAccount, now: Seconds): number {
  const payment = listPayments(account, account.stripeSubscriptionId ?? '').at(-1);
  if (!payment || payment.revokedAt !== null) return 0;
  if (payment.disputeStatus === 'open' || payment.disputeStatus === 'lost') return 0;
  return computeUnusedShare(payment.amountCents + payment.balanceCents - getReturnedCents(payment), payment, now);
}

export function computeUnusedShare(
  cents: number,
  { periodStart, periodEnd }: Pick<PaymentState, 'periodStart' | 'periodEnd'>,
  at: Seconds,
): number {
  if (!periodStart || !periodEnd) return 0;
  const unusedSeconds = Math.min(Math.max(periodEnd - at, 0), periodEnd - periodStart);
  return Math.floor((cents * unusedSeconds) / (periodEnd - periodStart));
}
