import { mutate } from 'swr';
import { type ScanRequest, ScanResponse } from '#schema/scans/scan.ts';
import { refreshUser } from '#web/features/accounts/session/user-store.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { ApiError } from '#web/lib/api-error.ts';
import type { Fix } from '#web/lib/fix.ts';

/** Short, since the member is waiting; a scan that times out is stored and sent again under the same key. */
const scanLimitMs = 10_000;

/**
 * `key` is the idempotency key: repeating a scan returns the first response instead of 'already collected'. `place` is the member's
 * position, if shared.
 */
export type Scan = Pick<ScanRequest, 'code' | 'source'> & { cardId: string; key: string; place?: Fix | undefined };

export function createScanKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Safe to repeat. Throws ApiError or NetworkError. */
export function sendScan({ key, place, ...scan }: Scan): Promise<ScanResponse> {
  return apiSend('POST', '/api/scan', { ...scan, ...place }, ScanResponse, { headers: { 'Idempotency-Key': key }, limitMs: scanLimitMs });
}

/** Balance, cards and history have changed: reloads visible data and drops other cached data. */
export async function refreshAfterScan(): Promise<void> {
  const isStaleKey = (key: unknown) => typeof key === 'string' && /^\/api\/(cache-cards|tokens)/.test(key);
  await Promise.allSettled([refreshUser(), mutate(isStaleKey, undefined, { revalidate: true })]);
}

/** True for network and server faults. */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500;
}
