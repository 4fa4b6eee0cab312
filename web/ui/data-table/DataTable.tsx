import { useEffect, useRef } from 'react';
import '#web/ui/data-table/data-table.css';
import '#web/ui/data-table/data-table-phone.css';
import type { DataTableProps } from '#web/ui/data-table/data-table.ts';
import { EmptyTable } from '#web/ui/data-table/EmptyTable.tsx';
import { ListChanges } from '#web/ui/data-table/ListChanges.tsx';
import { TablePager } from '#web/ui/data-table/TablePager.tsx';
import { TableRows } from '#web/ui/data-table/TableRows.tsx';
import { BulkBar } from '#web/ui/data-table/toolbar/BulkBar.tsx';
import { TableToolbar } from '#web/ui/data-table/toolbar/TableToolbar.tsx';
import { useColumnVisibility } from '#web/ui/data-table/toolbar/use-column-visibility.ts';
import { useOpenedRow } from '#web/ui/data-table/use-opened-row.ts';
import { useRowSelection } from '#web/ui/data-table/use-row-selection.ts';

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, label, table, capabilities, address, listQuery, columns, rowKey, rowLabel, pageRows, bulkActions } = props;
  const { page, error, isLoading, reload, changes } = listQuery;
  const root = useRef<HTMLElement>(null);
  const columnVisibility = useColumnVisibility(name, columns);
  const rows = page?.rows ?? [];
  const selection = useRowSelection({ rows, rowKey, isSelectable: props.isSelectable ?? (() => true), address });
  const isLate = isLoading && page !== undefined && page.address !== address;

  function turnPage(showPage: () => void) {
    showPage();
    if ((root.current?.getBoundingClientRect().top ?? 0) < 0) root.current?.scrollIntoView({ block: 'start' });
  }

  function clearSelection() {
    selection.clear();
    // The pressed button disappears together with the bulk-action bar, so move the focus to a checkbox.
    root.current?.querySelector<HTMLElement>('.table-frame input[type="checkbox"]')?.focus();
  }

  const opened = useOpenedRow({ root, rows, rowKey, address, onOpen: props.onOpen, openKey: props.openKey ?? null });
  const focusesRows = useRef(false);
  useEffect(() => {
    if (!focusesRows.current) return;
    focusesRows.current = false;
    root.current?.querySelector<HTMLElement>('tbody :is(tr[tabindex], a, button, input)')?.focus({ preventScroll: true });
  });

  const hasFailed = error !== undefined && !isLoading;
  const isEmpty = page !== undefined && rows.length === 0 && !isLate;
  return (
    <section className="stack gap-3 data-table" ref={root} aria-label={label} data-return-focus>
      {bulkActions && selection.selectedRows.length > 0 ? (
        <BulkBar actions={bulkActions} selection={selection} onClear={clearSelection} page={page} allPages={props.allPages} />
      ) : (
        <TableToolbar
          table={table}
          capabilities={capabilities}
          searchLabel={props.searchLabel}
          searchMaxLength={props.searchMaxLength}
          columns={columns}
          columnVisibility={columnVisibility}
          end={props.toolbarEnd}
        />
      )}
      <ListChanges changes={hasFailed ? undefined : changes} onShow={() => turnPage(() => (focusesRows.current = true))} />
      {hasFailed || isEmpty ? (
        <EmptyTable
          error={hasFailed ? error : undefined}
          table={table}
          onRetry={reload}
          loadError={props.loadError}
          fetchError={props.fetchError}
          emptyTitle={props.emptyTitle}
          emptyHint={props.emptyHint}
          noMatch={props.noMatch}
          page={page}
        />
      ) : (
        <TableRows
          label={label}
          columns={columnVisibility.visibleColumns}
          rows={page && rows}
          rowKey={rowKey}
          rowLabel={rowLabel}
          onOpen={opened.open}
          isReturning={opened.isReturning}
          rowActions={props.rowActions}
          selection={bulkActions && selection}
          isLate={isLate}
          table={table}
          capabilities={capabilities}
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
