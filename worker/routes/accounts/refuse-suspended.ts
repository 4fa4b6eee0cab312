/** Only after the owner has authenticated. */
import { suspensionMessage } from '#worker/domain/accounts/suspension.ts';
import { ApiError } from '#worker/errors.ts';

/** `reason` is null unless suspended. */
export function refuseSuspended(reason: string | null | undefined): void {
  if (reason != null) throw new ApiError('member_suspended', { message: suspensionMessage(reason) });
}
