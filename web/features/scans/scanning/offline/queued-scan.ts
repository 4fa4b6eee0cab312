import { t } from '@lingui/core/macro';
/** State machine of an offline scan. Product rules: Cards and scans. */
import type { ScanResponse } from '#schema/scans/scan.ts';
import type { Scan } from '#web/features/scans/scanning/send-scan.ts';
import { ApiError, errorText } from '#web/lib/api-error.ts';
import type { Fix } from '#web/lib/fix.ts';
import { toProductTime } from '#web/lib/react/now.ts';

/** State of a scan stored on the device. Times are in Unix milliseconds. */
export type ScanFate =
  | { phase: 'waiting'; waitsFor: 'network' | 'limit'; attempts: number; sendAt: number; message: string | null }
  | { phase: 'counted'; tokensEarned: number; message: string }
  | { phase: 'refused'; message: string };

export interface QueuedScan {
  /** Id that is unique per member, card and code. Ensures that a repeated scan is stored only once. */
  id: string;
  /** Value of the Idempotency-Key header. Ensures that retries of a scan count only once. */
  key: string;
  memberId: number;
  cardId: string;
  code: string | null;
  /** The member's position, if shared; deleted once the scan has a final result. */
  place?: Fix | undefined;
  queuedAt: number;
  fate: ScanFate;
}

const firstPauseMs = 5_000;
const longestPauseMs = 5 * 60_000;
const limitWithoutTermMs = 60_000;
const scanRefusedText = () => t`This scan couldn’t be counted.`;

export function getQueuedScanId({ cardId, code }: Pick<Scan, 'cardId' | 'code'>, memberId: number): string {
  return `${memberId} ${cardId} ${code ?? ''}`;
}

/** Creates a stored scan. The next attempt waits a few seconds because the first one has just failed. */
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

/** Returns the request for a stored scan, with the idempotency key of its first attempt. */
export function toScan({ key, cardId, code, place, queuedAt }: QueuedScan): Scan {
  const scannedAt = new Date(toProductTime(queuedAt)).toISOString();
  return { key, cardId, ...(code !== null && { code }), source: 'offline', scannedAt, place };
}

/** Returns whether it is time to send the scan. If `isNetworkBack` is true, ignores retry delays, but not the server's rate limits. */
export function isDue({ fate }: QueuedScan, now: number, isNetworkBack: boolean): boolean {
  return fate.phase === 'waiting' && (fate.sendAt <= now || (isNetworkBack && fate.waitsFor === 'network'));
}

export function applyResponse(scan: QueuedScan, { tokensEarned, message }: ScanResponse): QueuedScan {
  return finishScan(scan, { phase: 'counted', tokensEarned, message });
}

/** Stores the final result until the member dismisses it, and deletes the position. */
function finishScan(scan: QueuedScan, fate: ScanFate): QueuedScan {
  return { ...scan, place: undefined, fate };
}

/**
 * Returns the state after a failed attempt: a 429 waits for Retry-After, other rejections are final, and network or server errors are
 * retried.
 */
export function applyFailure(scan: QueuedScan, error: unknown, now: number): QueuedScan {
  if (scan.fate.phase !== 'waiting') return scan;
  if (error instanceof ApiError && error.status === 429) {
    const pauseMs = error.retryAfterSeconds === undefined ? limitWithoutTermMs : error.retryAfterSeconds * 1_000;
    return { ...scan, fate: { ...scan.fate, waitsFor: 'limit', sendAt: now + pauseMs, message: errorText(error, '') || null } };
  }
  if (error instanceof ApiError && isFinalRefusal(error))
    return finishScan(scan, { phase: 'refused', message: errorText(error, scanRefusedText()) });
  const attempts = scan.fate.attempts + 1;
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts, 10));
  return { ...scan, fate: { phase: 'waiting', waitsFor: 'network', attempts, sendAt: now + pauseMs, message: null } };
}

/**
 * Returns whether our server rejected the scan itself. False for a captive portal's response, an expired session or a concurrent update of
 * the card.
 */
function isFinalRefusal({ status, body }: ApiError): boolean {
  const isFromServer = typeof body?.code === 'string';
  return isFromServer && status < 500 && status !== 401 && status !== 408 && body.code !== 'changed_meanwhile';
}
