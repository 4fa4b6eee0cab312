import type { Column } from '#web/ui/data-table/data-table.ts';
import { SortIcon } from '#web/ui/data-table/table-icons.tsx';
import { canSort, getSortOrder, type TableCapabilities } from '#web/ui/data-table/table-view.ts';
import type { RowSelection } from '#web/ui/data-table/use-row-selection.ts';
import type { TableAddress } from '#web/ui/data-table/use-table-address.ts';

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  table: TableAddress;
  capabilities: TableCapabilities;
  selection: RowSelection<Row> | undefined;
  hasActions: boolean;
}

/** Sortable headers are buttons. A second press reverses the order. */
export function TableHead<Row>({ columns, table, capabilities, selection, hasActions }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className="table-choose">
            <SelectPage selection={selection} />
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

function SelectPage<Row>({ selection }: { selection: RowSelection<Row> }) {
  const { selectableRows, isSelected, setSelected } = selection;
  const selectedCount = selectableRows.filter(isSelected).length;
  const areAllSelected = selectableRows.length > 0 && selectedCount === selectableRows.length;
  return (
    <input
      type="checkbox"
      aria-label="Select all on this page"
      checked={areAllSelected}
      disabled={selectableRows.length === 0}
      ref={(box) => {
        if (box) box.indeterminate = selectedCount > 0 && !areAllSelected;
      }}
      onChange={() => setSelected(selectableRows, !areAllSelected)}
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
  const isSortable = canSort(table.view, sort, capabilities);
  const isNextDescending = isSorted ? !order.isDescending : sortsDescending;
  return (
    <th scope="col" className={className} aria-sort={isSorted ? (order.isDescending ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        className="table-sort-button"
        aria-disabled={!isSortable || undefined}
        title={isSortable ? undefined : 'Not available with this filter'}
        onClick={() => isSortable && table.changeView({ sort: (isNextDescending ? '-' : '') + sort })}
      >
        {header}
        <SortIcon />
      </button>
    </th>
  );
}
