import type { Context } from 'hono';
import { paymentDeps } from '#worker/flows/memberships/deps.ts';
import { restoreMembership } from '#worker/flows/memberships/restore-membership.ts';
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
  await restoreMembership(await paymentDeps(config, store, now), userId, deletionRequestedAt);
  // Otherwise, a database restore would repeat the deletion.
  await store.erasure
    .cancelRequest(userId, deletionRequestedAt, cancellation)
    .catch((error: unknown) => logError('cancellation_not_listed', { requestId, userId, error: describeError(error) }));
}
