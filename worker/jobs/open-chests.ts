/** Opens the chests for every month that has ended: one payout per member per month, based on the state at the end of the month. */
import { dueMonths } from '#worker/domain/chests/chests.ts';
import type { Store } from '#worker/store/store.ts';

/** Maximum number of chunks per run for all months combined; the next run processes the remaining chunks. */
const maxChunksPerRun = 150;

/**
 * `now` is in Unix seconds (UTC). Safe to run twice, late or in parallel, and safe to interrupt; the next run resumes where this one
 * stopped.
 */
export async function openChests(deps: { store: Pick<Store, 'chests'> }, now: number): Promise<void> {
  const { chests } = deps.store;
  const { progress, firstMembershipAt } = await chests.progress();
  let chunksLeft = maxChunksPerRun;
  for (const dueMonth of dueMonths(progress, firstMembershipAt, now)) {
    await chests.begin(dueMonth, now);
    for (let isDone = false; !isDone; chunksLeft -= 1) {
      if (chunksLeft === 0) return;
      isDone = await chests.openSome(dueMonth, now);
    }
  }
}
