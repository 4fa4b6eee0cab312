/** The scan that a card's link makes by itself: one for each arrival, however often the page is drawn or loaded again. */
import * as v from 'valibot';
import { ScanResponse } from '#schema/scan.ts';
import { errorText } from '#web/lib/api.ts';
import { keptText } from '#web/lib/offline/outcome-words.ts';
import { pageQueue } from '#web/lib/offline/page-queue.ts';
import { hadNoAnswer, newScanKey, refreshAfterScan, type Scan, ScanTimeout, sendScan } from '#web/lib/send-scan.ts';
import { showToast } from '#web/lib/toast.ts';

export interface Arrival {
  memberId: number;
  cardId: string;
  code: string | undefined;
}

const failureText = 'Failed to process the Cache Card';
const Remembered = v.object({ arrivalScan: v.object({ key: v.string(), loadedAt: v.number(), answer: ScanResponse }) });
/** 'kept': there was no network, so the scan waits on the device. */
export type ArrivalAnswer = ScanResponse | 'kept';
const running = new Map<string, Promise<ArrivalAnswer>>();
/** Keys of scans without an answer yet: trying again is the same scan. */
const scanKeys = new Map<string, string>();

const keyOf = ({ memberId, cardId, code }: Arrival) => `${memberId} ${cardId} ${code ?? ''}`;

/**
 * The answer this visit had before the page was reloaded: that is shown again instead of scanning again. It can be taken once
 * for each reload, so that coming back to the address, by a link or through the history, is a visit of its own.
 */
export function takeReloadedAnswer(arrival: Arrival): ScanResponse | undefined {
  const state = v.safeParse(Remembered, history.state);
  if (!state.success || !wasReloadedHere()) return undefined;
  const { key, loadedAt, answer } = state.output.arrivalScan;
  if (key !== keyOf(arrival) || loadedAt === performance.timeOrigin) return undefined;
  remember(key, answer);
  return answer;
}

function wasReloadedHere(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (load?.type !== 'reload') return false;
  const { pathname, search } = new URL(load.name, location.href);
  return pathname === location.pathname && search === location.search;
}

/** Kept with the history entry, under the moment this document was loaded. */
function remember(key: string, answer: ScanResponse): void {
  history.replaceState({ ...history.state, arrivalScan: { key, loadedAt: performance.timeOrigin, answer } }, '');
}

/** Sends the scan, or joins the one under way; toasts once. Throws what the scan was refused with. */
export function arrive(arrival: Arrival): Promise<ArrivalAnswer> {
  const key = keyOf(arrival);
  const joined = running.get(key);
  if (joined) return joined;
  const scan = scanAndToast(arrival, key).finally(() => running.delete(key));
  running.set(key, scan);
  return scan;
}

async function scanAndToast({ cardId, code }: Arrival, key: string): Promise<ArrivalAnswer> {
  const entry = location.href;
  const scanKey = scanKeys.get(key) ?? newScanKey();
  scanKeys.set(key, scanKey);
  const scan: Scan = { cardId, ...(code && { code }), source: 'link', key: scanKey };
  try {
    const answer = await sendScan(scan);
    scanKeys.delete(key);
    if (location.href === entry) remember(key, answer);
    const tone = answer.tokensEarned > 0 ? 'success' : 'info';
    showToast({ title: 'Card scanned!', description: answer.message || 'Cache Card scanned successfully', tone });
    void refreshAfterScan();
    return answer;
  } catch (error) {
    if (hadNoAnswer(error) && (await pageQueue.keep(scan))) {
      scanKeys.delete(key);
      showToast({ title: 'Scan saved', description: keptText, tone: 'info' });
      return 'kept';
    }
    showToast({ title: 'Scan failed', description: arrivalErrorText(error), tone: 'error' });
    throw error;
  }
}

/** A failed arrival in words. */
export function arrivalErrorText(error: unknown): string {
  if (error instanceof ScanTimeout) return 'The network is slow: no answer after 15 seconds.';
  return errorText(error, failureText);
}
