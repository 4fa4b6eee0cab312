import { useSearchParams } from 'wouter';

/**
 * Returns a URL query parameter and its setter. Setting null removes the parameter. `addsHistoryEntry` adds a history entry instead of
 * replacing the current one.
 */
export function useQueryParameter(name: string) {
  const [query, setQuery] = useSearchParams();

  function setParameter(value: string | number | null, { addsHistoryEntry = false } = {}) {
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        if (value === null) next.delete(name);
        else next.set(name, String(value));
        return next;
      },
      addsHistoryEntry ? undefined : { replace: true, state: history.state },
    );
  }

  return [query.get(name), setParameter] as const;
}

/** Returns a row id from a query parameter, and a setter. The id is null if the parameter is missing or malformed. */
export function useIdParameter(name: string) {
  const [text, setParameter] = useQueryParameter(name);
  return [text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null, setParameter] as const;
}
