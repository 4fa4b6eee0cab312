import { useCallback, useEffect, useState } from 'react';
import { mutate } from 'swr';
import { MessageResponse } from '#schema/accounts/account.ts';
import {
  PayoutRun,
  RunDetails,
  type RunLine,
  RunPreview,
  type RunRequest,
  type RunStepRequest,
  type TaxFormRequest,
  WaitingRunList,
} from '#schema/payouts/admin-payout-runs.ts';
import { useLiveQuery } from '#web/features/admin/live-query.ts';
import { sendOnce } from '#web/features/admin/send-once.ts';
import { paymentsPath, payoutsPath, reloadPayouts } from '#web/features/payouts/admin/payouts-api.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

export const runsPath = `${payoutsPath}/runs`;
export const runLinesPath = `${runsPath}/lines`;
const waitingRunsPath = `${runsPath}/waiting`;
const runPath = (id: number) => `${runsPath}/${id}`;

/** Loads the runs whose next step the signed-in super administrator can take. */
export function useWaitingRuns() {
  return useLiveQuery(waitingRunsPath, WaitingRunList);
}

export function useRunPreview({ scope, until }: RunRequest) {
  const query = new URLSearchParams({ scope, ...(until && { until }) });
  return useQuery(`${runsPath}/preview?${query}`, RunPreview, { revalidatesOnMount: true, keepsPreviousData: true });
}

/** Starts a payout run. Until a response arrives, retries reuse the idempotency key. */
export async function startRun(request: RunRequest): Promise<PayoutRun> {
  return sendOnce(runsPath, request, (key) => apiSend('POST', runsPath, request, PayoutRun, { headers: { 'Idempotency-Key': key } }));
}

export type RunStep = 'approve' | 'cancel' | 'pay' | 'undo';

/**
 * Loads a run and continues it while it is collecting members or paying. After an error, `runError` holds the error and `resume` resumes
 * the run.
 */
export function useRun(id: number) {
  const query = useLiveQuery(runPath(id), RunDetails);
  const [runError, setRunError] = useState<unknown>();
  const status = query.data?.status;
  const isRunning = status === 'collecting' || status === 'paying';
  const showRun = useCallback((run: RunDetails) => mutate(runPath(id), run, { revalidate: false }), [id]);

  useEffect(() => {
    if (!isRunning || runError !== undefined) return;
    let isUnmounted = false;
    const continueRun = async () => {
      for (;;) {
        const run = await apiSend('POST', `${runPath(id)}/continue`, undefined, RunDetails);
        await showRun(run);
        // Check the status before `isUnmounted`: showing a finished run ends this effect, but the payouts must still be reloaded.
        if (run.status !== 'collecting' && run.status !== 'paying') return void reloadPayouts();
        if (isUnmounted) return;
      }
    };
    continueRun().catch((error: unknown) => setRunError(error));
    return () => {
      isUnmounted = true;
    };
  }, [id, isRunning, showRun, runError]);

  return {
    query,
    isRunning,
    runError,
    resume: () => setRunError(undefined),
    take: async (step: RunStep, request: RunStepRequest) => {
      try {
        await showRun(await apiSend('POST', `${runPath(id)}/${step}`, request, RunDetails));
      } finally {
        await Promise.all([reloadPayouts(), query.mutate(), mutate(waitingRunsPath)]);
      }
    },
  };
}

export async function recordSentLine({ id, runId }: RunLine): Promise<void> {
  await mutate(runPath(runId), await apiSend('POST', `${runPath(runId)}/lines/${id}/sent`, undefined, RunDetails), { revalidate: false });
  await reloadPayouts();
}

export async function markReturned(paymentId: number, reason: string): Promise<void> {
  await apiSend('POST', `${paymentsPath}/${paymentId}/return`, { reason }, MessageResponse);
  await reloadPayouts();
}

export async function recordTaxForm(request: TaxFormRequest): Promise<void> {
  await apiSend('POST', `${payoutsPath}/tax-forms`, request, MessageResponse);
  await reloadPayouts();
}
