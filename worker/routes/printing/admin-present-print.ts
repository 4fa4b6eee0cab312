import type { PrintOrder, PrintQuote } from '#schema/printing/admin-printing.ts';
import type { CardSize } from '#schema/printing/print.ts';
import { pick } from '#worker/domain/pick.ts';
import type { QuotedService } from '#worker/domain/printing/print-order.ts';
import { toIso } from '#worker/domain/time.ts';
import { isUnanswered, type PrintOrderRow, toPrintDraft } from '#worker/store/printing/admin-print-orders.ts';

export function presentQuote({ quoteId, service, shippingLevel, cost, currency, expiresAt }: QuotedService): PrintQuote {
  const { total, ...parts } = cost;
  return { quoteId, service, shippingLevel, price: total, parts, currency, expiresAt: toIso(expiresAt) };
}

export function presentPrintOrder(row: PrintOrderRow): PrintOrder {
  return {
    ...pick(
      row,
      'id',
      'reference',
      'orderId',
      'printerOrderId',
      'environment',
      'designUrl',
      'status',
      'currency',
      'tracking',
      'error',
      'resendOfId',
      'resendReason',
    ),
    hasNewCodes: row.hasNewCodes === 1,
    cardSize: row.cardSize as CardSize,
    numCards: row.quantity,
    isUnanswered: isUnanswered(row),
    price: row.priceCents,
    quote: quoteToConfirm(row),
    createdAt: toIso(row.createdAt),
    statusAt: toIso(row.statusAt),
  };
}

function quoteToConfirm(row: PrintOrderRow): PrintQuote | null {
  if (row.status !== 'draft' || row.submittedAt !== null || row.orderId !== null) return null;
  const service = toPrintDraft(row).quote?.services.find(({ quoteId }) => quoteId === row.quoteId);
  return service ? presentQuote(service) : null;
}
