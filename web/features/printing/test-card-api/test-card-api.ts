import { type TestCardApiRequest, TestCardApiResponse } from '#schema/printing/admin-printing.ts';
import { changeAndReload } from '#web/features/printing/admin/print-api.ts';
import { apiSend, slowTimeoutMs } from '#web/lib/api/client.ts';

/** Places a test order. In production, only requests a quote unless `confirmedQuoteId` is set. */
export function placeTestOrder(request: TestCardApiRequest): Promise<TestCardApiResponse> {
  return changeAndReload(() => apiSend('POST', '/api/admin/test-card-api', request, TestCardApiResponse, { timeoutMs: slowTimeoutMs }));
}
