import { useEffect, useRef } from 'react';

/** Late enough not to delay the page, soon enough to use the connection that brought it. */
const prefetchAfterMs = 1_500;

/** Runs shortly after the page has loaded. Failures are retried and reported where the code is needed. */
export function usePrefetch(load: () => Promise<unknown>): void {
  const first = useRef(load);
  useEffect(() => {
    const soon = setTimeout(() => void first.current().catch(() => undefined), prefetchAfterMs);
    return () => clearTimeout(soon);
  }, []);
}
