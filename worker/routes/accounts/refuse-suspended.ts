/** Call this only after the owner has authenticated. */
import { ApiError } from '#worker/errors.ts';

/** `reason` is null unless suspended. */
export function refuseSuspended(reason: string | null | undefined): void {
  if (reason != null) throw new ApiError('member_suspended', { params: { reason } });
}
