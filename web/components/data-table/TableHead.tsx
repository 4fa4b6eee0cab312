import type { Column } from '#web/components/data-table/data-table.ts';
import type { Choosing } from '#web/components/data-table/TableRows.tsx';
import { SortIcon } from '#web/components/data-table/table-icons.tsx';
import { canSort, orderOf, type TableOffer } from '#web/components/data-table/table-view.ts';
import type { TableAddress } from '#web/components/data-table/use-table-address.ts';

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  table: TableAddress;
  offer: TableOffer;
  choosing: Choosing<Row> | undefined;
  hasActions: boolean;
}

/** Column headers; those of an order are buttons that sort by them, and turn it round when pressed again. */
export function TableHead<Row>({ columns, table, offer, choosing, hasActions }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {choosing && (
          <th scope="col" className="table-choose">
            <ChoosePage choosing={choosing} />
          </th>
        )}
        {columns.map((column) => (
          <SortHeader key={column.id} column={column} table={table} offer={offer} />
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
      aria-label="Choose all of this page"
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
  offer: TableOffer;
}

function SortHeader<Row>({ column, table, offer }: SortHeaderProps<Row>) {
  const { header, sort, sortsDescending = false, align, isName } = column;
  const className = [isName && 'table-name', align === 'end' && 'figure'].filter(Boolean).join(' ') || undefined;
  if (sort === undefined) {
    return (
      <th scope="col" className={className}>
        {header}
      </th>
    );
  }
  const order = orderOf(table.view, offer);
  const isSorted = order.name === sort;
  const isOffered = canSort(table.view, sort, offer);
  const wanted = isSorted ? !order.isDescending : sortsDescending;
  return (
    <th scope="col" className={className} aria-sort={isSorted ? (order.isDescending ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        className="table-sort-button"
        aria-disabled={!isOffered || undefined}
        title={isOffered ? undefined : 'Not together with this filter'}
        onClick={() => isOffered && table.change({ sort: (wanted ? '-' : '') + sort })}
      >
        {header}
        <SortIcon />
      </button>
    </th>
  );
}
