import type { GenericSchema } from 'valibot';
import { listPageRows, maxSelectedRows, searchMaxLength } from '#schema/rules.ts';
import { ExportButton } from '#web/features/admin/lists/ExportButton.tsx';
import { useLiveListPage } from '#web/features/admin/lists/list-page.ts';
import { readMatches } from '#web/features/admin/lists/read-list-page.ts';
import { DataTable } from '#web/ui/data-table/DataTable.tsx';
import type { DataTableProps } from '#web/ui/data-table/data-table.ts';
import { type Filter, listViewParameters, type TableView } from '#web/ui/data-table/table-view.ts';
import { useTableAddress } from '#web/ui/data-table/use-table-address.ts';

type TableOptions<Row> = Omit<
  DataTableProps<Row>,
  | 'table'
  | 'capabilities'
  | 'address'
  | 'listQuery'
  | 'pageRows'
  | 'searchMaxLength'
  | 'toolbarEnd'
  | 'rowKey'
  | 'noMatch'
  | 'loadError'
  | 'allPages'
>;

const createdSorts = ['created'] as const;

interface RowWithId {
  id: string | number;
}

export interface AdminListProps<Row extends RowWithId> extends TableOptions<Row> {
  /** API path of the list. Its CSV export is at `/export.csv` below that path. */
  path: string;
  schema: GenericSchema<unknown, Row[]>;
  /** Query parameters set by the page, such as a payout run's id. Users can neither see nor remove them. */
  fixed?: Readonly<Record<string, string>>;
  filters?: readonly Filter[];
  /** Default sort order as `name` or `-name`, used to mark the sorted column. If omitted, the newest rows come first. */
  defaultSort?: string;
  /** Sort orders that can be combined with a date range; null if the list has no date filter. */
  daySorts?: readonly string[] | null;
  /** Plural noun for error and empty messages, such as `treasure chests`. Defaults to the list's name. */
  pluralName?: string;
  /** Returns the message for a search without matches, shown instead of the default. */
  noMatch?: (q: string) => string;
  loadError?: string;
  /** Lets bulk actions apply to all matching rows, up to `maxSelectedRows`, rather than to those of the current page. */
  selectsAllPages?: boolean;
  /** Prefix for the URL's query parameters, such as `chest-`. Required for a second table on the same page. */
  prefix?: string;
}

/** Paginated list with an export (worker/routes/admin/list.ts). */
export function AdminList<Row extends RowWithId>(props: AdminListProps<Row>) {
  const {
    path,
    schema,
    fixed,
    filters = [],
    defaultSort = '-created',
    daySorts = createdSorts,
    prefix = '',
    selectsAllPages = false,
    name,
    pluralName = name,
    ...tableOptions
  } = props;
  const capabilities = { prefix, filters, defaultSort, daySorts: daySorts ?? undefined };
  const table = useTableAddress(capabilities);
  const address = listUrl(path, table.view, fixed);
  return (
    <DataTable
      noMatch={(q) => `No ${pluralName} found matching "${q}"`}
      loadError={`Error loading ${pluralName}`}
      {...tableOptions}
      name={name}
      rowKey={getId}
      table={table}
      capabilities={capabilities}
      address={address}
      listQuery={useLiveListPage(address, schema)}
      pageRows={listPageRows}
      searchMaxLength={searchMaxLength}
      {...(selectsAllPages && {
        allPages: {
          maxRows: maxSelectedRows,
          readRows: (onProgress) => readMatches(listUrl(path, { ...table.view, cursor: null }, fixed), schema, maxSelectedRows, onProgress),
        },
      })}
      toolbarEnd={<ExportButton path={exportUrl(path, table.view, fixed)} />}
    />
  );
}

const getId = ({ id }: RowWithId) => id;

/** Query parameters set by the page rather than by the user. */
type FixedParameters = Readonly<Record<string, string>>;

function listUrl(path: string, view: TableView, fixed: FixedParameters = {}): string {
  return appendQuery(path, [...Object.entries(fixed), ...listViewParameters(view)]);
}

function exportUrl(path: string, view: TableView, fixed: FixedParameters = {}): string {
  return appendQuery(`${path}/export.csv`, [...Object.entries(fixed), ...listViewParameters({ ...view, cursor: null })]);
}

function appendQuery(path: string, entries: [string, string][]): string {
  const query = new URLSearchParams(entries).toString();
  return query === '' ? path : `${path}?${query}`;
}
