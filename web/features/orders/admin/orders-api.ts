import { mutate } from 'swr';
import { AdminOrderPage, type CorrectAddressRequest } from '#schema/orders/admin-orders.ts';
import { RefundEffects, type RefundRequest } from '#schema/orders/admin-refunds.ts';
import { type SendAgainRequest, type SendToPrintRequest, SendToPrintResponse } from '#schema/printing/admin-printing.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { adminOrdersPath, changeAndReload } from '#web/features/printing/admin/print-api.ts';
import { apiGet, apiSend, slowTimeoutMs } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

export function useAdminOrder(id: number) {
  return useQuery(`${adminOrdersPath}/${id}`, AdminOrderPage, { revalidatesOnMount: true, keepsPreviousData: true });
}

export function correctAddress(orderId: number, request: CorrectAddressRequest): Promise<AdminOrderPage> {
  return changeAndReload(() => apiSend('PUT', `${adminOrdersPath}/${orderId}/address`, request, AdminOrderPage));
}

export function readOrder(orderId: number): Promise<AdminOrderPage> {
  return apiGet(`${adminOrdersPath}/${orderId}`, AdminOrderPage);
}

export function useRefundEffects(orderId: number, paymentId: number, amount: number) {
  const query = new URLSearchParams({ paymentId: String(paymentId), amount: String(amount) });
  return useQuery(`${adminOrdersPath}/${orderId}/refund-effects?${query}`, RefundEffects, { revalidatesOnMount: true });
}

/** Refunds a payment. Reloads the order even if the request fails. */
export async function refundPayment(orderId: number, request: RefundRequest): Promise<void> {
  const address = `${adminOrdersPath}/${orderId}`;
  try {
    await apiSend('POST', `${address}/refunds`, request, AdminOrderPage, { timeoutMs: slowTimeoutMs });
  } finally {
    await Promise.all([reloadLists(adminOrdersPath), mutate(address)]).catch(() => undefined);
  }
}

/** Requests quotes without placing an order. */
export function requestPrintQuotes(orderId: number, request: SendToPrintRequest): Promise<SendToPrintResponse> {
  return apiSend('POST', `${adminOrdersPath}/${orderId}/print`, request, SendToPrintResponse, { timeoutMs: slowTimeoutMs });
}

export function sendToPrint(orderId: number, request: SendToPrintRequest & { confirmedQuoteId: string }): Promise<SendToPrintResponse> {
  return changeAndReload(() =>
    apiSend('POST', `${adminOrdersPath}/${orderId}/print`, request, SendToPrintResponse, { timeoutMs: slowTimeoutMs }),
  );
}

/** Requests quotes for resending a lost parcel, or resends it if `confirmedQuoteId` is set. */
export function sendAgain(orderId: number, request: SendAgainRequest): Promise<SendToPrintResponse> {
  return changeAndReload(() =>
    apiSend('POST', `${adminOrdersPath}/${orderId}/send-again`, request, SendToPrintResponse, { timeoutMs: slowTimeoutMs }),
  );
}

export function printPdfPath(orderId: number): string {
  return `${adminOrdersPath}/${orderId}/print.pdf`;
}
