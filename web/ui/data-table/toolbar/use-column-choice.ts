import { useState } from 'react';
import type { Column } from '#web/ui/data-table/data-table.ts';

type Choices = Record<string, boolean>;

/** Stores only the columns that the user has changed, so that new columns get their default. */
export function useColumnChoice<Row>(tableName: string, columns: readonly Column<Row>[]) {
  const key = `table-columns:${tableName}`;
  const [choices, setChoices] = useState(() => read(key));
  const isShown = (column: Column<Row>) => column.isName || (choices[column.id] ?? !column.isOptional);

  function choose(column: Column<Row>, isVisible: boolean) {
    const next = { ...choices, [column.id]: isVisible };
    setChoices(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // If storage is unavailable, the choice lasts until the user leaves the page.
    }
  }

  return { shown: columns.filter(isShown), isShown, choose };
}

function read(key: string): Choices {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, isVisible]) => typeof isVisible === 'boolean'));
  } catch {
    return {};
  }
}
