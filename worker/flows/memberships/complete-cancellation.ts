import type { Cancellation } from '#worker/store/accounts/erasure.ts';
import type { PaymentDeps } from './deps.ts';
import { reconcileObject } from './reconcile-object.ts';
import { restoreMembership } from './restore-membership.ts';

/**
 * Restores the membership that a canceled or failed deletion ended. Unless `canceled` is null, also records outside the database that the
 * request was canceled. Does nothing while the member is leaving or if `membership_lost_at` is null. Safe to repeat: `reconcile-payments`
 * retries it if it rejects.
 */
export async function completeCancellation(deps: PaymentDeps, userId: number, canceled: Cancellation | null): Promise<void> {
  const { deletion, erasure, money } = deps.store;
  const lostAt = await deletion.findLostMembership(userId);
  if (lostAt === undefined) return;
  // Stripe's answer to the deletion may have been lost.
  const { snapshot } = await money.load({ userId });
  const live = snapshot?.account.subscriptions.filter(({ endedAt }) => endedAt === null) ?? [];
  for (const { id } of live) await reconcileObject(deps, { object: 'subscription', id, account: { userId } });
  await restoreMembership(deps, userId, lostAt);
  // Otherwise, a database restore would repeat the deletion.
  if (canceled) await erasure.cancelRequest(userId, canceled);
  await deletion.finishRestoring(userId, lostAt);
}
