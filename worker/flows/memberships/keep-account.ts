import type { Seconds } from '#worker/domain/time.ts';
import type { Cancellation } from '#worker/store/accounts/erasure.ts';
import type { PaymentDeps } from './deps.ts';
import { restoreMembership } from './restore-membership.ts';

/**
 * Completes the cancellation of a deletion, or of an attempt that failed (`canceled` is null): restores the membership that it ended, and
 * records outside the database that the request was canceled. Does nothing while a deletion is requested. Safe to repeat: if this rejects,
 * `reconcile-payments` repeats it.
 */
export async function keepAccount(
  deps: PaymentDeps,
  userId: number,
  canceled: { requestedAt: Seconds; cancellation: Cancellation } | null,
): Promise<void> {
  const { deletion, erasure } = deps.store;
  const lostAt = await deletion.findLostMembership(userId);
  if (lostAt === undefined) return;
  await restoreMembership(deps, userId, lostAt);
  // Otherwise, a database restore would repeat the deletion.
  if (canceled) await erasure.cancelRequest(userId, canceled.requestedAt, canceled.cancellation);
  await deletion.finishRestoring(userId, lostAt);
}
