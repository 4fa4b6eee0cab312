import type { ReactNode } from 'react';
import type { TableCapabilities } from '#web/ui/data-table/table-view.ts';
import type { TableAddress } from '#web/ui/data-table/use-table-address.ts';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Name of the sort order in the API. Omit it if the column is not sortable. */
  sort?: string;
  /** Whether the first press sorts in descending order, which is useful for numbers and dates. */
  sortsDescending?: boolean;
  /** Labels of the two sort orders, such as 'Oldest first' and 'Newest first'. Defaults to the column header. */
  orders?: readonly [ascending: string, descending: string];
  align?: 'start' | 'end';
  /** Marks the column as the row header, which cannot be hidden. */
  isName?: boolean;
  isOptional?: boolean;
  /** Hides the column on laptops and tablets, where the table would scroll sideways, unless the user chooses to show it. */
  isForWideScreens?: boolean;
}

export interface RowAction<Row> {
  label: string;
  isShown?: (row: Row) => boolean;
  /** Pass either `onChoose` or `href`. An `href` opens in a new tab. */
  onChoose?: (row: Row) => void;
  href?: (row: Row) => string;
}

export interface BulkAction<Row> {
  label: string;
  /** Runs the action on the selected rows. Call `clearSelection` afterwards. */
  onChoose: (rows: Row[], clearSelection: () => void) => void;
  /** Styles the action as irreversible. */
  isDanger?: boolean;
}

export interface ListPage<Row> {
  address: string;
  rows: Row[];
  /** Number of matches; undefined if the list does not count them. */
  total: { count: number; isMinimum: boolean } | undefined;
  /** Cursor of the next page; null on the last one. */
  next: string | null;
  /**
   * Number of rows that the server scanned if it reached its scan limit before the page was full; otherwise null. The next page continues
   * the scan.
   */
  scannedRows: number | null;
}

export interface AllPages<Row> {
  maxRows: number;
  /** Reads the rows of all pages, up to `maxRows`. */
  readRows: (onProgress: (count: number) => void) => Promise<Row[]>;
}

/** State of a list request. While a page is loading, `page` is the previous page. */
export interface ListQuery<Row> {
  page: ListPage<Row> | undefined;
  error: unknown;
  isLoading: boolean;
  reload: () => void;
  /** Rows added or removed since the page was loaded, described in a few words. `show` updates the page. */
  changes?: { text: string; show: () => void } | undefined;
}

export interface DataTableProps<Row> {
  table: TableAddress;
  capabilities: TableCapabilities;
  address: string;
  listQuery: ListQuery<Row>;
  pageRows: number;
  searchMaxLength: number;
  toolbarEnd?: ReactNode;
  /** Storage key for the choice of columns. */
  name: string;
  label: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  rowLabel: (row: Row) => string;
  searchLabel?: string;
  /** Called on a click anywhere in the row, or on Enter. */
  onOpen?: (row: Row) => void;
  /** Key of the row whose dialog is open. */
  openKey?: string | number | null;
  rowActions?: readonly RowAction<Row>[];
  /** Makes rows selectable, except those that `isSelectable` excludes. */
  bulkActions?: readonly BulkAction<Row>[];
  isSelectable?: (row: Row) => boolean;
  /** Lets users select the matching rows of all pages. Omit it to allow only rows on the current page. */
  allPages?: AllPages<Row>;
  emptyTitle: string;
  emptyHint?: ReactNode;
  noMatch: (q: string) => string;
  /** Prefix of the error message, followed by the reason, such as 'Error loading users'. */
  loadError: string;
  /** Prefix of the error message if the server gives no reason, followed by the status: `Error fetching users`. */
  fetchError?: string;
}
