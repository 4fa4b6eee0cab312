import type { Column } from '#web/ui/data-table/data-table.ts';
import { SortIcon } from '#web/ui/data-table/table-icons.tsx';
import { canSort, getSortOrder, type TableCapabilities } from '#web/ui/data-table/table-view.ts';
import type { Choosing } from '#web/ui/data-table/use-chosen-rows.ts';
import type { TableAddress } from '#web/ui/data-table/use-table-address.ts';

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  table: TableAddress;
  capabilities: TableCapabilities;
  choosing: Choosing<Row> | undefined;
  hasActions: boolean;
}

/** Sortable headers are buttons. A second press reverses the order. */
export function TableHead<Row>({ columns, table, capabilities, choosing, hasActions }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {choosing && (
          <th scope="col" className="table-choose">
            <ChoosePage choosing={choosing} />
          </th>
        )}
        {columns.map((column) => (
          <SortHeader key={column.id} column={column} table={table} capabilities={capabilities} />
        ))}
        {hasActions && (
          <th scope="col" className="table-actions">
            Actions
          </th>
        )}
      </tr>
    </thead>
  );
}

function ChoosePage<Row>({ choosing }: { choosing: Choosing<Row> }) {
  const { chosen, choosable, choose } = choosing;
  const isAll = choosable.length > 0 && chosen.length === choosable.length;
  return (
    <input
      type="checkbox"
      aria-label="Select all on this page"
      checked={isAll}
      disabled={choosable.length === 0}
      ref={(box) => {
        if (box) box.indeterminate = chosen.length > 0 && !isAll;
      }}
      onChange={() => choose(choosable, !isAll)}
    />
  );
}

interface SortHeaderProps<Row> {
  column: Column<Row>;
  table: TableAddress;
  capabilities: TableCapabilities;
}

function SortHeader<Row>({ column, table, capabilities }: SortHeaderProps<Row>) {
  const { header, sort, sortsDescending = false, align, isName } = column;
  const className = [isName && 'table-name', align === 'end' && 'figure'].filter(Boolean).join(' ') || undefined;
  if (sort === undefined) {
    return (
      <th scope="col" className={className}>
        {header}
      </th>
    );
  }
  const order = getSortOrder(table.view, capabilities);
  const isSorted = order.name === sort;
  const isOffered = canSort(table.view, sort, capabilities);
  const wanted = isSorted ? !order.isDescending : sortsDescending;
  return (
    <th scope="col" className={className} aria-sort={isSorted ? (order.isDescending ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        className="table-sort-button"
        aria-disabled={!isOffered || undefined}
        title={isOffered ? undefined : 'Not available with this filter'}
        onClick={() => isOffered && table.changeView({ sort: (wanted ? '-' : '') + sort })}
      >
        {header}
        <SortIcon />
      </button>
    </th>
  );
}
