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

/** The same for a first state that is corrected where it has to be: most visitors spare themselves a second drawing. */
export function isTakingOver(): boolean {
  return typeof document === 'undefined' || document.getElementById('root')?.dataset.page !== undefined;
}

const keepFromReact = (event: MouseEvent) => {
  if (event.target instanceof Element && event.target.closest('a')) event.stopPropagation();
};

/** Links load their pages anew until `takeLinksOver`: to change a page that React has half taken over would lose the way. */
export function leaveLinksToBrowser(): void {
  addEventListener('click', keepFromReact, true);
}

/** From here on links change the page without loading it anew; the root no longer names the page that was drawn into it. */
export function takeLinksOver(): void {
  removeEventListener('click', keepFromReact, true);
  document.getElementById('root')?.removeAttribute('data-page');
}
