/** Rows that were ticked for an action on several at once. */
import { useState } from 'react';

export interface Choosing<Row> {
  chosen: Row[];
  choosable: Row[];
  isChosen: (row: Row) => boolean;
  choose: (rows: readonly Row[], isChosen: boolean) => void;
  /** Nothing is chosen any more. */
  letGo: () => void;
}

interface ShownRows<Row> {
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  isChoosable: (row: Row) => boolean;
  /** What is shown: when it changes nothing is chosen any more, so that no action reaches a row that is not seen. */
  address: string;
}

/** Only rows that are shown and may be chosen are ever chosen. */
export function useChosenRows<Row>({ rows, rowKey, isChoosable, address }: ShownRows<Row>): Choosing<Row> {
  const [{ keys, of }, setChosen] = useState<{ keys: ReadonlySet<string | number>; of: string }>({ keys: new Set(), of: address });
  const choosable = rows.filter(isChoosable);
  const current = of === address ? keys : new Set<string | number>();
  const chosen = choosable.filter((row) => current.has(rowKey(row)));

  function choose(changed: readonly Row[], isChosen: boolean) {
    const next = new Set(chosen.map(rowKey));
    for (const row of changed) isChosen ? next.add(rowKey(row)) : next.delete(rowKey(row));
    setChosen({ keys: next, of: address });
  }

  return {
    chosen,
    choosable,
    isChosen: (row: Row) => current.has(rowKey(row)) && isChoosable(row),
    choose,
    letGo: () => setChosen({ keys: new Set(), of: address }),
  };
}
