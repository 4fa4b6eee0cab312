/** Returns the name of a purchase for the checkout, lists and receipts. */
import type { PaidTier } from '#schema/orders/order.ts';

interface Purchase {
  kind: 'membership' | 'cache_cards';
  tier?: PaidTier | null;
  quantity?: number | null;
  replacesCard?: string | null;
}

export function orderDescription({ kind, tier, quantity, replacesCard }: Purchase): string {
  if (replacesCard) return `Replacement of ${replacesCard}`;
  return kind === 'membership' ? `${membershipName(tier)}, one year` : cardsName(quantity ?? 1);
}

export function membershipName(tier: PaidTier | null | undefined): string {
  return tier === 'premium' ? 'Premium membership' : 'Basic membership';
}

export function cardsName(quantity: number): string {
  return quantity === 1 ? '1 Cache Card' : `${quantity} Cache Cards`;
}
