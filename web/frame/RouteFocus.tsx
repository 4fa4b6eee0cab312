import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/**
 * Scrolls up and focuses the heading after a page change, like a full page load does. If the link has a fragment, scrolls to its target
 * instead.
 */
export function RouteFocus() {
  const [pathname] = useLocation();
  const focusedPath = useRef(pathname);
  const isHistoryMove = useRef(false);

  useEffect(() => {
    // Also handles links to an anchor on the same page.
    const note = () => {
      isHistoryMove.current = location.pathname !== focusedPath.current;
    };
    // The browser does not scroll for links that the router handles.
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
    // On back and forward navigation, the browser restores the scroll position.
    const scrolls = !isHistoryMove.current;
    if (scrolls && !location.hash) scrollTo({ top: 0, behavior: 'instant' });
    isHistoryMove.current = false;
    return focusArrival(scrolls);
  }, [pathname]);

  return null;
}

/** Focuses the page's heading as soon as the page has loaded. Returns a function that cancels this. */
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

/** Focuses the heading. Returns false while React still hides the previous page, whose heading cannot take the focus. */
function focusFirst(main: HTMLElement, scrolls: boolean): boolean {
  if (goTo(findHashTarget(), scrolls && 'instant')) return true;
  for (const heading of main.querySelectorAll('h1')) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    if (document.activeElement === heading) return true;
  }
  return false;
}

/** Returns the fragment's target if it can take the focus (`tabIndex={-1}`). */
function findHashTarget(): HTMLElement | null {
  return location.hash ? document.getElementById(location.hash.slice(1)) : null;
}

/** Scrolls to the element and returns whether it took the focus. */
function goTo(place: HTMLElement | null, scrolls: ScrollBehavior | false): boolean {
  place?.focus({ preventScroll: true });
  if (!place || document.activeElement !== place) return false;
  if (scrolls) place.scrollIntoView({ behavior: scrolls });
  return true;
}
