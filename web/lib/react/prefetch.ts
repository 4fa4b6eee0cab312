import { useEffect, useRef } from 'react';

/** Delay in milliseconds before prefetching: long enough not to slow down the page, and short enough to reuse the page's connection. */
const prefetchAfterMs = 1_500;

/** Loads code shortly after mount. Ignores failures, which are retried and reported where the code is needed. */
export function usePrefetch(load: () => Promise<unknown>): void {
  const firstLoad = useRef(load);
  useEffect(() => {
    const timer = setTimeout(() => void firstLoad.current().catch(() => undefined), prefetchAfterMs);
    return () => clearTimeout(timer);
  }, []);
}
