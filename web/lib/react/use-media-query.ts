/** Returns whether a media query matches. Returns false while prerendering. */
import { useCallback, useSyncExternalStore } from 'react';

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const mediaQueryList = globalThis.matchMedia?.(query);
      mediaQueryList?.addEventListener('change', onChange);
      return () => mediaQueryList?.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => globalThis.matchMedia?.(query).matches ?? false,
    () => false,
  );
}
