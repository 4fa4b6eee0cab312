/** State machine of an offline scan, as plain data. Product rules: Cards and scans. */
import type { ScanResponse } from '#schema/scans/scan.ts';
import type { Scan } from '#web/features/scans/scanning/send-scan.ts';
import { ApiError, errorText } from '#web/lib/api-error.ts';
import type { Fix } from '#web/lib/fix.ts';

/** Times in milliseconds. */
export type ScanFate =
  | { phase: 'waiting'; waitsFor: 'network' | 'limit'; attempts: number; sendAt: number; message: string | null }
  | { phase: 'counted'; tokensEarned: number; message: string }
  | { phase: 'refused'; message: string };

export interface QueuedScan {
  /** Unique per member, card and code, so that repeated scans are stored once. */
  id: string;
  /** The Idempotency-Key, so that repeated sends count once. */
  key: string;
  memberId: number;
  cardId: string;
  code: string | null;
  /** The member's position, if shared; deleted once the scan is answered. */
  place?: Fix | undefined;
  queuedAt: number;
  fate: ScanFate;
}

const firstPauseMs = 5_000;
const longestPauseMs = 5 * 60_000;
const limitWithoutTermMs = 60_000;
const refusedText = 'This scan couldn’t be counted.';

export function getQueuedScanId({ cardId, code }: Pick<Scan, 'cardId' | 'code'>, memberId: number): string {
  return `${memberId} ${cardId} ${code ?? ''}`;
}

/** Waits a few seconds before the next attempt, since the first one has just failed. */
export function createQueuedScan(scan: Scan, memberId: number, now: number): QueuedScan {
  return {
    id: getQueuedScanId(scan, memberId),
    key: scan.key,
    memberId,
    cardId: scan.cardId,
    code: scan.code ?? null,
    place: scan.place,
    queuedAt: now,
    fate: { phase: 'waiting', waitsFor: 'network', attempts: 0, sendAt: now + firstPauseMs, message: null },
  };
}

/** Always uses the key of the first attempt. */
export function toScan({ key, cardId, code, place }: QueuedScan): Scan {
  return { key, cardId, ...(code !== null && { code }), source: 'offline', place };
}

/** `isNetworkBack` skips retry delays, but not the server's rate limits. */
export function isDue({ fate }: QueuedScan, now: number, isNetworkBack: boolean): boolean {
  return fate.phase === 'waiting' && (fate.sendAt <= now || (isNetworkBack && fate.waitsFor === 'network'));
}

export function applyResponse(scan: QueuedScan, { tokensEarned, message }: ScanResponse): QueuedScan {
  return finishScan(scan, { phase: 'counted', tokensEarned, message });
}

/** The result stays until the member dismisses it; the position is deleted. */
function finishScan(scan: QueuedScan, fate: ScanFate): QueuedScan {
  return { ...scan, place: undefined, fate };
}

/** A 429 waits for Retry-After, other refusals are final, and network or server faults are retried. */
export function applyFailure(scan: QueuedScan, error: unknown, now: number): QueuedScan {
  if (scan.fate.phase !== 'waiting') return scan;
  if (error instanceof ApiError && error.status === 429) {
    const pauseMs = error.retryAfterSeconds === undefined ? limitWithoutTermMs : error.retryAfterSeconds * 1_000;
    return { ...scan, fate: { ...scan.fate, waitsFor: 'limit', sendAt: now + pauseMs, message: errorText(error, '') || null } };
  }
  if (error instanceof ApiError && isFinalRefusal(error))
    return finishScan(scan, { phase: 'refused', message: errorText(error, refusedText) });
  const attempts = scan.fate.attempts + 1;
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts, 10));
  return { ...scan, fate: { phase: 'waiting', waitsFor: 'network', attempts, sendAt: now + pauseMs, message: null } };
}

/** Whether our server refused the scan itself, as opposed to a captive portal, an expired session or a concurrent card update. */
function isFinalRefusal({ status, body }: ApiError): boolean {
  const isFromServer = typeof body?.code === 'string';
  return isFromServer && status < 500 && status !== 401 && status !== 408 && body.code !== 'changed_meanwhile';
}
