/** Sends one scan per visit, however often the page renders or reloads. */
import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import { ScanResponse } from '#schema/scans/scan.ts';
import { sendOrQueueScan } from '#web/features/scans/scanning/offline/page-queue.ts';
import { createScanKey, refreshAfterScan } from '#web/features/scans/scanning/send-scan.ts';
import { ApiError, errorText } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';

export interface Arrival {
  /** Id of the member. Null if only the session cookie identifies the member; such a scan is not stored on the device. */
  memberId: number | null;
  cardId: string;
  code: string | undefined;
}

/** Visit data in the history entry: the idempotency key and, once received, the response. */
const Visit = v.object({ key: v.string(), loadedAt: v.number(), scanKey: v.string(), answer: v.optional(ScanResponse) });
type Visit = v.InferOutput<typeof Visit>;
/** Response to the scan. `queued` means that no response arrived, so the scan is stored on the device. */
export type ArrivalResponse = ScanResponse | 'queued';
const pendingScans = new Map<string, Promise<ArrivalResponse>>();
/** Idempotency keys of pending scans. A retry reuses the key so that it counts as the same scan. */
const scanKeys = new Map<string, string>();

const getScanKey = ({ memberId, cardId, code }: Arrival) => `${memberId} ${cardId} ${code ?? ''}`;

/**
 * Returns the response received before a reload so that the page shows it instead of scanning again. The response is available only after a
 * reload: returning through a link or the history counts as a new visit.
 */
export function takeReloadedResponse(arrival: Arrival): ScanResponse | undefined {
  const visit = findReloadedVisit(getScanKey(arrival));
  if (visit?.answer) storeVisit(arrival, visit.scanKey, visit.answer);
  return visit?.answer;
}

function findReloadedVisit(key: string): Visit | undefined {
  const state = v.safeParse(v.object({ arrivalScan: Visit }), history.state);
  if (!state.success || !isPageReload()) return undefined;
  const visit = state.output.arrivalScan;
  return visit.key === key && visit.loadedAt !== performance.timeOrigin ? visit : undefined;
}

function isPageReload(): boolean {
  const [navigationEntry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigationEntry?.type !== 'reload') return false;
  const { pathname, search } = new URL(navigationEntry.name, location.href);
  return pathname === location.pathname && search === location.search;
}

/** Stores the visit in the history entry, together with the time at which this document was loaded. */
function storeVisit(arrival: Arrival, scanKey: string, response?: ScanResponse): void {
  if (arrival.memberId === null) return;
  const visit: Visit = { key: getScanKey(arrival), loadedAt: performance.timeOrigin, scanKey, answer: response };
  history.replaceState({ ...history.state, arrivalScan: visit }, '');
}

/** Sends the scan, or joins one in progress. Shows one toast. Throws the scan's error. */
export function sendArrivalScan(arrival: Arrival): Promise<ArrivalResponse> {
  const key = getScanKey(arrival);
  const pendingScan = pendingScans.get(key);
  if (pendingScan) return pendingScan;
  const scan = scanWithToast(arrival, key).finally(() => pendingScans.delete(key));
  pendingScans.set(key, scan);
  return scan;
}

async function scanWithToast(arrival: Arrival, key: string): Promise<ArrivalResponse> {
  const { cardId, code } = arrival;
  const startUrl = location.href;
  // If the page was reloaded while the request was pending, reuse the request's idempotency key.
  const scanKey = scanKeys.get(key) ?? findReloadedVisit(key)?.scanKey ?? createScanKey();
  scanKeys.set(key, scanKey);
  storeVisit(arrival, scanKey);
  try {
    const response = await sendOrQueueScan({ cardId, ...(code && { code }), source: 'link', key: scanKey });
    scanKeys.delete(key);
    // Show no toast because the page itself shows that the scan is stored.
    if (response === 'queued') return response;
    if (location.href === startUrl) storeVisit(arrival, scanKey, response);
    // The page shows why there is no reward, so the toast does not repeat it.
    if (response.tokensEarned > 0)
      showToast({ title: t`Card scanned!`, description: response.message || t`Cache Card scanned successfully`, tone: 'success' });
    else showToast({ title: t`Card scanned!`, tone: 'info' });
    void refreshAfterScan();
    return response;
  } catch (error) {
    // Show no toast if the session has expired. The page then switches to its signed-out view.
    if (!(error instanceof ApiError && error.status === 401))
      showToast({ title: t`Scan failed`, description: arrivalErrorText(error), tone: 'error' });
    throw error;
  }
}

export function arrivalErrorText(error: unknown): string {
  return errorText(error, t`Failed to process the Cache Card`);
}
