import { useSearchParams } from 'wouter';

/** A query parameter and its setter; null removes it. `isStep` adds a history entry. */
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

/** Like `useAddressParameter`, for row ids; null if malformed. */
export function useIdParameter(name: string) {
  const [text, set] = useAddressParameter(name);
  return [text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null, set] as const;
}
