import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/** Returns true while prerendering and hydrating, when the visitor is unknown. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
}

/**
 * Returns whether the page is hydrating, for use in initial state. Unlike `useIsHydrating`, does not cause a second render, so the caller
 * must correct the state after hydration.
 */
export function isHydratingNow(): boolean {
  return typeof document === 'undefined' || document.getElementById('root')?.dataset.page !== undefined;
}

const stopLinkClick = (event: MouseEvent) => {
  if (event.target instanceof Element && event.target.closest('a')) event.stopPropagation();
};

/** Makes links load full pages until hydration is done because a route change during hydration would be lost. */
export function disableClientNavigation(): void {
  addEventListener('click', stopLinkClick, true);
}

/** Enables client-side navigation and marks hydration as done. */
export function enableClientNavigation(): void {
  removeEventListener('click', stopLinkClick, true);
  document.getElementById('root')?.removeAttribute('data-page');
}
