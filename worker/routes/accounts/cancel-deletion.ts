import type { Context } from 'hono';
import { paymentDeps } from '#worker/flows/memberships/deps.ts';
import { keepAccount } from '#worker/flows/memberships/keep-account.ts';
import { describeError, logError } from '#worker/log.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import type { Cancellation } from '#worker/store/accounts/erasure.ts';

/** Completes the cancellation of a deletion request, if any, after the store has taken it back. */
export async function cancelDeletion(
  { var: { config, now, requestId, store } }: Pick<Context<AppEnv>, 'var'>,
  { userId, deletionRequestedAt }: { userId: number; deletionRequestedAt: number | null },
  cancellation: Cancellation,
): Promise<void> {
  if (deletionRequestedAt === null) return;
  // If this fails, the job completes it: the link cannot be used again.
  await keepAccount(await paymentDeps(config, store, now), userId, { requestedAt: deletionRequestedAt, cancellation }).catch(
    (error: unknown) => logError('account_kept_later', { requestId, userId, error: describeError(error) }),
  );
}
