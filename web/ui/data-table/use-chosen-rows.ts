import { useState } from 'react';

export interface Choosing<Row> {
  chosen: Row[];
  choosable: Row[];
  isChosen: (row: Row) => boolean;
  choose: (rows: readonly Row[], isChosen: boolean) => void;
  /** `isRange` applies to all rows between this one and the one pressed before. */
  chooseRow: (row: Row, isChosen: boolean, isRange: boolean) => void;
  letGo: () => void;
}

interface ShownRows<Row> {
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  isChoosable: (row: Row) => boolean;
  /** A change clears the selection, so that no action affects a row out of sight. */
  address: string;
}

/** Selected rows are always on the current page and selectable. */
export function useChosenRows<Row>({ rows, rowKey, isChoosable, address }: ShownRows<Row>): Choosing<Row> {
  const [{ keys, listAddress }, setChosen] = useState<{ keys: ReadonlySet<string | number>; listAddress: string }>({ keys: new Set(), listAddress: address });
  const choosable = rows.filter(isChoosable);
  const current = listAddress === address ? keys : new Set<string | number>();
  const chosen = choosable.filter((row) => current.has(rowKey(row)));

  const [anchor, setAnchor] = useState<string | number>();

  function chooseRow(row: Row, isChosen: boolean, isRange: boolean) {
    const [from, to] = [choosable.findIndex((one) => rowKey(one) === anchor), choosable.indexOf(row)];
    choose(isRange && from >= 0 ? choosable.slice(Math.min(from, to), Math.max(from, to) + 1) : [row], isChosen);
    setAnchor(rowKey(row));
  }

  function choose(changed: readonly Row[], isChosen: boolean) {
    const next = new Set(chosen.map(rowKey));
    for (const row of changed) isChosen ? next.add(rowKey(row)) : next.delete(rowKey(row));
    setChosen({ keys: next, listAddress: address });
  }

  return {
    chosen,
    choosable,
    isChosen: (row: Row) => current.has(rowKey(row)) && isChoosable(row),
    choose,
    chooseRow,
    letGo: () => setChosen({ keys: new Set(), listAddress: address }),
  };
}
