/** Numbers of rows by what a list is filtered by: kept by triggers, row for row (`list_counts`, migrations/0002_…_listed.sql and …_list_changed.sql). */
import type { CountedList } from '#schema/admin/list.ts';
import type { ListShape } from './list.ts';

/**
 * Filter -> the condition on `list_counts` that stands for it: of each value, or the column that has any value. What else a
 * list counts by is not named. Filters that it lacks are not kept.
 */
type Cells = Record<string, string | Record<string, string>>;

/** How many rows a list has with these filters, whichever of them are used together. `always` is a condition of the list itself. */
export function keptBy(list: CountedList, cells: Cells, always = '1'): NonNullable<ListShape['kept']> {
  return (filters, bind) => {
    const conditions: string[] = [];
    for (const { name, value } of filters) {
      const cell = cells[name];
      const condition = typeof cell === 'string' ? `${cell} = ${bind(value)}` : cell?.[value];
      if (condition === undefined) return undefined;
      conditions.push(condition);
    }
    return keptNumber(list, [always, ...conditions].join(' AND '));
  };
}

/** How many rows of a list are in these cells. */
export const keptNumber = (list: CountedList, cells: string) =>
  `(SELECT coalesce(sum(n), 0) FROM list_counts WHERE list = '${list}' AND ${cells})`;

/** Each value stands in this column as it is. */
export function cellsOf(column: 'a' | 'b' | 'c', values: readonly string[]): Record<string, string> {
  return Object.fromEntries(values.map((value) => [value, `${column} = '${value}'`]));
}
