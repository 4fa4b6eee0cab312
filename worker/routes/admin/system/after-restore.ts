/**
 * Steps after a database restore: invalidates sessions and links older than the backup, repeats erasures, pauses payouts, and lists items
 * that need a manual check. Safe to repeat. Product rules: After a restore.
 */
import type { RestoreStepResult } from '#schema/admin/ops.ts';
import { getErasureCutoffs } from '#worker/domain/accounts/deletion.ts';
import { cancelDeletionAgain } from '#worker/flows/memberships/cancel-deletion-again.ts';
import type { PaymentDeps } from '#worker/flows/memberships/deps.ts';

const noProgress: Omit<RestoreStepResult, 'cursor'> = { ended: 0, erasedAgain: [], canceledAgain: [], toRecover: [], open: [] };

export async function afterRestore(
  deps: PaymentDeps,
  { restoredTo, cursor }: { restoredTo: number; cursor: string | null },
): Promise<RestoreStepResult> {
  const { store, now } = deps;
  // Pauses payouts first because an administrator may be about to pay members.
  const restoreStartedAt = await store.databaseRestores.begin(restoredTo, now);
  if (cursor?.startsWith('erased:')) return repeatErasures(deps, restoredTo, cursor.slice('erased:'.length) || null);
  // KV may still contain the ended sessions, but the database is authoritative.
  const endedCount = await store.databaseRestores.endChunk({ restoredTo, begunAt: restoreStartedAt });
  return { ...noProgress, cursor: endedCount > 0 ? 'sessions:' : 'erased:', ended: endedCount };
}

/**
 * Requests the erasures again. If a member had already been erased, the erasure is due immediately; otherwise, it is due a week after the
 * member's request. Also cancels again the requests that were canceled.
 */
async function repeatErasures(deps: PaymentDeps, restoredTo: number, page: string | null): Promise<RestoreStepResult> {
  const { store, now } = deps;
  const { members, cursor } = await store.erasure.listEntries(page);
  const erasedAgain: number[] = [];
  const canceledAgain: number[] = [];
  const toRecover: number[] = [];
  for (const member of members) {
    if (member.cancellation) {
      const outcome = await cancelDeletionAgain(deps, member, restoredTo);
      if (outcome === 'canceled') canceledAgain.push(member.userId);
      if (outcome === 'to_recover') toRecover.push(member.userId);
    } else if (await store.deletion.repeat(member, member.requestedAt ?? getErasureCutoffs(now).latest, now))
      erasedAgain.push(member.userId);
  }
  const next = cursor === null ? null : `erased:${cursor}`;
  // Tile counts are derived from the cards, so this corrects any counts that were wrong in the backup.
  if (next === null) await store.cardTiles.repair();
  return {
    ...noProgress,
    cursor: next,
    erasedAgain,
    canceledAgain,
    toRecover,
    open: next === null ? await store.databaseRestores.open() : [],
  };
}
