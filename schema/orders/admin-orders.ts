/** Orders, as displayed to administrators. Amounts are integer cents, USD. Product rules: Payments and memberships. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';
import { Payment } from '#schema/memberships/membership.ts';
import { OrderRefund } from '#schema/orders/admin-refunds.ts';
import { DeliveryAddress } from '#schema/orders/delivery.ts';
import { deliveries, OrderCard, orderStatuses } from '#schema/orders/order.ts';
import { ShippingAddress } from '#schema/orders/shipping-address.ts';
import { PrintOrder } from '#schema/printing/admin-printing.ts';
import { printStatuses } from '#schema/printing/print.ts';
import { PrintFileForm } from '#schema/printing/print-file.ts';
import { maxSelectedRows } from '#schema/rules.ts';

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
  /** Status of the order in the printer's production environment; null if the order was not sent to the printer. */
  printStatus: v.nullable(v.picklist(printStatuses)),
  /** Our total cost for printing the order; null if nothing was ordered from the printer. */
  printCost: v.nullable(v.number()),
};

/** Entry in the response of GET /api/admin/orders. */
export const AdminOrder = v.object(orderEntries);
export type AdminOrder = v.InferOutput<typeof AdminOrder>;
export const AdminOrderList = v.array(AdminOrder);

export const AdminOrderPage = v.object({
  ...orderEntries,
  credit: v.number(),
  version: v.number(),
  /** Increases with every change to the order, its payments, refunds and print orders. */
  revision: v.number(),
  shippingAddress: v.nullable(ShippingAddress),
  /** Payments for the order, newest first, including renewals of a membership. */
  payments: v.array(
    v.object({
      ...Payment.entries,
      /** Amount that a super administrator can refund. If it is 0, `whyNotRefundable` gives the reason. */
      refundable: v.number(),
      whyNotRefundable: v.nullable(v.string()),
    }),
  ),
  /** Refunds requested by administrators, newest first. Refunds made directly in Stripe appear only in the payments. */
  refunds: v.array(OrderRefund),
  cards: v.array(OrderCard),
  /** Sandbox and production print orders, including drafts and canceled ones; newest first. */
  prints: v.array(PrintOrder),
  /** Email of the administrator who got the latest quote for the newest print order. */
  quotedBy: v.nullable(v.string()),
  /** Email of the administrator who last corrected the delivery address. */
  addressCorrectedBy: v.nullable(v.string()),
  isToPrint: v.boolean(),
  /** Id of the shipped print order that can be resent; null if there is none. */
  resendablePrintId: v.nullable(v.number()),
  /** True while the printer has not received the address, so it can still be corrected. */
  canChangeAddress: v.boolean(),
});
export type AdminOrderPage = v.InferOutput<typeof AdminOrderPage>;

/** Query of GET /api/admin/orders/print.pdf, which prints the cards of several orders. */
export const PrintPdfQuery = v.object({
  ...PrintFileForm.entries,
  orders: v.pipe(
    v.string('orders is required'),
    v.regex(/^\d{1,15}(,\d{1,15})*$/, 'orders must be order numbers separated by commas'),
    v.transform((text) => [...new Set(text.split(',').map(Number))]),
    v.maxLength(maxSelectedRows, `Choose at most ${maxSelectedRows} orders`),
  ),
});

export const AddressForm = v.object({ address: DeliveryAddress });

/** Body of PUT /api/admin/orders/{id}/address, which returns the order. */
export const CorrectAddressRequest = v.strictObject({ ...AddressForm.entries, version: v.number() });
export type CorrectAddressRequest = v.InferOutput<typeof CorrectAddressRequest>;
