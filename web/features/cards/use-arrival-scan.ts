/** The state of the scan that an arrival makes. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ScanResponse } from '#schema/scan.ts';
import { arrivalErrorText, arrive, takeReloadedAnswer } from '#web/features/cards/arrival-scan.ts';
import { ApiError } from '#web/lib/api.ts';
import { isWorthRetrying } from '#web/lib/send-scan.ts';

export type ArrivalScanState =
  | { phase: 'waiting' }
  | { phase: 'sending' }
  | { phase: 'done'; answer: ScanResponse }
  | { phase: 'kept' }
  | { phase: 'failed'; message: string; canRetry: boolean; isUnknown: boolean };

/** Scans as soon as the member is known; `memberId` null: nobody is signed in, nothing is scanned. */
export function useArrivalScan(memberId: number | null, cardId: string, code: string | undefined) {
  const [state, setState] = useState<ArrivalScanState>({ phase: 'waiting' });
  const [attempt, setAttempt] = useState(0);
  // It can be taken once, and React may run an effect twice.
  const reloaded = useRef<ScanResponse>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks for one more try
  useEffect(() => {
    if (memberId === null) return setState({ phase: 'waiting' });
    const arrival = { memberId, cardId, code };
    reloaded.current ??= takeReloadedAnswer(arrival);
    if (reloaded.current) return setState({ phase: 'done', answer: reloaded.current });
    let left = false;
    setState({ phase: 'sending' });
    arrive(arrival).then(
      (answer) => {
        if (!left) setState(answer === 'kept' ? { phase: 'kept' } : { phase: 'done', answer });
      },
      (error: unknown) => {
        if (!left) setState(failed(error));
      },
    );
    return () => {
      left = true;
    };
  }, [memberId, cardId, code, attempt]);

  return { state, retry: useCallback(() => setAttempt((count) => count + 1), []) };
}

function failed(error: unknown): ArrivalScanState {
  const isUnknown = error instanceof ApiError && error.status === 404;
  return { phase: 'failed', message: arrivalErrorText(error), canRetry: isWorthRetrying(error), isUnknown };
}
