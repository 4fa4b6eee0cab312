/** Orders and checkout. Amounts are integer cents, USD. Product rules: Payments and memberships. */
import * as v from 'valibot';
import { cardStatuses } from '#schema/cards/card.ts';
import { isoInstant } from '#schema/fields.ts';
import { ShippingAddress } from '#schema/orders/shipping-address.ts';
import { cardOrderMaxQuantity, cardOrderMinQuantity } from '#schema/rules.ts';

export const paidTiers = ['basic', 'premium'] as const;
export type PaidTier = (typeof paidTiers)[number];
export const orderStatuses = ['open', 'paid', 'cancelled', 'refunded', 'disputed'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const disputeStatuses = ['open', 'won', 'lost'] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

export const deliveries = ['ship', 'self_print'] as const;

/** Values of `type` in /checkout/{type}/{id} and /api/payment-intent/{type}/{id}. */
export const checkoutTypes = ['membership', 'cache-cards'] as const;

const tooFewCardsMessage = `Minimum ${cardOrderMinQuantity} card`;
const tooManyCardsMessage = `Maximum ${cardOrderMaxQuantity} cards`;

export const CardQuantity = v.pipe(
  v.number('Please enter a whole number of cards'),
  v.integer('Please enter a whole number of cards'),
  v.minValue(cardOrderMinQuantity, tooFewCardsMessage),
  v.maxValue(cardOrderMaxQuantity, tooManyCardsMessage),
);

/** `status` is null if the card now belongs to someone else. */
export const OrderCard = v.object({ id: v.number(), cardId: v.string(), status: v.nullable(v.picklist(cardStatuses)) });
export type OrderCard = v.InferOutput<typeof OrderCard>;

/** Response of GET /api/orders/{id}, POST /api/orders/{id}/confirm and other endpoints that return an order. */
export const Order = v.object({
  id: v.number(),
  type: v.picklist(checkoutTypes),
  /** The `id` in the order's checkout URL: the membership tier, the number of cards as text, or the id of the card that is replaced. */
  checkoutId: v.string(),
  description: v.string(),
  quantity: v.number(),
  amount: v.number(),
  /** Credit for the unused part of a Basic year, already deducted from `amount`. */
  credit: v.number(),
  status: v.picklist(orderStatuses),
  delivery: v.nullable(v.picklist(deliveries)),
  shippingAddress: v.nullable(ShippingAddress),
  cards: v.array(OrderCard),
  createdAt: isoInstant,
  expiresAt: isoInstant,
  paidAt: v.nullable(isoInstant),
});
export type Order = v.InferOutput<typeof Order>;

/** Response of GET /api/orders: unpaid orders that can still be paid, newest first. */
export const OpenOrders = v.array(Order);

/**
 * Response of GET /api/payment-intent/{type}/{id}. `order` is null when the member pays an unpaid renewal invoice. `clientSecret` is null
 * if the balance covers the whole price; POST /api/orders/{id}/use-balance then starts the membership.
 */
export const PaymentIntentResponse = v.object({
  clientSecret: v.nullable(v.pipe(v.string(), v.minLength(1))),
  orderDetails: v.object({
    description: v.string(),
    quantity: v.number(),
    /** Total price, the part paid from the member's balance, and the part charged to the payment card. */
    amount: v.number(),
    fromBalance: v.number(),
    dueNow: v.number(),
  }),
  order: v.nullable(Order),
});
export type PaymentIntentResponse = v.InferOutput<typeof PaymentIntentResponse>;

/** Body of POST /api/cache-cards/order. The route checks the range of the quantity. */
export const CardOrderRequest = v.strictObject({ quantity: v.number('Please enter a whole number of cards') });
export const CardOrderResponse = v.object({ clientSecret: v.string(), cards: v.array(OrderCard), order: Order });
export type CardOrderResponse = v.InferOutput<typeof CardOrderResponse>;

/**
 * Response of GET /api/orders/by-payment/{paymentIntentId}, used to find the checkout page after a redirect from Stripe. `orderId` is null
 * for a membership renewal.
 */
export const PaymentOrder = v.object({ orderId: v.nullable(v.number()), type: v.picklist(checkoutTypes), checkoutId: v.string() });
export type PaymentOrder = v.InferOutput<typeof PaymentOrder>;
