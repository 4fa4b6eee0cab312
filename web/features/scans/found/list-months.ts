import type { FoundCard } from '#schema/scans/find.ts';
import type { FindSummary } from '#schema/scans/find-history.ts';

export interface ListedMonth {
  /** YYYY-MM, in UTC. */
  month: string;
  /** Number of all finds in the month; undefined if the summary is older than the find. */
  total: number | undefined;
  entries: { find: FoundCard; findNumber: number | null }[];
}

/**
 * Groups consecutive finds by UTC month and numbers them. The summary gives the number of each month's newest find; all others follow from
 * the order of the list.
 */
export function listMonths(finds: readonly FoundCard[], { months }: Pick<FindSummary, 'months'>): ListedMonth[] {
  const numbers = new Map(months.map(({ newestId, number }) => [newestId, number]));
  const totals = new Map(months.map(({ month, finds: total }) => [month, total]));
  const listed: ListedMonth[] = [];
  let nextNumber: number | null = null;
  for (const find of finds) {
    const findNumber: number | null = numbers.get(find.id) ?? nextNumber;
    nextNumber = findNumber === null || findNumber <= 1 ? null : findNumber - 1;
    const month = find.foundAt.slice(0, 7);
    const current = listed.at(-1);
    if (current?.month === month) current.entries.push({ find, findNumber });
    else listed.push({ month, total: totals.get(month), entries: [{ find, findNumber }] });
  }
  return listed;
}
