import { type ReactNode, useId, useState } from 'react';
import type { Column } from '#web/ui/data-table/data-table.ts';
import { countFilters, emptyView, setFilter, type TableCapabilities } from '#web/ui/data-table/table-view.ts';
import { ColumnMenu } from '#web/ui/data-table/toolbar/ColumnMenu.tsx';
import { DayRange } from '#web/ui/data-table/toolbar/DayRange.tsx';
import { FilterSelects } from '#web/ui/data-table/toolbar/FilterSelects.tsx';
import { SearchField } from '#web/ui/data-table/toolbar/SearchField.tsx';
import { SortSelect } from '#web/ui/data-table/toolbar/SortSelect.tsx';
import type { TableAddress } from '#web/ui/data-table/use-table-address.ts';

interface TableToolbarProps<Row> {
  table: TableAddress;
  capabilities: TableCapabilities;
  searchLabel: string | undefined;
  searchMaxLength: number;
  columns: readonly Column<Row>[];
  columnVisibility: { isShown: (column: Column<Row>) => boolean; setVisible: (column: Column<Row>, isVisible: boolean) => void };
  end: ReactNode;
}

/** Shows the search field, and a button that opens the filters. On phones the button also opens the columns and the export. */
export function TableToolbar<Row>({
  table,
  capabilities,
  searchLabel,
  searchMaxLength,
  columns,
  columnVisibility,
  end,
}: TableToolbarProps<Row>) {
  const { view, changeView: change } = table;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const filterCount = countFilters(view);
  return (
    <div className="table-toolbar">
      {searchLabel !== undefined && (
        <SearchField
          label={searchLabel}
          q={view.q}
          maxLength={searchMaxLength}
          // Starting or clearing a search adds a history entry; changing it replaces the entry.
          onSearch={(q) => change({ q }, view.q !== '' && q !== '')}
        />
      )}
      <button
        type="button"
        className="secondary button-small table-filters-button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {filterCount === 0 ? 'Filters' : `Filters (${filterCount})`}
      </button>
      <div id={id} className="table-filters" data-open={isOpen || undefined}>
        <FilterSelects
          filters={capabilities.filters}
          values={view.filters}
          onChange={(name, value) => change(setFilter(view, name, value))}
        />
        {capabilities.daySorts && <DayRange from={view.from} to={view.to} onChange={change} />}
        <SortSelect columns={columns} table={table} capabilities={capabilities} />
        {filterCount > 0 && (
          <button type="button" className="ghost button-small table-clear" onClick={() => change(emptyView)}>
            Clear filters
          </button>
        )}
        <div className="table-toolbar-end">
          <ColumnMenu columns={columns} {...columnVisibility} />
          {end}
        </div>
      </div>
    </div>
  );
}
