import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/**
 * On a page change scrolls up and focuses the heading, like a full page load; if the link has a fragment, goes to its
 * target.
 */
export function RouteFocus() {
  const [pathname] = useLocation();
  const focusedPath = useRef(pathname);
  const isHistoryMove = useRef(false);

  useEffect(() => {
    // Also catches links to a place on the same page.
    const note = () => {
      isHistoryMove.current = location.pathname !== focusedPath.current;
    };
    // The router handles these links, so the browser does not scroll.
    const followOnPage = () => {
      if (location.pathname === focusedPath.current) goTo(findHashTarget(), 'auto');
    };
    addEventListener('popstate', note);
    addEventListener('pushState', followOnPage);
    return () => {
      removeEventListener('popstate', note);
      removeEventListener('pushState', followOnPage);
    };
  }, []);

  useEffect(() => {
    if (focusedPath.current === pathname) return;
    focusedPath.current = pathname;
    // On back and forward the browser restores the scroll position.
    const scrolls = !isHistoryMove.current;
    if (scrolls && !location.hash) scrollTo({ top: 0, behavior: 'instant' });
    isHistoryMove.current = false;
    return focusArrival(scrolls);
  }, [pathname]);

  return null;
}

/** Now, or once the page has loaded. Returns a stop function. */
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

/** While a page loads, React keeps the old one hidden: its heading cannot take the focus. */
function focusFirst(main: HTMLElement, scrolls: boolean): boolean {
  if (goTo(findHashTarget(), scrolls && 'instant')) return true;
  for (const heading of main.querySelectorAll('h1')) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    if (document.activeElement === heading) return true;
  }
  return false;
}

/** The fragment's target, if it is focusable (`tabIndex={-1}`). */
function findHashTarget(): HTMLElement | null {
  return location.hash ? document.getElementById(location.hash.slice(1)) : null;
}

/** Returns whether it took the focus. */
function goTo(place: HTMLElement | null, scrolls: ScrollBehavior | false): boolean {
  place?.focus({ preventScroll: true });
  if (!place || document.activeElement !== place) return false;
  if (scrolls) place.scrollIntoView({ behavior: scrolls });
  return true;
}
