import type { ShownVisibility } from '#schema/finding/shown-place.ts';
import { maxSummarizedFinds } from '#schema/rules.ts';
import type { FindSummary, FoundMonth, FoundPoint } from '#schema/scans/find-history.ts';
import { toIso } from '#worker/domain/time.ts';

export interface SummarizedFind {
  id: number;
  foundAt: number;
  latitudeE6: number | null;
  longitudeE6: number | null;
  visibility: ShownVisibility | null;
}

/**
 * Counts finds per UTC month and lists those shown on the map. `finds` are sorted newest first and include one extra find if there are more
 * than `maxSummarizedFinds`. In that case, finds are not numbered, because the number of older finds is unknown.
 */
export function summarizeFinds(finds: readonly SummarizedFind[]): FindSummary {
  const isComplete = finds.length <= maxSummarizedFinds;
  const months = new Map<string, FoundMonth>();
  const points: FoundPoint[] = [];
  for (const [index, { id, foundAt, latitudeE6, longitudeE6, visibility }] of finds.slice(0, maxSummarizedFinds).entries()) {
    const number = isComplete ? finds.length - index : null;
    const month = toIso(foundAt).slice(0, 7);
    const counted = months.get(month);
    if (counted) counted.finds += 1;
    else months.set(month, { month, finds: 1, newestId: id, number });
    if (latitudeE6 !== null && longitudeE6 !== null && visibility !== null)
      points.push([id, number, latitudeE6 / 1e6, longitudeE6 / 1e6, visibility]);
  }
  return {
    total: isComplete ? finds.length : null,
    months: [...months.values()].sort((one, other) => (one.month < other.month ? 1 : -1)),
    points,
  };
}
