/** Several rows changed by one call. */
import type { AtOnceResponse } from '#schema/admin/at-once.ts';
import { ApiError } from '#worker/errors.ts';

/** So many are changed beside each other: the database does one after the other anyway, only the way there is shared. */
const besideEachOther = 5;

/**
 * Does to each what is done to one by itself, with the same guards and the same audit row. One that is refused, because
 * somebody changed it meanwhile or it is gone, keeps none of the others from being done.
 */
export async function eachByItself<Item>(
  items: readonly Item[],
  idOf: (item: Item) => number | string,
  change: (item: Item) => Promise<unknown>,
): Promise<AtOnceResponse> {
  const results: AtOnceResponse['results'] = [];
  for (let first = 0; first < items.length; first += besideEachOther) {
    const some = items.slice(first, first + besideEachOther);
    results.push(...(await Promise.all(some.map((item) => outcomeOf(idOf(item), () => change(item))))));
  }
  return { results };
}

async function outcomeOf(id: number | string, change: () => Promise<unknown>): Promise<AtOnceResponse['results'][number]> {
  try {
    await change();
    return { id, isDone: true, reason: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { id, isDone: false, reason: Object.values(error.details.fields ?? {})[0] ?? error.message };
  }
}
