/** POST /api/scan for a network that may be poor, and what has to be loaded again after it. */
import { mutate } from 'swr';
import { type ScanRequest, ScanResponse } from '#schema/scans/scan.ts';
import { refreshUser } from '#web/features/accounts/session/user-store.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { ApiError } from '#web/lib/api-error.ts';
import type { Fix } from '#web/lib/fix.ts';

/** Somebody stands before the card, and nothing is lost by giving up: the scan is kept and sent again under its key. */
const scanLimitMs = 10_000;

/**
 * `key` names this one scan: sent again, it gets the first sending's answer instead of 'already collected'. `place` is where its
 * member stood, if they say it.
 */
export type Scan = Pick<ScanRequest, 'code' | 'source'> & { cardId: string; key: string; place?: Fix | undefined };

/** A key for a new scan. */
export function newScanKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Sends a scan. Throws ApiError or NetworkError; repeating it is safe. */
export function sendScan({ key, place, ...scan }: Scan): Promise<ScanResponse> {
  return apiSend('POST', '/api/scan', { ...scan, ...place }, ScanResponse, { headers: { 'Idempotency-Key': key }, limitMs: scanLimitMs });
}

/** Balance, cards and history have changed: what is on the screen loads again, what is not is forgotten. */
export async function refreshAfterScan(): Promise<void> {
  const changed = (key: unknown) => typeof key === 'string' && /^\/api\/(cache-cards|tokens)/.test(key);
  await Promise.allSettled([refreshUser(), mutate(changed, undefined, { revalidate: true })]);
}

/** Whether sending the same scan once more can help: there was no answer, or the server had a fault of its own. */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500;
}
