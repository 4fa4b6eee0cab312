/** The member's ownership claims. */
import { mutate } from 'swr';
import { Claim, ClaimList, type ClaimRequest } from '#schema/claims/claim.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

const claimsPath = '/api/ownership-claims';

/** One's own claims, newest first; asked for at each visit, since others decide them. */
export function useClaims() {
  return useQuery(claimsPath, ClaimList, { keepsPrevious: true, asksOnVisit: true });
}

/** Claims a card; what is shown of the claims loads again. */
export async function claimCard(request: ClaimRequest): Promise<Claim> {
  const claim = await apiSend('POST', claimsPath, request, Claim);
  await mutate(claimsPath).catch(() => undefined);
  return claim;
}

/** Withdraws a claim that is not decided yet; what is shown of the claims loads again, also where somebody was quicker. */
export async function withdrawClaim(id: number): Promise<Claim> {
  try {
    return await apiSend('POST', `${claimsPath}/${id}/withdraw`, undefined, Claim);
  } finally {
    await mutate(claimsPath).catch(() => undefined);
  }
}
