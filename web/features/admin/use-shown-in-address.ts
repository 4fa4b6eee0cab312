/** What of a tab is looked into stands in the address, so that other places can lead to it. */
import { useSearchParams } from 'wouter';

/** The value of a query parameter, and `show`, which sets it or with null takes it off: no step of its own in the history. */
export function useShownInAddress(parameter: string) {
  const [search, setSearch] = useSearchParams();

  function show(value: string | number | null) {
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === null) next.delete(parameter);
        else next.set(parameter, String(value));
        return next;
      },
      { replace: true, state: history.state },
    );
  }

  return { shown: search.get(parameter), show };
}
