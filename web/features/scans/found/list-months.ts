import type { FoundCard } from '#schema/scans/find.ts';
import type { FindSummary } from '#schema/scans/find-history.ts';

export interface ListedMonth {
  /** UTC month in the format YYYY-MM. */
  month: string;
  /** Total number of finds in the month; undefined if the summary was loaded before these finds were made. */
  total: number | undefined;
  entries: { find: FoundCard; findNumber: number | null }[];
}

/**
 * Groups consecutive finds by UTC month and numbers them. The summary provides the number of each month's newest find, and the numbers of
 * older finds count down from it.
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
