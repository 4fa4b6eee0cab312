import { ColumnMenu } from '#web/components/data-table/ColumnMenu.tsx';
import type { Column } from '#web/components/data-table/data-table.ts';
import { ExportButton } from '#web/components/data-table/ExportButton.tsx';
import { FilterSelect } from '#web/components/data-table/FilterSelect.tsx';
import { SearchField } from '#web/components/data-table/SearchField.tsx';
import { SortSelect } from '#web/components/data-table/SortSelect.tsx';
import type { TableOffer } from '#web/components/data-table/table-view.ts';
import type { TableAddress } from '#web/components/data-table/use-table-address.ts';

interface TableToolbarProps<Row> {
  table: TableAddress;
  offer: TableOffer;
  searchLabel: string | undefined;
  columns: readonly Column<Row>[];
  columnChoice: { isShown: (column: Column<Row>) => boolean; choose: (column: Column<Row>, shown: boolean) => void };
  exportPath: string | undefined;
}

/** What decides which rows are shown, and how. */
export function TableToolbar<Row>({ table, offer, searchLabel, columns, columnChoice, exportPath }: TableToolbarProps<Row>) {
  const { view, change } = table;
  return (
    <div className="table-toolbar">
      {searchLabel !== undefined && (
        <SearchField
          label={searchLabel}
          q={view.q}
          // The first letter is a step in the history, those after it are not.
          onSearch={(q) => change({ q }, view.q !== '' && q !== '')}
        />
      )}
      {offer.filters.length > 0 && <FilterSelect filters={offer.filters} value={view.filter} onChange={(filter) => change({ filter })} />}
      <SortSelect columns={columns} table={table} offer={offer} />
      <div className="table-toolbar-end">
        <ColumnMenu columns={columns} {...columnChoice} />
        {exportPath !== undefined && <ExportButton path={exportPath} />}
      </div>
    </div>
  );
}
