import type { AdminOrder, AdminOrderPage } from '#schema/orders/admin-orders.ts';
import type { OrderRefund } from '#schema/orders/admin-refunds.ts';
import { orderDescription } from '#worker/domain/memberships/description.ts';
import { refundableCents, refundRefusal } from '#worker/domain/orders/refund.ts';
import { decideResend, isBeingPrinted } from '#worker/domain/printing/resend.ts';
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
    printCost: printCostCents,
  };
}

export function presentOrderPage(orderPage: UnconfirmedOrder): AdminOrderPage {
  const { order, payments, refunds, cards, printableCards, prints } = orderPage;
  return {
    ...presentAdminOrder(order),
    credit: order.creditCents,
    version: order.version,
    revision: order.revision,
    shippingAddress: parseShippingAddress(order.shippingAddress) ?? null,
    payments: payments.map((payment) => presentOrderPayment(payment, refunds, order.isErased === 1)),
    refunds: refunds.map(presentRefund),
    cards,
    prints: prints.map(presentPrintOrder),
    quotedBy: order.quotedBy,
    addressCorrectedBy: order.addressCorrectedBy,
    isToPrint:
      order.kind === 'cache_cards' &&
      order.status === 'paid' &&
      order.delivery === 'ship' &&
      printableCards.length > 0 &&
      !isAtPrinter(prints),
    resendablePrintId: findResendable(orderPage),
    canChangeAddress: canChangeAddress(orderPage),
  };
}

/** Whether the delivery address can be changed. Also true after shipping because a lost parcel may be sent again to a different address. */
export function canChangeAddress({ order, prints }: UnconfirmedOrder): boolean {
  const isShipped = order.status === 'paid' && order.delivery === 'ship' && order.shippingAddress !== null;
  return isShipped && !listSentPrints(prints).some(isBeingPrinted);
}

export function listSentPrints(prints: UnconfirmedOrder['prints']) {
  return prints.map((print) => ({ ...print, isUnanswered: isUnanswered(print) }));
}

function findResendable({ order, prints }: UnconfirmedOrder): number | null {
  if (order.status !== 'paid' || order.delivery !== 'ship') return null;
  const sentPrints = listSentPrints(prints);
  return sentPrints.find(({ id }) => decideResend(sentPrints, id).ok)?.id ?? null;
}

/** Whether the printer has, or may have, a production order for the cards. */
function isAtPrinter(prints: UnconfirmedOrder['prints']): boolean {
  return listSentPrints(prints).some(
    (print) => isBeingPrinted(print) || (print.environment === 'production' && print.status === 'shipped'),
  );
}

function presentOrderPayment(payment: OrderPaymentRow, refunds: RefundRow[], isBuyerErased: boolean): AdminOrderPage['payments'][number] {
  const isRefundRequested = refunds.some(({ paymentId, state }) => paymentId === payment.id && state === 'asked');
  const refusal = refundRefusal({ ...payment, isRefundRequested, isBuyerErased });
  return {
    ...presentPayment(payment),
    refundable: refusal ? 0 : refundableCents(payment),
    whyNotRefundable: refusal ? new ApiError(refusal).message : null,
  };
}

function presentRefund({ amountCents, askedAt, ...refund }: RefundRow): OrderRefund {
  return { ...refund, amount: amountCents, askedAt: toIso(askedAt) };
}
