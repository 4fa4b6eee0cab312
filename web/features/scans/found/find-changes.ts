import { useCallback, useState } from 'react';
import type { FoundCard } from '#schema/scans/find.ts';

export type ChangeFind = (cardId: string, change: Partial<FoundCard>) => void;

export interface FindChanges {
  /** Returns the find with any edits made on this page. */
  apply: <Find extends FoundCard>(find: Find) => Find;
  onChange: ChangeFind;
}

/** Stores the finds edited on this page. The list, the search and the map share this state. */
export function useFindChanges(): FindChanges {
  const [changes, setChanges] = useState<Record<string, Partial<FoundCard>>>({});
  const onChange = useCallback<ChangeFind>(
    (cardId, change) => setChanges((current) => ({ ...current, [cardId]: { ...current[cardId], ...change } })),
    [],
  );
  return { apply: (find) => ({ ...find, ...changes[find.cardId] }), onChange };
}
