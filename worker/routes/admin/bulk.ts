import type { BulkResponse } from '#schema/admin/bulk.ts';
import { ApiError } from '#worker/errors.ts';

/**
 * Maximum number of concurrent changes. A higher number would not help because the database applies one change at a time, so concurrency
 * only hides network latency.
 */
const concurrentChanges = 5;

/** Applies the change to each item, with the same checks and audit entry as a single change. A rejected item does not stop the others. */
export async function forEachItem<Item>(
  items: readonly Item[],
  getId: (item: Item) => number | string,
  change: (item: Item) => Promise<unknown>,
): Promise<BulkResponse> {
  const results: BulkResponse['results'] = [];
  for (let first = 0; first < items.length; first += concurrentChanges) {
    const itemBatch = items.slice(first, first + concurrentChanges);
    results.push(...(await Promise.all(itemBatch.map((item) => runChange(getId(item), () => change(item))))));
  }
  return { results };
}

async function runChange(id: number | string, change: () => Promise<unknown>): Promise<BulkResponse['results'][number]> {
  try {
    await change();
    return { id, isDone: true, reason: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { id, isDone: false, reason: Object.values(error.details.fields ?? {})[0] ?? error.message };
  }
}
