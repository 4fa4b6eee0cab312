/** The scan that a card's link makes by itself: one for each arrival, however often the page is drawn or loaded again. */
import * as v from 'valibot';
import { ScanResponse } from '#schema/scan.ts';
import { errorText } from '#web/lib/api.ts';
import { newScanKey, refreshAfterScan, type Scan, ScanTimeout, sendScan } from '#web/lib/send-scan.ts';
import { showToast } from '#web/lib/toast.ts';

export interface Arrival {
  memberId: number;
  cardId: string;
  code: string | undefined;
}

const failureText = 'Failed to process the Cache Card';
const Remembered = v.object({ arrivalScan: v.object({ key: v.string(), answer: ScanResponse }) });
const running = new Map<string, Promise<ScanResponse>>();
/** Keys of scans without an answer yet: trying again is the same scan. */
const scanKeys = new Map<string, string>();

const keyOf = ({ memberId, cardId, code }: Arrival) => `${memberId} ${cardId} ${code ?? ''}`;

/** The answer this very history entry has had: a reload or a step back shows it again instead of scanning again. */
export function rememberedAnswer(arrival: Arrival): ScanResponse | undefined {
  const state = v.safeParse(Remembered, history.state);
  return state.success && state.output.arrivalScan.key === keyOf(arrival) ? state.output.arrivalScan.answer : undefined;
}

/** Sends the scan, or joins the one under way; toasts once. Throws what the scan was refused with. */
export function arrive(arrival: Arrival): Promise<ScanResponse> {
  const key = keyOf(arrival);
  const joined = running.get(key);
  if (joined) return joined;
  const scan = scanAndToast(arrival, key).finally(() => running.delete(key));
  running.set(key, scan);
  return scan;
}

async function scanAndToast({ cardId, code }: Arrival, key: string): Promise<ScanResponse> {
  const entry = location.href;
  const scanKey = scanKeys.get(key) ?? newScanKey();
  scanKeys.set(key, scanKey);
  const scan: Scan = { cardId, ...(code && { code }), source: 'link', key: scanKey };
  try {
    const answer = await sendScan(scan);
    scanKeys.delete(key);
    if (location.href === entry) history.replaceState({ ...history.state, arrivalScan: { key, answer } }, '');
    const tone = answer.tokensEarned > 0 ? 'success' : 'info';
    showToast({ title: 'Card scanned!', description: answer.message || 'Cache Card scanned successfully', tone });
    void refreshAfterScan();
    return answer;
  } catch (error) {
    showToast({ title: 'Scan failed', description: arrivalErrorText(error), tone: 'error' });
    throw error;
  }
}

/** A failed arrival in words. */
export function arrivalErrorText(error: unknown): string {
  if (error instanceof ScanTimeout) return 'The network is slow: no answer after 15 seconds.';
  return errorText(error, failureText);
}
