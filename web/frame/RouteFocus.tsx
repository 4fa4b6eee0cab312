import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/**
 * After a change of page: to the top, and the focus on the new page's heading, as a full page load would do; or, where the
 * link named a place on the page, to that.
 */
export function RouteFocus() {
  const [pathname] = useLocation();
  const shown = useRef(pathname);
  const movedInHistory = useRef(false);

  useEffect(() => {
    // Links to a place on the same page are heard of here too.
    const note = () => {
      movedInHistory.current = location.pathname !== shown.current;
    };
    // The router's own: by these the browser goes nowhere.
    const followOnPage = () => {
      if (location.pathname === shown.current) goTo(namedPlace(), 'auto');
    };
    addEventListener('popstate', note);
    addEventListener('pushState', followOnPage);
    return () => {
      removeEventListener('popstate', note);
      removeEventListener('pushState', followOnPage);
    };
  }, []);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // Going back or forth, the browser restores the scroll position itself.
    const scrolls = !movedInHistory.current;
    if (scrolls && !location.hash) scrollTo({ top: 0, behavior: 'instant' });
    movedInHistory.current = false;
    return focusArrival(scrolls);
  }, [pathname]);

  return null;
}

/** Focuses the named place or the page's heading, at once or when a page still being loaded brings it. Answers how to stop waiting. */
function focusArrival(scrolls: boolean): (() => void) | undefined {
  const main = document.getElementById('main');
  if (!main || focusFirst(main, scrolls)) return undefined;
  main.focus({ preventScroll: true });
  const observer = new MutationObserver(() => {
    if (document.activeElement !== main || focusFirst(main, scrolls)) observer.disconnect();
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** While a page is still loading, React keeps the former one hidden in place: its heading takes no focus. */
function focusFirst(main: HTMLElement, scrolls: boolean): boolean {
  if (goTo(namedPlace(), scrolls && 'instant')) return true;
  for (const heading of main.querySelectorAll('h1')) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    if (document.activeElement === heading) return true;
  }
  return false;
}

/** What the address names on the page, where that takes the focus (`tabIndex={-1}`). */
function namedPlace(): HTMLElement | null {
  return location.hash ? document.getElementById(location.hash.slice(1)) : null;
}

/** Answers whether it could be focused; `scrolls` as the browser scrolls, or not at all. */
function goTo(place: HTMLElement | null, scrolls: ScrollBehavior | false): boolean {
  place?.focus({ preventScroll: true });
  if (!place || document.activeElement !== place) return false;
  if (scrolls) place.scrollIntoView({ behavior: scrolls });
  return true;
}
