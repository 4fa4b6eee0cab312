/** The scan that a card's link makes by itself: one for each arrival, however often the page is drawn or loaded again. */
import * as v from 'valibot';
import { ScanResponse } from '#schema/scans/scan.ts';
import { collect } from '#web/features/scans/scanning/offline/page-queue.ts';
import { newScanKey, refreshAfterScan } from '#web/features/scans/scanning/send-scan.ts';
import { ApiError, errorText } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';

export interface Arrival {
  /** Null where only the browser’s cookie knows, so far: nothing of such a visit is remembered here. */
  memberId: number | null;
  cardId: string;
  code: string | undefined;
}

const failureText = 'Failed to process the Cache Card';
/** What a visit leaves at its history entry: under which key it scans and, once there is one, the answer. */
const Visit = v.object({ key: v.string(), loadedAt: v.number(), scanKey: v.string(), answer: v.optional(ScanResponse) });
type Visit = v.InferOutput<typeof Visit>;
/** 'queued': there was no answer in time, so the scan waits on the device. */
export type ArrivalAnswer = ScanResponse | 'queued';
const running = new Map<string, Promise<ArrivalAnswer>>();
/** Keys of scans without an answer yet: trying again is the same scan. */
const scanKeys = new Map<string, string>();

const keyOf = ({ memberId, cardId, code }: Arrival) => `${memberId} ${cardId} ${code ?? ''}`;

/**
 * The answer this visit had before the page was reloaded: that is shown again instead of scanning again. It can be taken once
 * for each reload, so that coming back to the address, by a link or through the history, is a visit of its own.
 */
export function takeReloadedAnswer(arrival: Arrival): ScanResponse | undefined {
  const visit = reloadedVisit(keyOf(arrival));
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

/** Kept with the history entry, under the moment this document was loaded. */
function remember(arrival: Arrival, scanKey: string, answer?: ScanResponse): void {
  if (arrival.memberId === null) return;
  const visit: Visit = { key: keyOf(arrival), loadedAt: performance.timeOrigin, scanKey, answer };
  history.replaceState({ ...history.state, arrivalScan: visit }, '');
}

/** Sends the scan, or joins the one under way; toasts its outcome once. Throws what the scan was refused with. */
export function arrive(arrival: Arrival): Promise<ArrivalAnswer> {
  const key = keyOf(arrival);
  const joined = running.get(key);
  if (joined) return joined;
  const scan = scanAndToast(arrival, key).finally(() => running.delete(key));
  running.set(key, scan);
  return scan;
}

async function scanAndToast(arrival: Arrival, key: string): Promise<ArrivalAnswer> {
  const { cardId, code } = arrival;
  const entry = location.href;
  // Who reloads the page while it waits for an answer still makes one scan.
  const scanKey = scanKeys.get(key) ?? reloadedVisit(key)?.scanKey ?? newScanKey();
  scanKeys.set(key, scanKey);
  remember(arrival, scanKey);
  try {
    const answer = await collect({ cardId, ...(code && { code }), source: 'link', key: scanKey });
    scanKeys.delete(key);
    // Said by all that the page shows then.
    if (answer === 'queued') return answer;
    if (location.href === entry) remember(arrival, scanKey, answer);
    const tone = answer.tokensEarned > 0 ? 'success' : 'info';
    showToast({ title: 'Card scanned!', description: answer.message || 'Cache Card scanned successfully', tone });
    void refreshAfterScan();
    return answer;
  } catch (error) {
    // A session that has ended is no failure of the scan: the page goes on as a visitor's.
    if (!(error instanceof ApiError && error.status === 401))
      showToast({ title: 'Scan failed', description: arrivalErrorText(error), tone: 'error' });
    throw error;
  }
}

/** A failed arrival in words. */
export function arrivalErrorText(error: unknown): string {
  return errorText(error, failureText);
}
