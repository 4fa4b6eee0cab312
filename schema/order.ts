/** Orders of memberships and Cache Cards, and their checkout. Product rules: Payments and memberships. Amounts are integer cents, USD. */
import * as v from 'valibot';
import { cardStatuses } from '#schema/card.ts';
import { isoInstant, printable, requiredText } from '#schema/fields.ts';
import { cardOrderMaxQuantity, cardOrderMinQuantity } from '#schema/rules.ts';

export const paidTiers = ['basic', 'premium'] as const;
export type PaidTier = (typeof paidTiers)[number];
export const orderStatuses = ['open', 'paid', 'cancelled', 'refunded', 'disputed'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const deliveries = ['ship', 'self_print'] as const;

/** The first parameter of /checkout/{type}/{id} and of the call behind it. */
export const checkoutTypes = ['membership', 'cache-cards'] as const;

const tooFew = `Minimum ${cardOrderMinQuantity} card`;
const tooMany = `Maximum ${cardOrderMaxQuantity} cards`;

/** How many cards one order may have. */
export const CardQuantity = v.pipe(
  v.number('Please give a whole number of cards'),
  v.integer('Please give a whole number of cards'),
  v.minValue(cardOrderMinQuantity, tooFew),
  v.maxValue(cardOrderMaxQuantity, tooMany),
);

const oneLine = v.regex(/^[^\r\n]*$/, 'Use a single line');
const line = (required: string) => v.pipe(requiredText(required, 120), oneLine);
const optionalLine = v.optional(
  v.nullable(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(120, 'Use at most 120 characters'),
      printable(),
      oneLine,
      v.transform((text) => text || null),
    ),
  ),
  null,
);

/** Where printed cards go. */
export const ShippingAddress = v.strictObject({
  name: line('Please say who the parcel is for'),
  line1: line('Street and number are needed'),
  line2: optionalLine,
  city: line('The city is needed'),
  state: optionalLine,
  zip: line('The ZIP or postal code is needed'),
  country: line('The country is needed'),
});
export type ShippingAddress = v.InferOutput<typeof ShippingAddress>;

/** PUT /api/orders/{id}/delivery: printed and sent, or printed by the member from our PDF. */
export const DeliveryRequest = v.pipe(
  v.strictObject({
    delivery: v.picklist(deliveries, 'Please choose how you get your cards'),
    address: v.optional(v.nullable(ShippingAddress)),
  }),
  v.forward(
    v.partialCheck(
      [['delivery'], ['address']],
      (input) => input.delivery !== 'ship' || Boolean(input.address),
      'Please say where the cards go',
    ),
    ['address'],
  ),
);
export type DeliveryRequest = v.InferOutput<typeof DeliveryRequest>;

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

/** GET /api/payment-intent/{type}/{id}. `order` is null where an open renewal invoice is what is paid. */
export const PaymentIntentResponse = v.object({
  clientSecret: v.pipe(v.string(), v.minLength(1)),
  orderDetails: v.object({ description: v.string(), quantity: v.number(), amount: v.number() }),
  order: v.nullable(Order),
});
export type PaymentIntentResponse = v.InferOutput<typeof PaymentIntentResponse>;

/** POST /api/cache-cards/order. Which numbers are too few or too many is answered with a message of its own. */
export const CardOrderRequest = v.strictObject({ quantity: v.number('Please give a whole number of cards') });
export const CardOrderResponse = v.object({ clientSecret: v.string(), cards: v.array(OrderCard), order: Order });
export type CardOrderResponse = v.InferOutput<typeof CardOrderResponse>;

/**
 * GET /api/orders/by-payment/{paymentIntentId}: the checkout page that a payment returned to us by redirect belongs to.
 * `orderId` is null where none of the member's orders is meant: then it is the renewal of their membership.
 */
export const PaymentOrder = v.object({ orderId: v.nullable(v.number()), type: v.picklist(checkoutTypes), checkoutId: v.string() });
export type PaymentOrder = v.InferOutput<typeof PaymentOrder>;
