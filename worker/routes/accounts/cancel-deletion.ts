import type { Context } from 'hono';
import { paymentDeps } from '#worker/flows/memberships/deps.ts';
import { restoreMembership } from '#worker/flows/memberships/restore-membership.ts';
import type { AppEnv } from '#worker/middleware/context.ts';

/** Completes the cancellation of a deletion request, if any: the store has already taken it back. */
export async function cancelDeletion(
  { var: { config, now, store } }: Pick<Context<AppEnv>, 'var'>,
  { userId, deletionRequestedAt }: { userId: number; deletionRequestedAt: number | null },
): Promise<void> {
  if (deletionRequestedAt === null) return;
  // Removes the deletion from the erasure log; otherwise, a restore would repeat it.
  await store.erasure.withdraw(userId);
  await restoreMembership(await paymentDeps(config, store, now), userId, deletionRequestedAt);
}
