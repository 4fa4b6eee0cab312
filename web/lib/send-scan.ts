/** POST /api/scan for a network that may be poor, and what has to be loaded again after it. */
import { mutate } from 'swr';
import { type ScanRequest, ScanResponse } from '#schema/scan.ts';
import { ApiError, apiSend, NetworkError } from '#web/lib/api.ts';
import { refreshUser } from '#web/lib/session.ts';

const scanTimeoutMs = 15_000;

/** `key` names this one scan: sent again, it gets the first sending's answer instead of 'already collected'. */
export type Scan = Pick<ScanRequest, 'code' | 'source'> & { cardId: string; key: string };

/** A key for a new scan. */
export function newScanKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** No answer within 15 seconds. */
export class ScanTimeout extends Error {
  override readonly name = 'ScanTimeout';
}

/** Sends a scan. Throws ApiError, NetworkError or ScanTimeout; repeating it is safe. */
export async function sendScan({ key, ...scan }: Scan): Promise<ScanResponse> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ScanTimeout('No answer to the scan')), scanTimeoutMs);
  });
  try {
    return await Promise.race([apiSend('POST', '/api/scan', scan, ScanResponse, { headers: { 'Idempotency-Key': key } }), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Balance, cards and history have changed: what is on the screen loads again, what is not is forgotten. */
export async function refreshAfterScan(): Promise<void> {
  const changed = (key: unknown) => typeof key === 'string' && /^\/api\/(cache-cards|tokens)/.test(key);
  await Promise.allSettled([refreshUser(), mutate(changed, undefined, { revalidate: true })]);
}

/** Whether the network is to blame: the scan can be kept and sent when it returns. */
export function hadNoAnswer(error: unknown): boolean {
  return error instanceof NetworkError || error instanceof ScanTimeout;
}

/** Whether sending the same scan once more can help: there was no answer, or the server had a fault of its own. */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500;
}
