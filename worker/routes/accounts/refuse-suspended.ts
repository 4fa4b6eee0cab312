/** Rejects suspended accounts. Call this only after the owner has authenticated; otherwise, strangers would learn about the suspension. */
import { ApiError } from '#worker/errors.ts';

/** Throws if the account is suspended. `reason` is the reason for the suspension; null if the account is not suspended. */
export function refuseSuspended(reason: string | null | undefined): void {
  if (reason != null) throw new ApiError('member_suspended', { params: { reason } });
}
