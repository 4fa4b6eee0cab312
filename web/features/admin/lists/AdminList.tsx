import type { GenericSchema } from 'valibot';
import { listPageRows, searchMaxLength } from '#schema/rules.ts';
import { ExportButton } from '#web/features/admin/lists/ExportButton.tsx';
import { exportAddress, listAddress } from '#web/features/admin/lists/list-address.ts';
import { useListPage } from '#web/features/admin/lists/list-page.ts';
import { DataTable } from '#web/ui/data-table/DataTable.tsx';
import type { DataTableProps } from '#web/ui/data-table/data-table.ts';
import type { Filter } from '#web/ui/data-table/table-view.ts';
import { useTableAddress } from '#web/ui/data-table/use-table-address.ts';

type TableOptions<Row> = Omit<
  DataTableProps<Row>,
  'table' | 'capabilities' | 'address' | 'listQuery' | 'pageRows' | 'searchMaxLength' | 'toolbarEnd' | 'rowKey' | 'noMatch' | 'loadError'
>;

const createdSorts = ['created'] as const;

interface Identified {
  id: string | number;
}

export interface AdminListProps<Row extends Identified> extends TableOptions<Row> {
  /** Address of the list; its export is at `/export.csv` below it. */
  path: string;
  schema: GenericSchema<unknown, Row[]>;
  /** Parameters fixed by the page, such as its run; not shown and not removable. */
  fixed?: Readonly<Record<string, string>>;
  filters?: readonly Filter[];
  /** `name` or `-name`: the list's default order, to mark the column. Newest first if absent. */
  defaultSort?: string;
  /** Sort orders that work with a date range; null if the list has no date filter. */
  daySorts?: readonly string[] | null;
  /** Plural for error and empty messages, such as `treasure chests`; defaults to the name. */
  pluralName?: string;
  /** Replaces the empty message. */
  noMatch?: (q: string) => string;
  loadError?: string;
  /** Prefix of the query parameters, e.g. 'chest-', for a second table on a page. */
  prefix?: string;
}

/** List of the admin area (worker/routes/admin/list.ts), with export. */
export function AdminList<Row extends Identified>(props: AdminListProps<Row>) {
  const {
    path,
    schema,
    fixed,
    filters = [],
    defaultSort = '-created',
    daySorts = createdSorts,
    prefix = '',
    name,
    pluralName = name,
    ...tableOptions
  } = props;
  const capabilities = { prefix, filters, defaultSort, daySorts: daySorts ?? undefined };
  const table = useTableAddress(capabilities);
  const address = listAddress(path, table.view, fixed);
  return (
    <DataTable
      noMatch={(q) => `No ${pluralName} found matching "${q}"`}
      loadError={`Error loading ${pluralName}`}
      {...tableOptions}
      name={name}
      rowKey={({ id }) => id}
      table={table}
      capabilities={capabilities}
      address={address}
      listQuery={useListPage(address, schema)}
      pageRows={listPageRows}
      searchMaxLength={searchMaxLength}
      toolbarEnd={<ExportButton path={exportAddress(path, table.view, fixed)} />}
    />
  );
}
