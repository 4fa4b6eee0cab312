/** Orders of memberships and Cache Cards, and their checkout. Product rules: Payments and memberships. Amounts are integer cents, USD. */
import * as v from 'valibot';
import { cardStatuses } from '#schema/cards/card.ts';
import { isoInstant } from '#schema/fields.ts';
import { ShippingAddress } from '#schema/orders/shipping-address.ts';
import { cardOrderMaxQuantity, cardOrderMinQuantity } from '#schema/rules.ts';

export const paidTiers = ['basic', 'premium'] as const;
export type PaidTier = (typeof paidTiers)[number];
export const orderStatuses = ['open', 'paid', 'cancelled', 'refunded', 'disputed'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** States of a dispute, summarised from Stripe's. */
export const disputeStatuses = ['open', 'won', 'lost'] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

export const deliveries = ['ship', 'self_print'] as const;

/** The first parameter of /checkout/{type}/{id} and of the call behind it. */
export const checkoutTypes = ['membership', 'cache-cards'] as const;

const tooFew = `Minimum ${cardOrderMinQuantity} card`;
const tooMany = `Maximum ${cardOrderMaxQuantity} cards`;

/** How many cards one order may have. */
export const CardQuantity = v.pipe(
  v.number('Please enter a whole number of cards'),
  v.integer('Please enter a whole number of cards'),
  v.minValue(cardOrderMinQuantity, tooFew),
  v.maxValue(cardOrderMaxQuantity, tooMany),
);

export const OrderCard = v.object({ id: v.number(), cardId: v.string(), status: v.picklist(cardStatuses) });
export type OrderCard = v.InferOutput<typeof OrderCard>;

/** GET /api/orders/{id}, POST /api/orders/{id}/confirm and the like. */
export const Order = v.object({
  id: v.number(),
  type: v.picklist(checkoutTypes),
  /** The last part of its checkout address: a tier, or a quantity as text. */
  checkoutId: v.string(),
  description: v.string(),
  quantity: v.number(),
  amount: v.number(),
  /** What the unused part of a basic year took off `amount` already. */
  credit: v.number(),
  status: v.picklist(orderStatuses),
  delivery: v.nullable(v.picklist(deliveries)),
  shippingAddress: v.nullable(ShippingAddress),
  cards: v.array(OrderCard),
  createdAt: isoInstant,
  /** An unpaid order can be paid until then. */
  expiresAt: isoInstant,
  paidAt: v.nullable(isoInstant),
});
export type Order = v.InferOutput<typeof Order>;

/** GET /api/orders: the member's unpaid orders that can still be paid, newest first. */
export const OpenOrders = v.array(Order);

/**
 * GET /api/payment-intent/{type}/{id}. `order` is null where an open renewal invoice is what is paid; `clientSecret` where the
 * member's balance with us pays all of it: then POST /api/orders/{id}/use-balance begins the membership.
 */
export const PaymentIntentResponse = v.object({
  clientSecret: v.nullable(v.pipe(v.string(), v.minLength(1))),
  orderDetails: v.object({
    description: v.string(),
    quantity: v.number(),
    /** The price, what the balance pays of it, and what the card is charged now. */
    amount: v.number(),
    fromBalance: v.number(),
    dueNow: v.number(),
  }),
  order: v.nullable(Order),
});
export type PaymentIntentResponse = v.InferOutput<typeof PaymentIntentResponse>;

/** POST /api/cache-cards/order. Which numbers are too few or too many is answered with a message of its own. */
export const CardOrderRequest = v.strictObject({ quantity: v.number('Please enter a whole number of cards') });
export const CardOrderResponse = v.object({ clientSecret: v.string(), cards: v.array(OrderCard), order: Order });
export type CardOrderResponse = v.InferOutput<typeof CardOrderResponse>;

/**
 * GET /api/orders/by-payment/{paymentIntentId}: the checkout page that a payment returned to us by redirect belongs to.
 * `orderId` is null where none of the member's orders is meant: then it is the renewal of their membership.
 */
export const PaymentOrder = v.object({ orderId: v.nullable(v.number()), type: v.picklist(checkoutTypes), checkoutId: v.string() });
export type PaymentOrder = v.InferOutput<typeof PaymentOrder>;
