/** POST /api/admin/test-card-api. */
import { type TestCardApiRequest, TestCardApiResponse } from '#schema/printing/admin-printing.ts';
import { changing } from '#web/features/printing/admin/print-api.ts';
import { apiSend, slowLimitMs } from '#web/lib/api/client.ts';

/** Places a test order; one for production only tells its cost until `confirmedQuoteId` is there. */
export function placeTestOrder(request: TestCardApiRequest): Promise<TestCardApiResponse> {
  return changing(() => apiSend('POST', '/api/admin/test-card-api', request, TestCardApiResponse, { limitMs: slowLimitMs }));
}
