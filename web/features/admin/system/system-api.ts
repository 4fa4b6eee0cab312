import { mutate } from 'swr';
import type { BulkResponse } from '#schema/admin/bulk.ts';
import type { JobName } from '#schema/admin/jobs.ts';
import {
  AcknowledgedMails,
  RetriedEvent,
  RetriedMails,
  RunJobResponse,
  type SettleEventRequest,
  SettleEventResponse,
  System,
  systemPath,
} from '#schema/admin/system.ts';
import { totalsPath } from '#schema/admin/totals.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { mailsPath } from '#web/features/messages/admin/mails/mails-api.ts';
import { apiSend, slowTimeoutMs } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

export function useSystem() {
  return useQuery(systemPath, System, { revalidatesOnMount: true, keepsPreviousData: true });
}

/** Retries all failed emails, up to a few hundred. Returns the number of emails retried. */
export async function retryAllMails(): Promise<number> {
  const { retried } = await apiSend('POST', `${mailsPath}/retry`, {}, RetriedMails);
  await Promise.all([reloadLists(mailsPath), mutate(systemPath)]);
  return retried.length;
}

export async function retryMails(ids: readonly number[]): Promise<BulkResponse> {
  const { retried } = await apiSend('POST', `${mailsPath}/retry`, { ids }, RetriedMails);
  return {
    results: ids.map((id) =>
      retried.includes(id)
        ? { id, isDone: true, reason: null }
        : { id, isDone: false, reason: 'It has not failed, or someone else already resent it.' },
    ),
  };
}

export async function acknowledgeMails(): Promise<void> {
  await apiSend('POST', `${mailsPath}/acknowledge`, undefined, AcknowledgedMails);
  await Promise.all([mutate(systemPath), mutate(totalsPath)]);
}

export async function retryEvent(id: string): Promise<RetriedEvent> {
  const response = await apiSend('POST', `/api/admin/stripe-events/${encodeURIComponent(id)}/retry`, undefined, RetriedEvent, {
    timeoutMs: slowTimeoutMs,
  });
  await Promise.all([mutate(systemPath), mutate(totalsPath)]);
  return response;
}

/** Runs a job immediately. If the request times out, the run continues on the server, but its result is not returned. */
export async function runJob(job: JobName): Promise<RunJobResponse> {
  const response = await apiSend('POST', `${systemPath}/jobs/${job}/run`, undefined, RunJobResponse, { timeoutMs: slowTimeoutMs });
  await Promise.all([mutate(systemPath), mutate(totalsPath)]);
  return response;
}

/** Records that an administrator has resolved the event manually in Stripe. */
export async function settleEvent(id: string, reason: string): Promise<void> {
  await apiSend(
    'POST',
    `/api/admin/stripe-events/${encodeURIComponent(id)}/settle`,
    { reason } satisfies SettleEventRequest,
    SettleEventResponse,
  );
  await Promise.all([mutate(systemPath), mutate(totalsPath)]);
}
