import { useState } from 'react';

export interface RowSelection<Row> {
  selectedRows: Row[];
  selectableRows: Row[];
  isSelectable: (row: Row) => boolean;
  isSelected: (row: Row) => boolean;
  setSelected: (rows: readonly Row[], isSelected: boolean) => void;
  /** Selects or deselects a row. With `isRange`, this includes all rows between it and the previously pressed row. */
  selectRow: (row: Row, isSelected: boolean, isRange: boolean) => void;
  /** Replaces the selection by rows of any page, as read from the server. */
  selectAcrossPages: (rows: readonly Row[]) => void;
  clear: () => void;
}

interface Selection<Row> {
  keys: ReadonlySet<string | number>;
  /** Rows read from all pages, used for those that are not on the current page. */
  matches: readonly Row[];
  listAddress: string;
}

interface RowSelectionOptions<Row> {
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  isSelectable: (row: Row) => boolean;
  /** URL of the list. Changing it clears the selection so that no action affects rows that are not on screen. */
  address: string;
}

/** Manages the selected rows, which are selectable and on the current page, except after `selectAcrossPages`. */
export function useRowSelection<Row>({ rows, rowKey, isSelectable, address }: RowSelectionOptions<Row>): RowSelection<Row> {
  const [{ keys, matches, listAddress }, setSelection] = useState<Selection<Row>>({ keys: new Set(), matches: [], listAddress: address });
  const selectableRows = rows.filter(isSelectable);
  const current = listAddress === address ? keys : new Set<string | number>();
  const pageKeys = new Set(rows.map(rowKey));
  const selectedRows = [...selectableRows, ...matches.filter((row) => !pageKeys.has(rowKey(row)))].filter((row) =>
    current.has(rowKey(row)),
  );

  const [anchor, setAnchor] = useState<string | number>();

  function selectRow(row: Row, isSelected: boolean, isRange: boolean) {
    const [from, to] = [selectableRows.findIndex((candidate) => rowKey(candidate) === anchor), selectableRows.indexOf(row)];
    setSelected(isRange && from >= 0 ? selectableRows.slice(Math.min(from, to), Math.max(from, to) + 1) : [row], isSelected);
    setAnchor(rowKey(row));
  }

  function setSelected(changedRows: readonly Row[], isSelected: boolean) {
    const next = new Set(selectedRows.map(rowKey));
    for (const row of changedRows) isSelected ? next.add(rowKey(row)) : next.delete(rowKey(row));
    setSelection({ keys: next, matches, listAddress: address });
  }

  return {
    selectedRows,
    selectableRows,
    isSelectable,
    isSelected: (row: Row) => current.has(rowKey(row)) && isSelectable(row),
    setSelected,
    selectRow,
    selectAcrossPages: (foundRows) => {
      const nextMatches = foundRows.filter(isSelectable);
      setSelection({ keys: new Set(nextMatches.map(rowKey)), matches: nextMatches, listAddress: address });
    },
    clear: () => setSelection({ keys: new Set(), matches: [], listAddress: address }),
  };
}
