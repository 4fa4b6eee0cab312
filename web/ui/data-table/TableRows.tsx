import { type KeyboardEvent, type MouseEvent, memo, useCallback, useDeferredValue, useRef } from 'react';
import type { Column, RowAction } from '#web/ui/data-table/data-table.ts';
import { TableHead } from '#web/ui/data-table/TableHead.tsx';
import { MoreIcon } from '#web/ui/data-table/table-icons.tsx';
import type { TableCapabilities } from '#web/ui/data-table/table-view.ts';
import type { RowSelection } from '#web/ui/data-table/use-row-selection.ts';
import type { TableAddress } from '#web/ui/data-table/use-table-address.ts';
import { Menu } from '#web/ui/Menu.tsx';

/**
 * Elements on which a click does not open the row. The cells of checkboxes and menus are included, because users may narrowly miss the
 * control.
 */
const interactiveElements = 'a, button, input, select, textarea, label, summary, [role="menu"], .table-choose, .table-actions';

function getOpenRowProps(open: () => void) {
  return {
    tabIndex: 0,
    'data-opens': true,
    onClick: ({ target, currentTarget }: MouseEvent<HTMLTableRowElement>) => {
      if (target instanceof Element && target.closest(interactiveElements) === null && !hasSelection(currentTarget)) open();
    },
    onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => {
      if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
      event.preventDefault();
      open();
    },
  };
}

/** Returns whether the user is selecting text in the row, for example to copy it. */
function hasSelection(row: Element): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && [selection.anchorNode, selection.focusNode].some((node) => row.contains(node));
}

const firstScreenRows = 15;
const maxRows = Number.MAX_SAFE_INTEGER;

interface TableRowsProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: Row[] | undefined;
  rowKey: (row: Row) => string | number;
  rowLabel: (row: Row) => string;
  onOpen: ((row: Row) => void) | undefined;
  rowActions: readonly RowAction<Row>[] | undefined;
  selection: RowSelection<Row> | undefined;
  isLate: boolean;
  /** Whether the administrator comes back to the list, whose scroll position the browser then restores. */
  isReturning: boolean;
  table: TableAddress;
  capabilities: TableCapabilities;
}

/** The table scrolls within its frame on wide screens; on phones each row is a card. */
export function TableRows<Row>({
  label,
  columns,
  rows,
  rowKey,
  rowLabel,
  onOpen,
  rowActions,
  selection,
  isLate,
  isReturning,
  table,
  capabilities,
}: TableRowsProps<Row>) {
  // Paints the first screen before the rest, so that the table appears right after a click.
  const rowLimit = useDeferredValue(maxRows, isReturning ? maxRows : firstScreenRows);
  const latestSelection = useRef(selection);
  latestSelection.current = selection;
  const selectRow = useCallback<RowSelection<Row>['selectRow']>((...args) => latestSelection.current?.selectRow(...args), []);
  return (
    <div className="table-frame" aria-busy={isLate || rows === undefined}>
      <table aria-label={label}>
        <TableHead
          columns={columns}
          table={table}
          capabilities={capabilities}
          selection={selection}
          hasActions={rowActions !== undefined}
        />
        <tbody>
          {rows === undefined ? (
            <SkeletonRows cells={columns.length + (selection ? 1 : 0) + (rowActions ? 1 : 0)} />
          ) : (
            rows
              .slice(0, rowLimit)
              .map((row) => (
                <TableRow
                  key={rowKey(row)}
                  row={row}
                  columns={columns}
                  rowLabel={rowLabel}
                  onOpen={onOpen}
                  rowActions={rowActions}
                  isSelected={selection?.isSelected(row) ?? false}
                  isSelectable={selection?.isSelectable(row) ?? false}
                  onSelect={selection && selectRow}
                />
              ))
          )}
        </tbody>
      </table>
    </div>
  );
}

interface TableRowProps<Row> extends Pick<TableRowsProps<Row>, 'columns' | 'rowLabel' | 'onOpen' | 'rowActions'> {
  row: Row;
  isSelected: boolean;
  isSelectable: boolean;
  onSelect: RowSelection<Row>['selectRow'] | undefined;
}

/** Renders again only if its row changes, so that selecting one row of a long table is immediate. The cast keeps the type parameter. */
const TableRow = memo(PlainTableRow) as typeof PlainTableRow;

function PlainTableRow<Row>({ row, columns, rowLabel, onOpen, rowActions, isSelected, isSelectable, onSelect }: TableRowProps<Row>) {
  return (
    <tr className={isSelected ? 'is-chosen' : undefined} {...(onOpen && getOpenRowProps(() => onOpen(row)))}>
      {onSelect && (
        <td className="table-choose">
          {isSelectable && (
            <input
              type="checkbox"
              aria-label={`Select ${rowLabel(row)}`}
              checked={isSelected}
              onChange={({ target, nativeEvent }) =>
                onSelect(row, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
          )}
        </td>
      )}
      {columns.map((column) => (
        <Cell key={column.id} column={column} row={row} />
      ))}
      {rowActions && (
        <td className="table-actions">
          <RowMenu row={row} label={rowLabel(row)} actions={rowActions} />
        </td>
      )}
    </tr>
  );
}

/** Length of a date. Texts up to this length stay on one line. */
const maxShortText = 12;

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  if (column.isName) {
    return (
      <th scope="row" className="table-name">
        {column.cell(row)}
      </th>
    );
  }
  const content = column.cell(row);
  const isShort = typeof content === 'string' && content.length <= maxShortText;
  return (
    <td className={column.align === 'end' ? 'figure' : isShort ? 'short' : undefined} data-label={column.header}>
      {content}
    </td>
  );
}

interface RowMenuProps<Row> {
  row: Row;
  label: string;
  actions: readonly RowAction<Row>[];
}

function RowMenu<Row>({ row, label, actions }: RowMenuProps<Row>) {
  const items = actions
    .filter(({ isShown }) => isShown?.(row) ?? true)
    .map(({ label, onChoose, href }) => ({ label, ...(href ? { href: href(row) } : { onChoose: () => onChoose?.(row) }) }));
  if (items.length === 0) return null;
  return (
    <Menu label={`Actions for ${label}`} items={items}>
      <MoreIcon />
    </Menu>
  );
}

function SkeletonRows({ cells }: { cells: number }) {
  return createKeys(8, 'row').map((row) => (
    <tr key={row} className="table-skeleton">
      {createKeys(cells, 'cell').map((cell) => (
        <td key={cell}>
          <div className="skeleton" aria-hidden="true" />
        </td>
      ))}
    </tr>
  ));
}

function createKeys(count: number, name: string): string[] {
  return Array.from({ length: count }, (_, index) => `${name}-${index}`);
}
