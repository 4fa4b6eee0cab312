import { mutate } from 'swr';
import { type AdminOrder, AdminOrderPage, type CorrectAddressRequest } from '#schema/orders/admin-orders.ts';
import { RefundEffects, type RefundRequest } from '#schema/orders/admin-refunds.ts';
import { type SendAgainRequest, type SendToPrintRequest, SendToPrintResponse } from '#schema/printing/admin-printing.ts';
import { printPdfMaxCards } from '#schema/rules.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { reloadNewer } from '#web/features/admin/live-query.ts';
import { adminOrdersPath, changeAndReload } from '#web/features/printing/admin/print-api.ts';
import { apiGet, apiSend, slowTimeoutMs } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { number } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';

export function useAdminOrder(id: number) {
  return useQuery(`${adminOrdersPath}/${id}`, AdminOrderPage, { revalidatesOnMount: true, keepsPreviousData: true });
}

/** Loads an order that someone has changed. */
export function reloadOrder(id: number): Promise<void> {
  return reloadNewer(`${adminOrdersPath}/${id}`, AdminOrderPage, ({ revision }) => revision);
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

/** Requests quotes, or places the order if `confirmedQuoteId` is set. */
export function requestPrint(orderId: number, request: SendToPrintRequest): Promise<SendToPrintResponse> {
  return apiSend('POST', `${adminOrdersPath}/${orderId}/print`, request, SendToPrintResponse, { timeoutMs: slowTimeoutMs });
}

export function sendToPrint(orderId: number, request: SendToPrintRequest & { confirmedQuoteId: string }): Promise<SendToPrintResponse> {
  return changeAndReload(() => requestPrint(orderId, request));
}

/** Requests quotes for resending a lost parcel, or resends it if `confirmedQuoteId` is set. */
export function requestSendAgain(orderId: number, request: SendAgainRequest): Promise<SendToPrintResponse> {
  return apiSend('POST', `${adminOrdersPath}/${orderId}/send-again`, request, SendToPrintResponse, { timeoutMs: slowTimeoutMs });
}

export function sendAgain(orderId: number, request: SendAgainRequest): Promise<SendToPrintResponse> {
  return changeAndReload(() => requestSendAgain(orderId, request));
}

export function printPdfPath(orderId: number): string {
  return `${adminOrdersPath}/${orderId}/print.pdf`;
}

/** Returns the path of one PDF with the cards of several orders. Shows a message instead if they have too many cards. */
export function printPdfPathOf(orders: readonly AdminOrder[]): string | undefined {
  if (orders.reduce((sum, { quantity }) => sum + quantity, 0) > printPdfMaxCards) {
    showToast({
      tone: 'info',
      title: 'Too many cards for one PDF',
      description: `Choose orders with at most ${number(printPdfMaxCards)} cards.`,
    });
    return undefined;
  }
  return `${adminOrdersPath}/print.pdf?orders=${orders.map(({ id }) => id).join(',')}`;
}
