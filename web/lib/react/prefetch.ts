/** Fetching what a page will need once it is used. */
import { useEffect, useRef } from 'react';

/** When the page stands, and still while the connection is there that brought it. */
const prefetchAfterMs = 1_500;

/** Fetches it a little after the page has come. What fails is asked for again where it is needed, and told there. */
export function usePrefetch(load: () => Promise<unknown>): void {
  const first = useRef(load);
  useEffect(() => {
    const soon = setTimeout(() => void first.current().catch(() => undefined), prefetchAfterMs);
    return () => clearTimeout(soon);
  }, []);
}
