import { mutate } from 'swr';
import { totalsPath } from '#schema/admin/totals.ts';
import { type AcceptDisputeRequest, DisputePage, Evidence, type SubmitEvidenceRequest } from '#schema/disputes/dispute.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { apiGet, apiSend, slowTimeoutMs } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

export const disputesPath = '/api/admin/disputes';

export function useDispute(id: number) {
  return useQuery(`${disputesPath}/${id}`, DisputePage, { revalidatesOnMount: true, keepsPreviousData: true });
}

export function readDispute(id: number): Promise<DisputePage> {
  return apiGet(`${disputesPath}/${id}`, DisputePage);
}

export function useEvidenceDraft(id: number) {
  return useQuery(`${disputesPath}/${id}/evidence`, Evidence, { revalidatesOnMount: true });
}

export function submitEvidence(id: number, request: SubmitEvidenceRequest): Promise<void> {
  return answer(id, 'evidence', request);
}

export function acceptDispute(id: number, request: AcceptDisputeRequest): Promise<void> {
  return answer(id, 'accept', request);
}

/** Submits evidence or accepts the dispute. Reloads the dispute even if the request fails. */
async function answer(id: number, call: 'evidence' | 'accept', request: object): Promise<void> {
  const address = `${disputesPath}/${id}`;
  try {
    await apiSend('POST', `${address}/${call}`, request, DisputePage, { timeoutMs: slowTimeoutMs });
  } finally {
    await Promise.all([reloadLists(disputesPath), mutate(address), mutate(totalsPath)]).catch(() => undefined);
  }
}
