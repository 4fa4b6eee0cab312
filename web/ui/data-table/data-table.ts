import type { ReactNode } from 'react';
import type { TableCapabilities } from '#web/ui/data-table/table-view.ts';
import type { TableAddress } from '#web/ui/data-table/use-table-address.ts';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Name of the server's sort order; absent if not sortable. */
  sort?: string;
  /** Sorts descending first: numbers and dates. */
  sortsDescending?: boolean;
  /** Labels of the ascending and descending order, e.g. 'Oldest first' and 'Newest first'; default: the header. */
  orders?: readonly [ascending: string, descending: string];
  align?: 'start' | 'end';
  /** The row header; cannot be hidden. */
  isName?: boolean;
  isOptional?: boolean;
}

export interface RowAction<Row> {
  label: string;
  isShown?: (row: Row) => boolean;
  /** An action, or `href`, which opens in a new tab. */
  onChoose?: (row: Row) => void;
  href?: (row: Row) => string;
}

export interface BulkAction<Row> {
  label: string;
  /** `done` clears the selection. */
  onChoose: (rows: Row[], done: () => void) => void;
  /** Styled as irreversible. */
  isDanger?: boolean;
}

export interface ListPage<Row> {
  /** The address that it was loaded from. */
  address: string;
  rows: Row[];
  /** Number of matches; undefined if the list does not count. */
  total: { count: number; isMinimum: boolean } | undefined;
  /** Cursor; null on the last page. */
  next: string | null;
  /** Rows scanned, if the page is short because the scan hit its limit; the next page continues. */
  lookedThrough: number | null;
}

/** While a page is loading, `page` is the previous one. */
export interface ListReading<Row> {
  page: ListPage<Row> | undefined;
  error: unknown;
  isReading: boolean;
  readAgain: () => void;
}

export interface DataTableProps<Row> {
  table: TableAddress;
  capabilities: TableCapabilities;
  address: string;
  reading: ListReading<Row>;
  pageRows: number;
  searchMaxLength: number;
  toolbarEnd?: ReactNode;
  /** Storage key of the column choice. */
  name: string;
  label: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  rowLabel: (row: Row) => string;
  /** Absent if the list has no search. */
  searchLabel?: string;
  /** By a click anywhere on the row, or Enter. */
  onOpen?: (row: Row) => void;
  rowActions?: readonly RowAction<Row>[];
  /** Makes rows selectable; `isChoosable` limits which. */
  bulkActions?: readonly BulkAction<Row>[];
  isChoosable?: (row: Row) => boolean;
  emptyTitle: string;
  emptyHint?: ReactNode;
  noMatch: (q: string) => string;
  /** Precedes the reason, e.g. 'Error loading users'. */
  loadError: string;
  /** Precedes the status if the server gives no reason: `Error fetching users`. */
  fetchError?: string;
}
