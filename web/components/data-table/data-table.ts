/** What a DataTable is told of the list it shows. */
import type { ReactNode } from 'react';
import type { GenericSchema } from 'valibot';

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

/** A choice that narrows the list. Only one filter of a list is used at a time. */
export interface Filter {
  /** Query parameter of the list. */
  name: string;
  label: string;
  /** None where any value goes: then it comes from links, and can be taken off. */
  options: readonly { value: string; label: string }[];
  /** Orders that go with this filter; absent where all do. */
  sorts?: readonly string[];
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

export interface DataTableProps<Row> {
  /** Names what is kept of the chosen columns. */
  name: string;
  /** The table's caption, for screen readers. */
  label: string;
  /** Address of the list; with `/export.csv` behind it, of its export. */
  path: string;
  schema: GenericSchema<unknown, Row[]>;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  /** How a row is called in the names of its buttons. */
  rowLabel: (row: Row) => string;
  /** Label of the search field; absent where the list has no search. */
  searchLabel?: string;
  filters?: readonly Filter[];
  /** `name` or `-name`: the list's own order, to mark the column. */
  defaultSort: string;
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
  /** Whether the list offers an export. */
  hasExport?: boolean;
  /** Begins the names of its query parameters, e.g. 'chest-': for a second table on a page. */
  prefix?: string;
  /** Rows of a page, where that is not the server's own number. */
  pageRows?: number;
}
