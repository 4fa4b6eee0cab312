import { MessageResponse } from '#schema/accounts/account.ts';
import type { FindPlaceRequest } from '#schema/scans/scan.ts';
import { apiSend } from '#web/lib/api/client.ts';
import type { Fix } from '#web/lib/fix.ts';

/** Sends the position of the latest find. Throws ApiError or NetworkError. */
export async function sendFindPlace(cardId: string, fix: Fix): Promise<void> {
  await apiSend('PUT', '/api/scan/place', { cardId, ...fix } satisfies FindPlaceRequest, MessageResponse);
}
