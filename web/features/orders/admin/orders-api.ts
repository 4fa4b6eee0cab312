/** Members' orders as administrators see them, and sending their cards to print. */
import { mutate } from 'swr';
import { AdminOrderPage, type CorrectAddressRequest } from '#schema/orders/admin-orders.ts';
import { RefundEffects, type RefundRequest } from '#schema/orders/admin-refunds.ts';
import { type SendToPrintRequest, SendToPrintResponse } from '#schema/printing/admin-printing.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { adminOrdersPath, changing } from '#web/features/printing/admin/print-api.ts';
import { apiGet, apiSend, slowLimitMs } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

/** One order with all that belongs to it; asked for at each visit. */
export function useAdminOrder(id: number) {
  return useQuery(`${adminOrdersPath}/${id}`, AdminOrderPage, { asksOnVisit: true, keepsPrevious: true });
}

/** Where its cards go, while the printer does not have it. */
export function correctAddress(orderId: number, request: CorrectAddressRequest): Promise<AdminOrderPage> {
  return changing(() => apiSend('PUT', `${adminOrdersPath}/${orderId}/address`, request, AdminOrderPage));
}

/** The order as it is now, where somebody else has changed it. */
export function readOrder(orderId: number): Promise<AdminOrderPage> {
  return apiGet(`${adminOrdersPath}/${orderId}`, AdminOrderPage);
}

/** What would go along with paying so much back, as things stand now. */
export function useRefundEffects(orderId: number, paymentId: number, amount: number) {
  const query = new URLSearchParams({ paymentId: String(paymentId), amount: String(amount) });
  return useQuery(`${adminOrdersPath}/${orderId}/refund-effects?${query}`, RefundEffects, { asksOnVisit: true });
}

/** Pays back. The order is read anew after a failure too: what became of it is told there. */
export async function refundPayment(orderId: number, request: RefundRequest): Promise<void> {
  const address = `${adminOrdersPath}/${orderId}`;
  try {
    await apiSend('POST', `${address}/refunds`, request, AdminOrderPage, { limitMs: slowLimitMs });
  } finally {
    // What would go along is not asked for again: it has gone along.
    await Promise.all([reloadLists(adminOrdersPath), mutate(address)]).catch(() => undefined);
  }
}

/** What printing costs; nothing is ordered by asking. */
export function askPrintCosts(orderId: number, request: SendToPrintRequest): Promise<SendToPrintResponse> {
  return apiSend('POST', `${adminOrdersPath}/${orderId}/print`, request, SendToPrintResponse, { limitMs: slowLimitMs });
}

/** Orders at the cost that was chosen. */
export function sendToPrint(orderId: number, request: SendToPrintRequest & { confirmedQuoteId: string }): Promise<SendToPrintResponse> {
  return changing(() => apiSend('POST', `${adminOrdersPath}/${orderId}/print`, request, SendToPrintResponse, { limitMs: slowLimitMs }));
}

/** The print-ready PDF of an order's cards. */
export function printPdfPath(orderId: number): string {
  return `${adminOrdersPath}/${orderId}/print.pdf`;
}
