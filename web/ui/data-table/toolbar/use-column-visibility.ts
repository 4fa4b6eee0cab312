import { useCallback, useMemo, useState } from 'react';
import { useMediaQuery } from '#web/lib/react/use-media-query.ts';
import type { Column } from '#web/ui/data-table/data-table.ts';

type ColumnVisibility = Record<string, boolean>;

/** Stores only the columns that the user has changed. New columns then use their defaults. */
export function useColumnVisibility<Row>(tableName: string, columns: readonly Column<Row>[]) {
  const key = `table-columns:${tableName}`;
  const [visibility, setVisibility] = useState(() => readVisibility(key));
  // On phones, where each row is a card, all columns fit.
  const isNarrow = useMediaQuery('(min-width: 52rem) and (max-width: 89.99rem)');
  const isShown = useCallback(
    (column: Column<Row>) => column.isName || (visibility[column.id] ?? !(column.isOptional || (isNarrow && column.isForWideScreens))),
    [visibility, isNarrow],
  );
  const visibleColumns = useMemo(() => columns.filter(isShown), [columns, isShown]);

  function setVisible(column: Column<Row>, isVisible: boolean) {
    const next = { ...visibility, [column.id]: isVisible };
    setVisibility(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // If storage is unavailable, the choice lasts until the user leaves the page.
    }
  }

  return { visibleColumns, isShown, setVisible };
}

function readVisibility(key: string): ColumnVisibility {
  try {
    const storedVisibility: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    if (typeof storedVisibility !== 'object' || storedVisibility === null) return {};
    return Object.fromEntries(Object.entries(storedVisibility).filter(([, isVisible]) => typeof isVisible === 'boolean'));
  } catch {
    return {};
  }
}
