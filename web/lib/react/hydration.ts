import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** True while prerendering and hydrating: the visitor is unknown then. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
}

/** For initial state that is corrected only if wrong, which saves most visitors a second render. */
export function isHydratingNow(): boolean {
  return typeof document === 'undefined' || document.getElementById('root')?.dataset.page !== undefined;
}

const keepFromReact = (event: MouseEvent) => {
  if (event.target instanceof Element && event.target.closest('a')) event.stopPropagation();
};

/** Full page loads until `routeLinks`: changing the route during hydration would lose the navigation. */
export function leaveLinksToBrowser(): void {
  addEventListener('click', keepFromReact, true);
}

/** Enables client-side navigation; the root no longer names its prerendered page. */
export function routeLinks(): void {
  removeEventListener('click', keepFromReact, true);
  document.getElementById('root')?.removeAttribute('data-page');
}
