/** What a DataTable is told of the list it shows. */
import type { ReactNode } from 'react';
import type { TableCapabilities } from '#web/ui/data-table/table-view.ts';
import type { TableAddress } from '#web/ui/data-table/use-table-address.ts';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Name of the list's order by this column; absent where the list has none. */
  sort?: string;
  /** The first press orders from the top: figures and dates. */
  sortsDescending?: boolean;
  /** The order in words, from below and from above, e.g. 'Oldest first' and 'Newest first'; absent, the header says it. */
  orders?: readonly [ascending: string, descending: string];
  /** Figures stand at the end. */
  align?: 'start' | 'end';
  /** Names the row: a row header that cannot be hidden. */
  isName?: boolean;
  /** Not shown until it is chosen. */
  isOptional?: boolean;
}

export interface RowAction<Row> {
  label: string;
  /** Absent: on every row. */
  isShown?: (row: Row) => boolean;
  /** What it does; or `href`, which opens in a new tab. */
  onChoose?: (row: Row) => void;
  href?: (row: Row) => string;
}

export interface BulkAction<Row> {
  label: string;
  /** `done` lets go of the chosen rows. */
  onChoose: (rows: Row[], done: () => void) => void;
  /** Looks like what cannot be taken back. */
  isDanger?: boolean;
}

/** A page of a list. */
export interface ListPage<Row> {
  /** The address that it answers. */
  address: string;
  rows: Row[];
  /** Of all matches; undefined where the list does not say. */
  total: { count: number; isMinimum: boolean } | undefined;
  /** Cursor of the next page; null on the last one. */
  next: string | null;
  /** Where the page is not full because looking stopped after so many rows; the next one goes on. */
  lookedThrough: number | null;
}

/** How the reading of a page stands; while another one is read, `page` is the former. */
export interface ListReading<Row> {
  page: ListPage<Row> | undefined;
  error: unknown;
  isReading: boolean;
  readAgain: () => void;
}

export interface DataTableProps<Row> {
  /** What is shown, and how that is changed. */
  table: TableAddress;
  capabilities: TableCapabilities;
  /** Address of the page that is to be shown. */
  address: string;
  reading: ListReading<Row>;
  /** Rows of a page. */
  pageRows: number;
  /** The most characters that a search may have. */
  searchMaxLength: number;
  /** At the end of the toolbar: an export. */
  toolbarEnd?: ReactNode;
  /** Names what is kept of the chosen columns. */
  name: string;
  /** The table's caption, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  /** How a row is called in the names of its buttons. */
  rowLabel: (row: Row) => string;
  /** Label of the search field; absent where the list has no search. */
  searchLabel?: string;
  /** Opens a row: by a click anywhere on it, or Enter when it has the focus. */
  onOpen?: (row: Row) => void;
  /** Behind one menu button a row. */
  rowActions?: readonly RowAction<Row>[];
  /** With them rows can be chosen; `isChoosable` says which. */
  bulkActions?: readonly BulkAction<Row>[];
  isChoosable?: (row: Row) => boolean;
  /** e.g. 'No users in the system yet'. */
  emptyTitle: string;
  emptyHint?: ReactNode;
  /** e.g. `No users found matching "${q}"`. */
  noMatch: (q: string) => string;
  /** Before the reason why it could not be loaded, e.g. 'Error loading users'. */
  loadError: string;
  /** Before the status, where the server gives no reason: `Error fetching users`. */
  fetchError?: string;
}
