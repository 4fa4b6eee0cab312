import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/** True while prerendering and hydrating: the visitor is unknown then. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
}

/** For initial state. Unlike `useIsHydrating`, it causes no second render; correct the state later if it is wrong. */
export function isHydratingNow(): boolean {
  return typeof document === 'undefined' || document.getElementById('root')?.dataset.page !== undefined;
}

const stopPropagation = (event: MouseEvent) => {
  if (event.target instanceof Element && event.target.closest('a')) event.stopPropagation();
};

/** Makes links load full pages until `routeLinks`, since a route change during hydration would be lost. */
export function letBrowserFollowLinks(): void {
  addEventListener('click', stopPropagation, true);
}

/** Enables client-side navigation, and marks hydration as done. */
export function routeLinks(): void {
  removeEventListener('click', stopPropagation, true);
  document.getElementById('root')?.removeAttribute('data-page');
}
