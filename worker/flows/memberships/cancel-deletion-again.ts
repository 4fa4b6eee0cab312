import type { ErasedMember } from '#worker/store/accounts/erasure.ts';
import type { PaymentDeps } from './deps.ts';
import { restoreMembership } from './restore-membership.ts';

/**
 * Cancels the member's deletion request again, whose cancellation a database restore undid. Returns `to_recover` without changing anything if
 * the account got another email with the cancellation, because the restored email may be an intruder's. Safe to repeat.
 */
export async function cancelDeletionAgain(
  deps: PaymentDeps,
  { cancellation, requestedAt: latest, ...member }: ErasedMember,
): Promise<'canceled' | 'to_recover' | 'not_leaving'> {
  const { store, now } = deps;
  const requestedAt = latest === null ? undefined : await store.deletion.findRequest(member, latest);
  if (requestedAt === undefined) return 'not_leaving';
  if (cancellation !== 'same_email') return 'to_recover';
  // The membership first, because a repetition finds only open requests.
  await restoreMembership(deps, member.userId, requestedAt);
  await store.deletion.cancelAgain(member.userId, requestedAt, now);
  return 'canceled';
}
