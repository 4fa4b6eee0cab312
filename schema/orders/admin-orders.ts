/** Amounts are integer cents, USD. Product rules: Payments and memberships. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';
import { Payment } from '#schema/memberships/membership.ts';
import { OrderRefund } from '#schema/orders/admin-refunds.ts';
import { DeliveryAddress } from '#schema/orders/delivery.ts';
import { deliveries, OrderCard, orderStatuses } from '#schema/orders/order.ts';
import { ShippingAddress } from '#schema/orders/shipping-address.ts';
import { PrintOrder } from '#schema/printing/admin-printing.ts';
import { printStatuses } from '#schema/printing/print.ts';

export const orderKinds = ['membership', 'cache_cards'] as const;

const orderEntries = {
  id: v.number(),
  member: v.object({ id: v.number(), email: v.string() }),
  kind: v.picklist(orderKinds),
  description: v.string(),
  quantity: v.number(),
  amount: v.number(),
  refunded: v.number(),
  status: v.picklist(orderStatuses),
  delivery: v.nullable(v.picklist(deliveries)),
  createdAt: isoInstant,
  paidAt: v.nullable(isoInstant),
  /** Status of the production print; null if it was not sent to the printer. */
  printStatus: v.nullable(v.picklist(printStatuses)),
  /** Our cost; null if nothing was ordered at the printer. */
  printCost: v.nullable(v.number()),
};

/** GET /api/admin/orders returns an array of these. */
export const AdminOrder = v.object(orderEntries);
export type AdminOrder = v.InferOutput<typeof AdminOrder>;
export const AdminOrderList = v.array(AdminOrder);

/** GET /api/admin/orders/{id}. */
export const AdminOrderPage = v.object({
  ...orderEntries,
  credit: v.number(),
  version: v.number(),
  shippingAddress: v.nullable(ShippingAddress),
  /** For a membership also the renewals; newest first. */
  payments: v.array(
    v.object({
      ...Payment.entries,
      /** Amount that a super administrator can refund; if 0, the next field gives the reason. */
      refundable: v.number(),
      whyNotRefundable: v.nullable(v.string()),
    }),
  ),
  /** Refunds requested here, newest first. Those made at Stripe only show in the payments. */
  refunds: v.array(OrderRefund),
  cards: v.array(OrderCard),
  /** Sandbox and production, including drafts and cancelled ones; newest first. */
  prints: v.array(PrintOrder),
  isToPrint: v.boolean(),
  /** True while the address can still be corrected, because the printer does not have it yet. */
  isAddressOpen: v.boolean(),
});
export type AdminOrderPage = v.InferOutput<typeof AdminOrderPage>;

export const AddressForm = v.object({ address: DeliveryAddress });

/** PUT /api/admin/orders/{id}/address; returns the order. */
export const CorrectAddressRequest = v.strictObject({ ...AddressForm.entries, version: v.number() });
export type CorrectAddressRequest = v.InferOutput<typeof CorrectAddressRequest>;
