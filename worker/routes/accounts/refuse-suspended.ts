/** The refusal of a sign-in to a suspended account, for whoever has shown that it is theirs. */
import { suspensionMessage } from '#worker/domain/accounts/suspension.ts';
import { ApiError } from '#worker/errors.ts';

/** `reason` is null where the account is not suspended. */
export function refuseSuspended(reason: string | null | undefined): void {
  if (reason != null) throw new ApiError('member_suspended', { message: suspensionMessage(reason) });
}
