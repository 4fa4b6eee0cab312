import { type ReactNode, useId, useState } from 'react';
import type { Column } from '#web/ui/data-table/data-table.ts';
import {
  canSort,
  countFilters,
  emptyView,
  type Filter,
  getSortOrder,
  setFilter,
  type TableCapabilities,
} from '#web/ui/data-table/table-view.ts';
import { ColumnMenu } from '#web/ui/data-table/toolbar/ColumnMenu.tsx';
import { DayRange } from '#web/ui/data-table/toolbar/DayRange.tsx';
import { SearchField } from '#web/ui/data-table/toolbar/SearchField.tsx';
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

interface FilterSelectsProps {
  filters: readonly Filter[];
  values: Readonly<Record<string, string>>;
  onChange: (name: string, value: string) => void;
}

/** Shows the filters. A filter that can only be set by links is shown only while it is active. */
function FilterSelects({ filters, values, onChange }: FilterSelectsProps) {
  return filters
    .filter(({ name, options }) => Object.keys(options).length > 0 || values[name] !== undefined)
    .map((filter) => (
      <FilterSelect
        key={filter.name}
        filter={filter}
        value={values[filter.name] ?? ''}
        onChange={(value) => onChange(filter.name, value)}
      />
    ));
}

function FilterSelect({ filter, value, onChange }: { filter: Filter; value: string; onChange: (value: string) => void }) {
  const id = useId();
  const { label, options, anyLabel = `${label}: all` } = filter;
  // A value from a link may not be among the options. Add it so that the user can remove it.
  const isUnlisted = value !== '' && !Object.hasOwn(options, value);
  return (
    <div className="table-select">
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <select id={id} value={value} data-chosen={value !== '' || undefined} onChange={(event) => onChange(event.target.value)}>
        <option value="">{anyLabel}</option>
        {Object.entries(options).map(([option, optionLabel]) => (
          <option key={option} value={option}>
            {optionLabel}
          </option>
        ))}
        {isUnlisted && <option value={value}>{`${label}: ${value}`}</option>}
      </select>
    </div>
  );
}

interface SortSelectProps<Row> {
  columns: readonly Column<Row>[];
  table: TableAddress;
  capabilities: TableCapabilities;
}

/** Select element for the sort order on phones, where the table has no column headers. */
function SortSelect<Row>({ columns, table, capabilities }: SortSelectProps<Row>) {
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
