import type { ReactNode } from 'react';
import { ColumnMenu } from '#web/ui/data-table/ColumnMenu.tsx';
import type { Column } from '#web/ui/data-table/data-table.ts';
import { FilterSelect } from '#web/ui/data-table/FilterSelect.tsx';
import { SearchField } from '#web/ui/data-table/SearchField.tsx';
import { SortSelect } from '#web/ui/data-table/SortSelect.tsx';
import type { TableCapabilities } from '#web/ui/data-table/table-view.ts';
import type { TableAddress } from '#web/ui/data-table/use-table-address.ts';

interface TableToolbarProps<Row> {
  table: TableAddress;
  capabilities: TableCapabilities;
  searchLabel: string | undefined;
  searchMaxLength: number;
  columns: readonly Column<Row>[];
  columnChoice: { isShown: (column: Column<Row>) => boolean; choose: (column: Column<Row>, shown: boolean) => void };
  /** Behind the choice of columns. */
  end: ReactNode;
}

/** What decides which rows are shown, and how. */
export function TableToolbar<Row>({
  table,
  capabilities,
  searchLabel,
  searchMaxLength,
  columns,
  columnChoice,
  end,
}: TableToolbarProps<Row>) {
  const { view, change } = table;
  return (
    <div className="cluster table-toolbar">
      {searchLabel !== undefined && (
        <SearchField
          label={searchLabel}
          q={view.q}
          maxLength={searchMaxLength}
          // The first letter is a step in the history, those after it are not.
          onSearch={(q) => change({ q }, view.q !== '' && q !== '')}
        />
      )}
      {capabilities.filters.length > 0 && (
        <FilterSelect filters={capabilities.filters} value={view.filter} onChange={(filter) => change({ filter })} />
      )}
      <SortSelect columns={columns} table={table} capabilities={capabilities} />
      <div className="table-toolbar-end">
        <ColumnMenu columns={columns} {...columnChoice} />
        {end}
      </div>
    </div>
  );
}
