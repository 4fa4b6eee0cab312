/** Sends one scan per visit, however often the page renders or reloads. */
import * as v from 'valibot';
import { ScanResponse } from '#schema/scans/scan.ts';
import { collect } from '#web/features/scans/scanning/offline/page-queue.ts';
import { newScanKey, refreshAfterScan } from '#web/features/scans/scanning/send-scan.ts';
import { ApiError, errorText } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';

export interface Arrival {
  /** Null while only the cookie identifies the member; such a visit is not stored. */
  memberId: number | null;
  cardId: string;
  code: string | undefined;
}

const failureText = 'Failed to process the Cache Card';
/** Stored in the history entry: the idempotency key and, once received, the response. */
const Visit = v.object({ key: v.string(), loadedAt: v.number(), scanKey: v.string(), answer: v.optional(ScanResponse) });
type Visit = v.InferOutput<typeof Visit>;
/** 'queued': no response in time; the scan is stored on the device. */
export type ArrivalAnswer = ScanResponse | 'queued';
const running = new Map<string, Promise<ArrivalAnswer>>();
/** Keys of unanswered scans: a retry is the same scan. */
const scanKeys = new Map<string, string>();

const getScanKey = ({ memberId, cardId, code }: Arrival) => `${memberId} ${cardId} ${code ?? ''}`;

/**
 * The response from before a reload, to show it instead of scanning again. Available once per reload, so that returning by a link or the
 * history counts as a new visit.
 */
export function takeReloadedAnswer(arrival: Arrival): ScanResponse | undefined {
  const visit = reloadedVisit(getScanKey(arrival));
  if (visit?.answer) remember(arrival, visit.scanKey, visit.answer);
  return visit?.answer;
}

function reloadedVisit(key: string): Visit | undefined {
  const state = v.safeParse(v.object({ arrivalScan: Visit }), history.state);
  if (!state.success || !wasReloadedHere()) return undefined;
  const visit = state.output.arrivalScan;
  return visit.key === key && visit.loadedAt !== performance.timeOrigin ? visit : undefined;
}

function wasReloadedHere(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (load?.type !== 'reload') return false;
  const { pathname, search } = new URL(load.name, location.href);
  return pathname === location.pathname && search === location.search;
}

/** Stores the visit in the history entry, with the load time of this document. */
function remember(arrival: Arrival, scanKey: string, answer?: ScanResponse): void {
  if (arrival.memberId === null) return;
  const visit: Visit = { key: getScanKey(arrival), loadedAt: performance.timeOrigin, scanKey, answer };
  history.replaceState({ ...history.state, arrivalScan: visit }, '');
}

/** Sends the scan, or joins one in progress. Shows one toast. Throws the scan's error. */
export function arrive(arrival: Arrival): Promise<ArrivalAnswer> {
  const key = getScanKey(arrival);
  const joined = running.get(key);
  if (joined) return joined;
  const scan = scanAndToast(arrival, key).finally(() => running.delete(key));
  running.set(key, scan);
  return scan;
}

async function scanAndToast(arrival: Arrival, key: string): Promise<ArrivalAnswer> {
  const { cardId, code } = arrival;
  const entry = location.href;
  // A reload while the request was pending reuses its key.
  const scanKey = scanKeys.get(key) ?? reloadedVisit(key)?.scanKey ?? newScanKey();
  scanKeys.set(key, scanKey);
  remember(arrival, scanKey);
  try {
    const answer = await collect({ cardId, ...(code && { code }), source: 'link', key: scanKey });
    scanKeys.delete(key);
    // The page shows this itself.
    if (answer === 'queued') return answer;
    if (location.href === entry) remember(arrival, scanKey, answer);
    const tone = answer.tokensEarned > 0 ? 'success' : 'info';
    showToast({ title: 'Card scanned!', description: answer.message || 'Cache Card scanned successfully', tone });
    void refreshAfterScan();
    return answer;
  } catch (error) {
    // Session expired: no toast, since the page continues as a visitor's.
    if (!(error instanceof ApiError && error.status === 401))
      showToast({ title: 'Scan failed', description: arrivalErrorText(error), tone: 'error' });
    throw error;
  }
}

export function arrivalErrorText(error: unknown): string {
  return errorText(error, failureText);
}
