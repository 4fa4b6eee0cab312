import { useRef } from 'react';
import '#web/components/data-table/data-table.css';
import '#web/components/data-table/on-phones.css';
import { BulkBar } from '#web/components/data-table/BulkBar.tsx';
import type { DataTableProps } from '#web/components/data-table/data-table.ts';
import { useListPage } from '#web/components/data-table/list-data.ts';
import { TableNothing } from '#web/components/data-table/TableNothing.tsx';
import { TablePager } from '#web/components/data-table/TablePager.tsx';
import { TableRows } from '#web/components/data-table/TableRows.tsx';
import { TableToolbar } from '#web/components/data-table/TableToolbar.tsx';
import { exportAddress, listAddress, type TableOffer } from '#web/components/data-table/table-view.ts';
import { useChosenRows } from '#web/components/data-table/use-chosen-rows.ts';
import { useColumnChoice } from '#web/components/data-table/use-column-choice.ts';
import { useTableAddress } from '#web/components/data-table/use-table-address.ts';

/** A list of the server's: search, one filter, orders, pages, columns, actions on rows, and its export. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, label, path, schema, columns, rowKey, rowLabel, filters = [], defaultSort, prefix = '', pageRows, bulkActions } = props;
  const offer: TableOffer = { prefix, filters, defaultSort };
  const root = useRef<HTMLElement>(null);
  const table = useTableAddress(offer);
  const columnChoice = useColumnChoice(name, columns);
  const address = listAddress(path, table.view, pageRows);
  const { data: page, error, isValidating, mutate: reload } = useListPage(address, schema);
  const rows = page?.rows ?? [];
  const choosing = useChosenRows({ rows, rowKey, isChoosable: props.isChoosable ?? (() => true), address });
  const isLate = isValidating && page !== undefined && page.address !== address;

  function turnPage(turn: () => void) {
    turn();
    if ((root.current?.getBoundingClientRect().top ?? 0) < 0) root.current?.scrollIntoView({ block: 'start' });
  }

  const hasFailed = error !== undefined && !isValidating;
  const isEmpty = page !== undefined && rows.length === 0 && !isLate;
  return (
    <section className="data-table" ref={root} aria-label={label}>
      <TableToolbar
        table={table}
        offer={offer}
        searchLabel={props.searchLabel}
        columns={columns}
        columnChoice={columnChoice}
        exportPath={props.hasExport ? exportAddress(path, table.view) : undefined}
      />
      {bulkActions && <BulkBar actions={bulkActions} choosing={choosing} />}
      {hasFailed || isEmpty ? (
        <TableNothing
          error={hasFailed ? error : undefined}
          table={table}
          onRetry={() => void reload()}
          loadError={props.loadError}
          fetchError={props.fetchError}
          emptyTitle={props.emptyTitle}
          emptyHint={props.emptyHint}
          noMatch={props.noMatch}
        />
      ) : (
        <TableRows
          label={label}
          columns={columnChoice.shown}
          rows={page && rows}
          rowKey={rowKey}
          rowLabel={rowLabel}
          rowActions={props.rowActions}
          choosing={bulkActions && choosing}
          isLate={isLate}
          table={table}
          offer={offer}
        />
      )}
      <TablePager
        page={hasFailed ? undefined : page}
        isLate={isLate}
        hasFailed={hasFailed}
        table={table}
        pageRows={pageRows}
        turnPage={turnPage}
      />
    </section>
  );
}
