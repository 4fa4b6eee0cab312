import { useSearchParams } from 'wouter';

/** Returns a query parameter of the URL and its setter; null removes the parameter. `isStep` adds a history entry. */
export function useAddressParameter(name: string) {
  const [query, setQuery] = useSearchParams();

  function set(value: string | number | null, { isStep = false } = {}) {
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        if (value === null) next.delete(name);
        else next.set(name, String(value));
        return next;
      },
      isStep ? undefined : { replace: true, state: history.state },
    );
  }

  return [query.get(name), set] as const;
}

/** Returns a query parameter that holds a row's id, and its setter; null if the id is malformed. */
export function useIdParameter(name: string) {
  const [text, set] = useAddressParameter(name);
  return [text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null, set] as const;
}
