/** One scan at a time; after a result, none until `again`. */
import { useCallback, useRef, useState } from 'react';
import { isCardId, normalizeTypedCardId, parseQrText } from '#schema/cards/card-id.ts';
import type { ScanResponse } from '#schema/scans/scan.ts';
import { queuedText } from '#web/features/scans/scanning/offline/outcome-labels.ts';
import { collect } from '#web/features/scans/scanning/offline/page-queue.ts';
import { useReadyFix } from '#web/features/scans/scanning/place/use-ready-fix.ts';
import { isWorthRetrying, newScanKey, refreshAfterScan, type Scan } from '#web/features/scans/scanning/send-scan.ts';
import { errorText } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';

export type ScanFlowState =
  | { phase: 'ready' }
  | { phase: 'sending'; scan: Scan }
  | { phase: 'done'; scan: Scan; answer: ScanResponse }
  | { phase: 'queued'; scan: Scan }
  | { phase: 'failed'; scan: Scan; message: string; canRetry: boolean };

export const invalidQrMessage = 'Invalid QR code format. Please scan a valid Cache Card QR code.';

/** `read` (scanned text) and `type` (typed text) return whether the text is a card id. */
export function useScanFlow() {
  const [state, setState] = useState<ScanFlowState>({ phase: 'ready' });
  // A ref, since two frames can be read before React renders.
  const taken = useRef(false);
  const readyFix = useReadyFix(state.phase === 'ready');

  const send = useCallback(async (scan: Scan) => {
    setState({ phase: 'sending', scan });
    try {
      const answer = await collect(scan);
      if (answer === 'queued') {
        setState({ phase: 'queued', scan });
        showToast({ title: 'Scan saved', description: queuedText, tone: 'info' });
        return;
      }
      setState({ phase: 'done', scan, answer });
      showToast(toastFor(answer));
      void refreshAfterScan();
    } catch (error) {
      const message = errorText(error, 'There was an error processing the QR code.');
      setState({ phase: 'failed', scan, message, canRetry: isWorthRetrying(error) });
      showToast({ title: 'Scan Failed', description: message, tone: 'error' });
    }
  }, []);

  const begin = useCallback(
    (scan: Omit<Scan, 'key'>): boolean => {
      if (!isCardId(scan.cardId)) return false;
      if (!taken.current) {
        taken.current = true;
        void send({ ...scan, key: newScanKey(), place: readyFix() });
      }
      return true;
    },
    [send, readyFix],
  );

  return {
    state,
    read: useCallback((text: string, source: 'camera' | 'photo') => begin({ ...parseQrText(text), source }), [begin]),
    type: useCallback((typed: string) => begin({ cardId: normalizeTypedCardId(typed), source: 'typed' }), [begin]),
    retry: useCallback(() => {
      if (state.phase === 'failed') void send(state.scan);
    }, [state, send]),
    again: useCallback(() => {
      taken.current = false;
      setState({ phase: 'ready' });
    }, []),
  };
}

function toastFor(answer: ScanResponse) {
  if (answer.tokensEarned === 0) return { title: answer.message || 'No token this time', tone: 'info' } as const;
  return {
    title: 'Scan Successful!',
    description: answer.message || "You've successfully scanned a Cache Card.",
    tone: 'success',
  } as const;
}
