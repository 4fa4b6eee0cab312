import { mutate } from 'swr';
import { Claim, ClaimCheck, type ClaimKind, ClaimList, type ClaimRequest } from '#schema/claims/claim.ts';
import { apiGet, apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

const claimsPath = '/api/ownership-claims';

export function useClaims() {
  return useQuery(claimsPath, ClaimList, { keepsPreviousData: true, revalidatesOnMount: true });
}

/** Rejects like `claimCard` would if the member may not claim the card, or not adopt it. */
export async function checkClaim(cardId: string, kind: ClaimKind): Promise<void> {
  await apiGet(`${claimsPath}/check?cardId=${encodeURIComponent(cardId)}&kind=${kind}`, ClaimCheck);
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
