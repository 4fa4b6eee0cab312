/** Members' orders as administrators see them, and sending their cards to print. */
import { AdminOrderPage, type CorrectAddressRequest } from '#schema/admin/orders.ts';
import { type SendToPrintRequest, SendToPrintResponse } from '#schema/admin/printing.ts';
import { adminOrdersPath, changing } from '#web/features/admin/printing/print-api.ts';
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
