/** Rejects suspended accounts. Only call this after the owner has authenticated, so that strangers do not learn about the suspension. */
import { ApiError } from '#worker/errors.ts';

/** Throws if the account is suspended; `reason` is null if it is not. */
export function refuseSuspended(reason: string | null | undefined): void {
  if (reason != null) throw new ApiError('member_suspended', { params: { reason } });
}
