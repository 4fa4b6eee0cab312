import { mutate } from 'swr';
import { BulkResponse } from '#schema/admin/bulk.ts';
import { AdminClaim, AdminClaimDetails, type ClaimDecisionForm, type ClaimDecisionRequest } from '#schema/claims/admin-claims.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

export const adminClaimsPath = '/api/admin/claims';

/** Loads a claim's details and revalidates them on each visit. */
export function useClaimDetails(id: number) {
  return useQuery(`${adminClaimsPath}/${id}`, AdminClaimDetails, { revalidatesOnMount: true });
}

/** Rejects several claims, sending each one's version to detect concurrent updates. */
export function rejectClaims(claims: readonly AdminClaim[], comment: ClaimDecisionForm['comment']): Promise<BulkResponse> {
  const versions = claims.map(({ id, version }) => ({ id, version }));
  return apiSend('POST', `${adminClaimsPath}/rejections`, { claims: versions, comment }, BulkResponse);
}

export async function decideClaim(id: number, decision: ClaimDecisionRequest): Promise<AdminClaim> {
  try {
    return await apiSend('POST', `${adminClaimsPath}/${id}/decision`, decision, AdminClaim);
  } finally {
    await Promise.all([mutate(`${adminClaimsPath}/${id}`), reloadLists(adminClaimsPath)]).catch(() => undefined);
  }
}
