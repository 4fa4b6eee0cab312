/** Deletes what has expired: sessions, links, counters. */
import type { Store } from '#worker/store/store.ts';

/** `now` in UTC unix seconds. Safe to run twice, late or in parallel. */
export async function purgeExpired(deps: { store: Store }, now: number): Promise<void> {
  await deps.store.expired.delete(now);
}
