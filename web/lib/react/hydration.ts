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

/** For initial state. Unlike `useIsHydrating`, it causes no second render; correct the state later if it is wrong. */
export function isHydratingNow(): boolean {
  return typeof document === 'undefined' || document.getElementById('root')?.dataset.page !== undefined;
}

const keepFromReact = (event: MouseEvent) => {
  if (event.target instanceof Element && event.target.closest('a')) event.stopPropagation();
};

/** Makes links load full pages until `routeLinks`, since a route change during hydration would be lost. */
export function leaveLinksToBrowser(): void {
  addEventListener('click', keepFromReact, true);
}

/** Enables client-side navigation, and marks hydration as done. */
export function routeLinks(): void {
  removeEventListener('click', keepFromReact, true);
  document.getElementById('root')?.removeAttribute('data-page');
}
