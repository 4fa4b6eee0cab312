import type { Context } from 'hono';
import { completeCancellation } from '#worker/flows/memberships/complete-cancellation.ts';
import { paymentDeps } from '#worker/flows/memberships/deps.ts';
import { describeError, logError } from '#worker/log.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import type { CancellationKind } from '#worker/store/accounts/erasure.ts';

/** Completes the cancellation of a deletion request, if any, after the store has taken it back. */
export async function cancelDeletion(
  { var: { config, now, requestId, store } }: Pick<Context<AppEnv>, 'var'>,
  { userId, deletionRequestedAt }: { userId: number; deletionRequestedAt: number | null },
  cancellation: CancellationKind,
): Promise<void> {
  if (deletionRequestedAt === null) return;
  const canceled = { requestedAt: deletionRequestedAt, cancellation };
  // The link cannot be used again, so `reconcile-payments` retries this if it fails.
  await tryToRestoreMembership(requestId, await paymentDeps(config, store, now), userId, canceled);
}

/** Like `completeCancellation`, but logs a failure, which `reconcile-payments` then retries. */
export async function tryToRestoreMembership(requestId: string, ...args: Parameters<typeof completeCancellation>): Promise<void> {
  const [, userId] = args;
  await completeCancellation(...args).catch((error: unknown) =>
    logError('membership_restore_failed', { requestId, userId, error: describeError(error) }),
  );
}
