import { useCallback, useEffect, useRef, useState } from 'react';
import type { ScanResponse } from '#schema/scans/scan.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { tokenMemberId } from '#web/features/scans/scanning/offline/token-member.ts';
import { isWorthRetrying } from '#web/features/scans/scanning/send-scan.ts';
import { ApiError, NetworkError } from '#web/lib/api-error.ts';
import { arrivalErrorText, arrive, takeReloadedAnswer } from '#web/pages/card-landing/arrival-scan.ts';

export type ArrivalScanState =
  | { phase: 'sending' }
  | { phase: 'done'; answer: ScanResponse }
  | { phase: 'queued' }
  | FailedArrival
  /** No response, and the scan could not be stored. */
  | { phase: 'lost' };
export interface FailedArrival {
  phase: 'failed';
  message: string;
  canRetry: boolean;
  status: number | undefined;
}

/** Scans at once, before any other request: the server checks the session, and the response has everything the page shows. */
export function useArrivalScan(cardId: string, code: string | undefined) {
  const { user } = useUser();
  const tokenId = tokenMemberId();
  const [state, setState] = useState<ArrivalScanState>({ phase: 'sending' });
  const [attempt, setAttempt] = useState(0);
  // The answer is available only once, but React may run an effect twice.
  const reloaded = useRef<ScanResponse>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` triggers a retry; a user that loads later must not trigger a second scan
  useEffect(() => {
    const arrival = { memberId: tokenId ?? user?.id ?? null, cardId, code };
    reloaded.current ??= takeReloadedAnswer(arrival);
    if (reloaded.current) return setState({ phase: 'done', answer: reloaded.current });
    let left = false;
    setState({ phase: 'sending' });
    arrive(arrival).then(
      (answer) => {
        if (!left) setState(answer === 'queued' ? { phase: 'queued' } : { phase: 'done', answer });
      },
      (error: unknown) => {
        if (!left) setState(failed(error));
      },
    );
    return () => {
      left = true;
    };
  }, [tokenId, cardId, code, attempt]);

  return { state, retry: useCallback(() => setAttempt((count) => count + 1), []) };
}

function failed(error: unknown): ArrivalScanState {
  if (error instanceof NetworkError) return { phase: 'lost' };
  const status = error instanceof ApiError ? error.status : undefined;
  return { phase: 'failed', message: arrivalErrorText(error), canRetry: isWorthRetrying(error), status };
}
