/** Prerendered pages: what is there, for whoever comes, before this visitor is known. */
import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** True while a page is prerendered, and while the browser hydrates it: what a visitor has is not known then. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
}

/** The same for a first state that is corrected where it has to be: most visitors spare themselves a second render. */
export function isHydratingNow(): boolean {
  return typeof document === 'undefined' || document.getElementById('root')?.dataset.page !== undefined;
}

const keepFromReact = (event: MouseEvent) => {
  if (event.target instanceof Element && event.target.closest('a')) event.stopPropagation();
};

/** Links load their pages anew until `routeLinks`: to change a page that React has half hydrated would lose the way. */
export function leaveLinksToBrowser(): void {
  addEventListener('click', keepFromReact, true);
}

/** From here on links change the page without loading it anew; the root no longer names its prerendered page. */
export function routeLinks(): void {
  removeEventListener('click', keepFromReact, true);
  document.getElementById('root')?.removeAttribute('data-page');
}
