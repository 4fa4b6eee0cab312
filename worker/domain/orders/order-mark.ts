/**
 * Metadata that links objects at Stripe to our order. Contains the reference and the data needed to recreate the order's row if it is lost.
 * Product rules: Payments and memberships.
 */
import { type PaidTier, paidTiers } from '#schema/orders/order.ts';
import type { Seconds } from '#worker/domain/time.ts';

export interface OrderOrigin {
  userId: number;
  /** The member's registration time. After a database restore, the member's id alone may belong to someone else. */
  userCreatedAt: Seconds;
  kind: 'membership' | 'cache_cards';
  tier: PaidTier | null;
  quantity: number | null;
  amountCents: number;
  creditCents: number;
  orderedAt: Seconds;
}

export interface OrderMark {
  reference: string;
  userId: number | null;
  /** Data for recreating the order's row; null if the metadata is incomplete or malformed. */
  origin: OrderOrigin | null;
}

/** Metadata of a Stripe object. Stripe limits the number and length of the entries. */
export type Metadata = Record<string, string>;

/** Metadata that identifies the member. It is set on Stripe customers and is part of every order's metadata. */
export function memberMark({ userId, userCreatedAt }: Pick<OrderOrigin, 'userId' | 'userCreatedAt'>): Metadata {
  return { user_id: String(userId), user_created_at: String(userCreatedAt) };
}

export function orderMark(order: OrderOrigin & { reference: string; attempt: number }): Metadata {
  return {
    ...memberMark(order),
    cache_cards_order: order.reference,
    attempt: String(order.attempt),
    kind: order.kind,
    ...(order.tier !== null && { tier: order.tier }),
    ...(order.quantity !== null && { quantity: String(order.quantity) }),
    amount_cents: String(order.amountCents),
    credit_cents: String(order.creditCents),
    ordered_at: String(order.orderedAt),
  };
}

/** Returns null if the object is not ours. Another shop may share the Stripe account and use the same generic metadata keys. */
export function readOrderMark(metadata: Metadata | null | undefined): OrderMark | null {
  const reference = metadata?.cache_cards_order;
  if (!metadata || reference === undefined || !/^[\w-]{8,40}$/.test(reference)) return null;
  return { reference, userId: wholeNumber(metadata.user_id), origin: readOrigin(metadata) };
}

function readOrigin(metadata: Metadata): OrderOrigin | null {
  const [userId, userCreatedAt] = [wholeNumber(metadata.user_id), wholeNumber(metadata.user_created_at)];
  const [amountCents, creditCents] = [wholeNumber(metadata.amount_cents), wholeNumber(metadata.credit_cents)];
  const orderedAt = wholeNumber(metadata.ordered_at);
  if (userId === null || userCreatedAt === null || amountCents === null || creditCents === null || orderedAt === null) return null;
  const common = { userId, userCreatedAt, amountCents, creditCents, orderedAt };
  const tier = paidTiers.find((candidate) => candidate === metadata.tier);
  const quantity = wholeNumber(metadata.quantity);
  if (metadata.kind === 'membership' && tier) return { ...common, kind: 'membership', tier, quantity: null };
  if (metadata.kind === 'cache_cards' && quantity) return { ...common, kind: 'cache_cards', tier: null, quantity };
  return null;
}

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
