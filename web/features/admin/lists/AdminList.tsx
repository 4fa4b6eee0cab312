import type { GenericSchema } from 'valibot';
import { listPageRows, searchMaxLength } from '#schema/rules.ts';
import { ExportButton } from '#web/features/admin/lists/ExportButton.tsx';
import { exportAddress, listAddress } from '#web/features/admin/lists/list-address.ts';
import { useListPage } from '#web/features/admin/lists/list-page.ts';
import { DataTable } from '#web/ui/data-table/DataTable.tsx';
import type { DataTableProps } from '#web/ui/data-table/data-table.ts';
import type { Filter } from '#web/ui/data-table/table-view.ts';
import { useTableAddress } from '#web/ui/data-table/use-table-address.ts';

type Shown<Row> = Omit<
  DataTableProps<Row>,
  'table' | 'capabilities' | 'address' | 'reading' | 'pageRows' | 'searchMaxLength' | 'toolbarEnd' | 'rowKey' | 'noMatch' | 'loadError'
>;

const byDay = ['created'] as const;

interface Identified {
  id: string | number;
}

export interface AdminListProps<Row extends Identified> extends Shown<Row> {
  /** Address of the list; with `/export.csv` behind it, of its export. */
  path: string;
  schema: GenericSchema<unknown, Row[]>;
  /** Parameters of the list that its page stands for, such as the run whose page it is: none of them is shown or taken off. */
  fixed?: Readonly<Record<string, string>>;
  filters?: readonly Filter[];
  /** `name` or `-name`: the list's own order, to mark the column. By itself the newest come first. */
  defaultSort?: string;
  /** The orders that go with days; null where the list cannot be narrowed to days. */
  daySorts?: readonly string[] | null;
  /** What its rows are, in the words of a failure or an empty search: `treasure chests`. Absent, its name. */
  things?: string;
  /** Said instead where those words do not fit. */
  noMatch?: (q: string) => string;
  loadError?: string;
  /** Begins the names of its query parameters, e.g. 'chest-': for a second table on a page. */
  prefix?: string;
}

/** A list of the administrators' area (worker/routes/admin/list.ts), as a table with its export. */
export function AdminList<Row extends Identified>(props: AdminListProps<Row>) {
  const {
    path,
    schema,
    fixed,
    filters = [],
    defaultSort = '-created',
    daySorts = byDay,
    prefix = '',
    name,
    things = name,
    ...shown
  } = props;
  const capabilities = { prefix, filters, defaultSort, daySorts: daySorts ?? undefined };
  const table = useTableAddress(capabilities);
  const address = listAddress(path, table.view, fixed);
  return (
    <DataTable
      noMatch={(q) => `No ${things} found matching "${q}"`}
      loadError={`Error loading ${things}`}
      {...shown}
      name={name}
      rowKey={({ id }) => id}
      table={table}
      capabilities={capabilities}
      address={address}
      reading={useListPage(address, schema)}
      pageRows={listPageRows}
      searchMaxLength={searchMaxLength}
      toolbarEnd={<ExportButton path={exportAddress(path, table.view, fixed)} />}
    />
  );
}
