import type { Column, RowAction } from '#web/ui/data-table/data-table.ts';
import { RowMenu } from '#web/ui/data-table/RowMenu.tsx';
import { getOpenRowProps } from '#web/ui/data-table/row-opening.ts';
import { SkeletonRows } from '#web/ui/data-table/SkeletonRows.tsx';
import { TableHead } from '#web/ui/data-table/TableHead.tsx';
import type { TableCapabilities } from '#web/ui/data-table/table-view.ts';
import type { RowSelection } from '#web/ui/data-table/use-row-selection.ts';
import type { TableAddress } from '#web/ui/data-table/use-table-address.ts';

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
  table,
  capabilities,
}: TableRowsProps<Row>) {
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
            rows.map((row) => (
              <tr
                key={rowKey(row)}
                className={selection?.isSelected(row) ? 'is-chosen' : undefined}
                {...(onOpen && getOpenRowProps(() => onOpen(row)))}
              >
                {selection && (
                  <td className="table-choose">
                    {selection.selectableRows.includes(row) && (
                      <input
                        type="checkbox"
                        aria-label={`Select ${rowLabel(row)}`}
                        checked={selection.isSelected(row)}
                        onChange={({ target, nativeEvent }) =>
                          selection.selectRow(row, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
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
            ))
          )}
        </tbody>
      </table>
    </div>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  if (column.isName) {
    return (
      <th scope="row" className="table-name">
        {column.cell(row)}
      </th>
    );
  }
  return (
    <td className={column.align === 'end' ? 'figure' : undefined} data-label={column.header}>
      {column.cell(row)}
    </td>
  );
}
