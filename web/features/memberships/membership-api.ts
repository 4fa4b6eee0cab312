import { mutate } from 'swr';
import { Membership } from '#schema/memberships/membership.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { ApiError } from '#web/lib/api-error.ts';

const membershipPath = '/api/membership';

export function useMembership() {
  return useQuery(membershipPath, Membership, { revalidatesOnMount: true });
}

/**
 * Cancels the membership at the end of the paid period, or reverts the cancellation. Reloads the membership even if the server rejects the
 * request.
 */
export async function changeMembership(change: 'cancel' | 'resume'): Promise<Membership> {
  try {
    const membership = await apiSend('POST', `${membershipPath}/${change}`, undefined, Membership);
    await mutate(membershipPath, membership, { revalidate: false });
    return membership;
  } catch (error) {
    if (error instanceof ApiError) await mutate(membershipPath).catch(() => undefined);
    throw error;
  }
}
