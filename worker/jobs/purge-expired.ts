/** Deletes what has expired: sessions, links, counters, and what says from where a scan came. */
import type { Store } from '#worker/store/store.ts';

/** `now` in UTC unix seconds. Safe to run twice, late or in parallel. */
export async function purgeExpired(deps: { store: Store }, now: number): Promise<void> {
  await deps.store.expired.delete(now);
  await deps.store.scanEvidence.eraseOld(now);
}
