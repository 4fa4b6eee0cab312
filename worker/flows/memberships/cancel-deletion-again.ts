import type { Seconds } from '#worker/domain/time.ts';
import type { DeletionEntry } from '#worker/store/accounts/erasure.ts';
import { completeCancellation } from './complete-cancellation.ts';
import type { PaymentDeps } from './deps.ts';
import { restoreMembership } from './restore-membership.ts';

/**
 * Repeats the cancellation of a deletion request after a database restore undid it. Returns `to_recover` without changing anything if the
 * restored email may be an intruder's, or now belongs to another account that is verified or has paid. `restoredTo` is null when the
 * erasure job calls this. Safe to repeat.
 */
export async function cancelDeletionAgain(
  deps: PaymentDeps,
  { cancellation, requestedAt, newEmailRequestedAt, ...member }: DeletionEntry,
  restoredTo: Seconds | null,
): Promise<'canceled' | 'to_recover' | 'nothing_to_cancel'> {
  const { store, now } = deps;
  const { userId } = member;
  if (!cancellation || requestedAt === null) return 'nothing_to_cancel';
  const found = await store.deletion.findRequest(member);
  if (!found) return 'nothing_to_cancel';
  if (found.requestedAt === null || found.requestedAt > requestedAt) {
    // The restore lost both the request and its cancellation, but Stripe ended the subscription. `stripe:reconcile` then ends the membership,
    // and the next run of `restore:after` restores it here.
    if (restoredTo !== null && requestedAt >= restoredTo) await restoreMembership(deps, userId, requestedAt);
    return 'nothing_to_cancel';
  }
  if (newEmailRequestedAt !== null && found.requestedAt <= newEmailRequestedAt) return 'to_recover';
  const { email } = found;
  if (!(await store.deletion.cancelAgain({ userId, requestedAt: found.requestedAt, email }, now))) return 'to_recover';
  await completeCancellation(deps, userId, { requestedAt, cancellation });
  return 'canceled';
}
