import { useState } from 'react';

export interface RowSelection<Row> {
  selectedRows: Row[];
  selectableRows: Row[];
  isSelected: (row: Row) => boolean;
  setSelected: (rows: readonly Row[], isSelected: boolean) => void;
  /** Selects or deselects a row. With `isRange`, this includes all rows between it and the previously pressed row. */
  selectRow: (row: Row, isSelected: boolean, isRange: boolean) => void;
  clear: () => void;
}

interface RowSelectionOptions<Row> {
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  isSelectable: (row: Row) => boolean;
  /** URL of the list. Changing it clears the selection so that no action affects rows that are not on screen. */
  address: string;
}

/** Manages the selected rows, which are always on the current page and selectable. */
export function useRowSelection<Row>({ rows, rowKey, isSelectable, address }: RowSelectionOptions<Row>): RowSelection<Row> {
  const [{ keys, listAddress }, setSelection] = useState<{ keys: ReadonlySet<string | number>; listAddress: string }>({
    keys: new Set(),
    listAddress: address,
  });
  const selectableRows = rows.filter(isSelectable);
  const current = listAddress === address ? keys : new Set<string | number>();
  const selectedRows = selectableRows.filter((row) => current.has(rowKey(row)));

  const [anchor, setAnchor] = useState<string | number>();

  function selectRow(row: Row, isSelected: boolean, isRange: boolean) {
    const [from, to] = [selectableRows.findIndex((candidate) => rowKey(candidate) === anchor), selectableRows.indexOf(row)];
    setSelected(isRange && from >= 0 ? selectableRows.slice(Math.min(from, to), Math.max(from, to) + 1) : [row], isSelected);
    setAnchor(rowKey(row));
  }

  function setSelected(changedRows: readonly Row[], isSelected: boolean) {
    const next = new Set(selectedRows.map(rowKey));
    for (const row of changedRows) isSelected ? next.add(rowKey(row)) : next.delete(rowKey(row));
    setSelection({ keys: next, listAddress: address });
  }

  return {
    selectedRows,
    selectableRows,
    isSelected: (row: Row) => current.has(rowKey(row)) && isSelectable(row),
    setSelected,
    selectRow,
    clear: () => setSelection({ keys: new Set(), listAddress: address }),
  };
}
