import type { Seconds } from '#worker/domain/time.ts';
import type { ErasedMember } from '#worker/store/accounts/erasure.ts';
import type { PaymentDeps } from './deps.ts';
import { keepAccount } from './keep-account.ts';
import { restoreMembership } from './restore-membership.ts';

/**
 * Cancels the member's deletion request again, whose cancellation a database restore undid. Returns `to_recover` without changing anything if
 * the account got another email with the cancellation, because the restored email may be an intruder's. Safe to repeat.
 */
export async function cancelDeletionAgain(
  deps: PaymentDeps,
  { cancellation, requestedAt, ...member }: ErasedMember,
  restoredTo: Seconds | null,
): Promise<'canceled' | 'to_recover' | 'not_leaving'> {
  const { store, now } = deps;
  const { userId } = member;
  const found = requestedAt === null ? undefined : await store.deletion.findMember(member);
  if (!found || !cancellation || requestedAt === null) return 'not_leaving';
  if (found.requestedAt === null || found.requestedAt > requestedAt) {
    // The database does not know that the deletion ended the payments, and ends the membership once it learns that from Stripe.
    if (restoredTo !== null && requestedAt >= restoredTo) await restoreMembership(deps, userId, requestedAt);
    return 'not_leaving';
  }
  if (cancellation === 'new_email') return 'to_recover';
  await store.deletion.cancelAgain(userId, found.requestedAt, now);
  await keepAccount(deps, userId, { requestedAt, cancellation });
  return 'canceled';
}
