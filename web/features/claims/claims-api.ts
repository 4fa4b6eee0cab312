import { mutate } from 'swr';
import { Claim, ClaimList, type ClaimRequest } from '#schema/claims/claim.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

const claimsPath = '/api/ownership-claims';

export function useClaims() {
  return useQuery(claimsPath, ClaimList, { keepsPreviousData: true, revalidatesOnMount: true });
}

export async function claimCard(request: ClaimRequest): Promise<Claim> {
  const claim = await apiSend('POST', claimsPath, request, Claim);
  await mutate(claimsPath).catch(() => undefined);
  return claim;
}

/** Withdraws a claim, then reloads the list even if the server rejected the request. */
export async function withdrawClaim(id: number): Promise<Claim> {
  try {
    return await apiSend('POST', `${claimsPath}/${id}/withdraw`, undefined, Claim);
  } finally {
    await mutate(claimsPath).catch(() => undefined);
  }
}
