import { mutate } from 'swr';
import { ScanResponse } from '#schema/scans/scan.ts';
import type { ScanRequest } from '#schema/scans/scan-request.ts';
import { refreshUser } from '#web/features/accounts/session/user-store.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { ApiError } from '#web/lib/api-error.ts';
import type { Fix } from '#web/lib/fix.ts';

/**
 * Timeout in milliseconds, short because the member is waiting. A scan that times out is stored and sent again with the same idempotency
 * key.
 */
const scanLimitMs = 10_000;

/**
 * A scan request. With the same idempotency key (`key`), the server repeats its first response instead of rejecting the card as already
 * collected. `place` is the member's position, if shared. `scannedAt` is set for stored scans.
 */
export type Scan = Pick<ScanRequest, 'code' | 'source' | 'scannedAt'> & { cardId: string; key: string; place?: Fix | undefined };

export function createScanKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Sends a scan. Safe to repeat because the scan has an idempotency key. Throws ApiError or NetworkError. */
export function sendScan({ key, place, ...scan }: Scan): Promise<ScanResponse> {
  return apiSend('POST', '/api/scan', { ...scan, ...place }, ScanResponse, { headers: { 'Idempotency-Key': key }, timeoutMs: scanLimitMs });
}

const isPath = (pattern: RegExp) => (key: unknown) => typeof key === 'string' && pattern.test(key);

/** Clears cached card and token data and reloads what is on screen, including lists of finds. Also refreshes the member. */
export async function refreshAfterScan(): Promise<void> {
  await Promise.allSettled([
    refreshUser(),
    mutate(isPath(/^\/api\/(cache-cards|tokens)/), undefined, { revalidate: true }),
    mutate(isPath(/^\/api\/finds\?/)),
  ]);
}

/** Returns whether a retry may succeed, which is true for network and server errors. */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500;
}
