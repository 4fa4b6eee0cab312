import type { ReactNode } from 'react';
import type { TableCapabilities } from '#web/ui/data-table/table-view.ts';
import type { TableAddress } from '#web/ui/data-table/use-table-address.ts';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The server's name of the sort order. Omit it if the column is not sortable. */
  sort?: string;
  /** Whether the first press sorts descending: for numbers and dates. */
  sortsDescending?: boolean;
  /** Labels of the two orders, e.g. 'Oldest first' and 'Newest first'. Defaults to the header. */
  orders?: readonly [ascending: string, descending: string];
  align?: 'start' | 'end';
  /** Marks the row header, which cannot be hidden. */
  isName?: boolean;
  isOptional?: boolean;
}

export interface RowAction<Row> {
  label: string;
  isShown?: (row: Row) => boolean;
  /** Either `onChoose`, or `href`, which opens in a new tab. */
  onChoose?: (row: Row) => void;
  href?: (row: Row) => string;
}

export interface BulkAction<Row> {
  label: string;
  /** Call `done` to clear the selection. */
  onChoose: (rows: Row[], done: () => void) => void;
  /** Styled as irreversible. */
  isDanger?: boolean;
}

export interface ListPage<Row> {
  /** The URL it was loaded from. */
  address: string;
  rows: Row[];
  /** Number of matches; undefined if the list does not count. */
  total: { count: number; isMinimum: boolean } | undefined;
  /** Cursor; null on the last page. */
  next: string | null;
  /** The number of rows scanned if the page is short because the scan hit its limit; the next page continues. Else null. */
  scannedRows: number | null;
}

/** While a page is loading, `page` is the previous one. */
export interface ListQuery<Row> {
  page: ListPage<Row> | undefined;
  error: unknown;
  isLoading: boolean;
  reload: () => void;
}

export interface DataTableProps<Row> {
  table: TableAddress;
  capabilities: TableCapabilities;
  address: string;
  listQuery: ListQuery<Row>;
  pageRows: number;
  searchMaxLength: number;
  toolbarEnd?: ReactNode;
  /** Storage key of the column choice. */
  name: string;
  label: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  rowLabel: (row: Row) => string;
  /** Omit it if the list has no search. */
  searchLabel?: string;
  /** Called on a click anywhere on the row, or Enter. */
  onOpen?: (row: Row) => void;
  rowActions?: readonly RowAction<Row>[];
  /** Makes rows selectable; `isSelectable` can exclude some. */
  bulkActions?: readonly BulkAction<Row>[];
  isSelectable?: (row: Row) => boolean;
  emptyTitle: string;
  emptyHint?: ReactNode;
  noMatch: (q: string) => string;
  /** Precedes the reason, e.g. 'Error loading users'. */
  loadError: string;
  /** Precedes the status if the server gives no reason: `Error fetching users`. */
  fetchError?: string;
}
