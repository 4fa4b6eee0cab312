import { useCallback, useEffect, useRef, useState } from 'react';
import type { ScanResponse } from '#schema/scans/scan.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { isWorthRetrying } from '#web/features/scans/scanning/send-scan.ts';
import { ApiError, NetworkError } from '#web/lib/api-error.ts';
import { getTokenMemberId } from '#web/lib/token-member.ts';
import { arrivalErrorText, sendArrivalScan, takeReloadedResponse } from '#web/pages/card-landing/arrival-scan.ts';

export type ArrivalScanState =
  | { phase: 'sending' }
  | { phase: 'done'; response: ScanResponse }
  | { phase: 'queued' }
  | FailedArrival
  /** The scan is lost: the server did not respond, and the scan could not be stored on the device. */
  | { phase: 'lost' };
export interface FailedArrival {
  phase: 'failed';
  message: string;
  canRetry: boolean;
  status: number | undefined;
}

/** Scans the card before any other request. The scan checks the session, and its response contains everything that the page shows. */
export function useArrivalScan(cardId: string, code: string | undefined) {
  const { user } = useUser();
  const tokenMemberId = getTokenMemberId();
  const [state, setState] = useState<ArrivalScanState>({ phase: 'sending' });
  const [attempt, setAttempt] = useState(0);
  // Holds the response received before a reload. It can be read only once, but React may run the effect twice.
  const reloadedResponse = useRef<ScanResponse>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `attempt` triggers a retry; a user that loads later must not trigger a second scan
  useEffect(() => {
    const arrival = { memberId: tokenMemberId ?? user?.id ?? null, cardId, code };
    reloadedResponse.current ??= takeReloadedResponse(arrival);
    if (reloadedResponse.current) return setState({ phase: 'done', response: reloadedResponse.current });
    let isUnmounted = false;
    setState({ phase: 'sending' });
    sendArrivalScan(arrival).then(
      (response) => {
        if (!isUnmounted) setState(response === 'queued' ? { phase: 'queued' } : { phase: 'done', response });
      },
      (error: unknown) => {
        if (!isUnmounted) setState(toFailedState(error));
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [tokenMemberId, cardId, code, attempt]);

  return { state, retry: useCallback(() => setAttempt((count) => count + 1), []) };
}

function toFailedState(error: unknown): ArrivalScanState {
  if (error instanceof NetworkError) return { phase: 'lost' };
  const status = error instanceof ApiError ? error.status : undefined;
  return { phase: 'failed', message: arrivalErrorText(error), canRetry: isWorthRetrying(error), status };
}
