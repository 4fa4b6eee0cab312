import { t } from '@lingui/core/macro';
/** State of the scanner. Handles one scan at a time; after a result, `restart` allows the next one. */
import { useCallback, useRef, useState } from 'react';
import { isCardId, parseQrText, parseTypedCard } from '#schema/cards/card-id.ts';
import type { ScanResponse } from '#schema/scans/scan.ts';
import type { DecodedCode } from '#web/features/scans/scanning/camera/decoder.ts';
import { queuedText } from '#web/features/scans/scanning/offline/outcome-labels.ts';
import { sendOrQueueScan } from '#web/features/scans/scanning/offline/page-queue.ts';
import { useReadyFix } from '#web/features/scans/scanning/place/use-ready-fix.ts';
import { createScanKey, isWorthRetrying, refreshAfterScan, type Scan } from '#web/features/scans/scanning/send-scan.ts';
import { errorText } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';

export type ScanFlowState =
  | { phase: 'ready' }
  | { phase: 'sending'; scan: Scan }
  | { phase: 'done'; scan: Scan; response: ScanResponse }
  | { phase: 'queued'; scan: Scan }
  | { phase: 'failed'; scan: Scan; message: string; canRetry: boolean };

const invalidQrMessage = () => t`Invalid QR code format. Please scan a valid Cache Card QR code.`;
const otherQrMessage = () => t`That’s another QR code. Move closer to the card.`;

/**
 * `read` handles a scanned code. It returns an error message, or null if the code belongs to a card. `type` handles typed text and returns
 * whether the text is a card id.
 */
export function useScanFlow() {
  const [state, setState] = useState<ScanFlowState>({ phase: 'ready' });
  // A ref rather than state because another frame may be decoded before React re-renders, which would start a second scan.
  const isScanStarted = useRef(false);
  const getReadyFix = useReadyFix(state.phase === 'ready');

  const send = useCallback(async (scan: Scan) => {
    setState({ phase: 'sending', scan });
    try {
      const response = await sendOrQueueScan(scan);
      if (response === 'queued') {
        setState({ phase: 'queued', scan });
        showToast({ title: t`Scan saved`, description: queuedText(), tone: 'info' });
        return;
      }
      setState({ phase: 'done', scan, response });
      // The dialog shows why there is no reward, or why the scan failed, so the toasts do not repeat it.
      if (response.tokensEarned > 0) {
        const description = response.message || t`You've successfully scanned a Cache Card.`;
        showToast({ title: t`Scan Successful!`, description, tone: 'success' });
      } else showToast({ title: t`Scan Successful!`, tone: 'info' });
      void refreshAfterScan();
    } catch (error) {
      const message = errorText(error, t`There was an error processing the QR code.`);
      setState({ phase: 'failed', scan, message, canRetry: isWorthRetrying(error) });
      showToast({ title: t`Scan Failed`, tone: 'error' });
    }
  }, []);

  const begin = useCallback(
    (scan: Omit<Scan, 'key'>): boolean => {
      if (!isCardId(scan.cardId)) return false;
      if (!isScanStarted.current) {
        isScanStarted.current = true;
        void send({ ...scan, key: createScanKey(), place: getReadyFix() });
      }
      return true;
    },
    [send, getReadyFix],
  );

  return {
    state,
    read: useCallback(
      ({ text, isLarge }: DecodedCode, source: 'camera' | 'photo'): string | null => {
        if (begin({ ...parseQrText(text), source })) return null;
        return isLarge ? otherQrMessage() : invalidQrMessage();
      },
      [begin],
    ),
    type: useCallback((text: string) => begin({ ...parseTypedCard(text), source: 'typed' }), [begin]),
    retry: useCallback(() => {
      if (state.phase === 'failed') void send(state.scan);
    }, [state, send]),
    restart: useCallback(() => {
      isScanStarted.current = false;
      setState({ phase: 'ready' });
    }, []),
  };
}
