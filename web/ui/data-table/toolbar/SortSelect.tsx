import { useId } from 'react';
import type { Column } from '#web/ui/data-table/data-table.ts';
import { canSort, getSortOrder, type TableCapabilities } from '#web/ui/data-table/table-view.ts';
import type { TableAddress } from '#web/ui/data-table/use-table-address.ts';

interface SortSelectProps<Row> {
  columns: readonly Column<Row>[];
  table: TableAddress;
  capabilities: TableCapabilities;
}

/** Select element for the sort order on phones, which have no column headers. */
export function SortSelect<Row>({ columns, table, capabilities }: SortSelectProps<Row>) {
  const id = useId();
  const order = getSortOrder(table.view, capabilities);
  const sortableColumns = columns.filter(({ sort }) => sort !== undefined && canSort(table.view, sort, capabilities));
  if (sortableColumns.length === 0) return null;
  return (
    <div className="table-select table-sort">
      <label htmlFor={id}>Sort by</label>
      <select
        id={id}
        value={(order.isDescending ? '-' : '') + order.name}
        onChange={(event) => table.changeView({ sort: event.target.value })}
      >
        {!sortableColumns.some(({ sort }) => sort === order.name) && (
          <option value={(order.isDescending ? '-' : '') + order.name}>Default order</option>
        )}
        {sortableColumns.flatMap(({ sort = '', header, sortsDescending, orders }) => {
          const [ascendingLabel, descendingLabel] = orders ?? [`${header}, ascending`, `${header}, descending`];
          const directions = [
            { value: sort, label: ascendingLabel },
            { value: `-${sort}`, label: descendingLabel },
          ];
          return (sortsDescending ? directions.reverse() : directions).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ));
        })}
      </select>
    </div>
  );
}
