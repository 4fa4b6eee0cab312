import type { AdminOrder, AdminOrderPage } from '#schema/orders/admin-orders.ts';
import type { OrderRefund } from '#schema/orders/admin-refunds.ts';
import { orderDescription } from '#worker/domain/memberships/description.ts';
import { refundableCents, refundRefusal } from '#worker/domain/orders/refund.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import { ApiError } from '#worker/errors.ts';
import { presentPayment } from '#worker/routes/orders/present-money.ts';
import { presentPrintOrder } from '#worker/routes/printing/admin-present-print.ts';
import {
  type AdminOrderRow,
  type OrderPaymentRow,
  parseShippingAddress,
  type UnconfirmedOrder,
} from '#worker/store/orders/admin-orders.ts';
import type { RefundRow } from '#worker/store/orders/refunds.ts';
import { isUnanswered } from '#worker/store/printing/admin-print-orders.ts';

export function presentAdminOrder(row: AdminOrderRow): AdminOrder {
  const { id, userId, email, kind, amountCents, refundedCents, status, delivery, createdAt, paidAt, printStatus, printCostCents } = row;
  return {
    id,
    member: { id: userId, email },
    kind,
    description: orderDescription(row),
    quantity: row.quantity ?? 1,
    amount: amountCents,
    refunded: refundedCents,
    status,
    delivery,
    createdAt: toIso(createdAt),
    paidAt: toIsoOrNull(paidAt),
    printStatus,
    // A quote without an order costs nothing.
    printCost: printStatus === null || printStatus === 'draft' ? null : printCostCents,
  };
}

export function presentOrderPage(orderPage: UnconfirmedOrder): AdminOrderPage {
  const { order, payments, refunds, cards, prints } = orderPage;
  return {
    ...presentAdminOrder(order),
    credit: order.creditCents,
    version: order.version,
    shippingAddress: parseShippingAddress(order.shippingAddress) ?? null,
    payments: payments.map((payment) => presentOrderPayment(payment, refunds)),
    refunds: refunds.map(presentRefund),
    cards,
    prints: prints.map(presentPrintOrder),
    isToPrint: order.kind === 'cache_cards' && order.status === 'paid' && order.delivery === 'ship' && !isAtPrinter(prints),
    isAddressOpen: isAddressOpen(orderPage),
  };
}

export function isAddressOpen({ order, prints }: UnconfirmedOrder): boolean {
  return order.status === 'paid' && order.delivery === 'ship' && order.shippingAddress !== null && !isAtPrinter(prints);
}

/** Whether the cards were ordered in production, or submitted there with an unknown outcome. */
function isAtPrinter(prints: UnconfirmedOrder['prints']): boolean {
  return prints.some(
    (print) => print.environment === 'production' && print.status !== 'cancelled' && (print.status !== 'draft' || isUnanswered(print)),
  );
}

function presentOrderPayment(payment: OrderPaymentRow, refunds: RefundRow[]): AdminOrderPage['payments'][number] {
  const isAsked = refunds.some(({ paymentId, state }) => paymentId === payment.id && state === 'asked');
  const refusal = refundRefusal({ ...payment, isAsked });
  return {
    ...presentPayment(payment),
    refundable: refusal ? 0 : refundableCents(payment),
    whyNotRefundable: refusal ? new ApiError(refusal).message : null,
  };
}

function presentRefund({ amountCents, askedAt, ...refund }: RefundRow): OrderRefund {
  return { ...refund, amount: amountCents, askedAt: toIso(askedAt) };
}
