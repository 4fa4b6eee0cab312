/** Pages that were drawn when the site was built: what is there, for whoever comes, before this visitor is known. */
import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** True while a page is drawn at build, and while the browser takes that drawing over: what a visitor has is not known then. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
}
