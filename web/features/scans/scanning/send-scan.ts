import { mutate } from 'swr';
import { type ScanRequest, ScanResponse } from '#schema/scans/scan.ts';
import { refreshUser } from '#web/features/accounts/session/user-store.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { ApiError } from '#web/lib/api-error.ts';
import type { Fix } from '#web/lib/fix.ts';

/** Short, since the visitor is waiting and nothing is lost: the scan is stored and sent again under its key. */
const scanLimitMs = 10_000;

/**
 * `key` is the idempotency key: a repeat gets the first response instead of 'already collected'. `place` is the
 * member's position, if shared.
 */
export type Scan = Pick<ScanRequest, 'code' | 'source'> & { cardId: string; key: string; place?: Fix | undefined };

export function newScanKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Throws ApiError or NetworkError; safe to repeat. */
export function sendScan({ key, place, ...scan }: Scan): Promise<ScanResponse> {
  return apiSend('POST', '/api/scan', { ...scan, ...place }, ScanResponse, { headers: { 'Idempotency-Key': key }, limitMs: scanLimitMs });
}

/** Reloads what is on screen and drops the rest: balance, cards and history have changed. */
export async function refreshAfterScan(): Promise<void> {
  const changed = (key: unknown) => typeof key === 'string' && /^\/api\/(cache-cards|tokens)/.test(key);
  await Promise.allSettled([refreshUser(), mutate(changed, undefined, { revalidate: true })]);
}

/** True if there was no answer, or on a server fault. */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500;
}
