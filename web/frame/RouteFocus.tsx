import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { pathOf } from '#web/lib/words/words.ts';

/**
 * Scrolls to the top and focuses the heading after a page change, as a full page load would. If the link has a fragment, scrolls to its
 * target instead.
 */
export function RouteFocus() {
  const [pathname] = useLocation();
  const focusedPath = useRef(pathname);
  const isHistoryMove = useRef(false);

  useEffect(() => {
    // `popstate` also fires for links to an anchor on the same page, so compare the paths.
    const recordHistoryMove = () => {
      isHistoryMove.current = pathOf(location.pathname) !== focusedPath.current;
    };
    // The browser does not scroll for links that the router handles, so scroll to the link's target here.
    const scrollToTarget = () => {
      if (pathOf(location.pathname) === focusedPath.current) focusAndScroll(findHashTarget(), 'auto');
    };
    addEventListener('popstate', recordHistoryMove);
    addEventListener('pushState', scrollToTarget);
    return () => {
      removeEventListener('popstate', recordHistoryMove);
      removeEventListener('pushState', scrollToTarget);
    };
  }, []);

  useEffect(() => {
    if (focusedPath.current === pathname) return;
    focusedPath.current = pathname;
    // On back and forward navigation, the browser restores the scroll position.
    const shouldScroll = !isHistoryMove.current;
    if (shouldScroll && !location.hash) scrollTo({ top: 0, behavior: 'instant' });
    isHistoryMove.current = false;
    return focusNewPage(shouldScroll);
  }, [pathname]);

  return null;
}

/** Focuses the page's heading as soon as the page has loaded. Returns a function that cancels the wait. */
function focusNewPage(shouldScroll: boolean): (() => void) | undefined {
  const main = document.getElementById('main');
  if (!main || focusHeading(main, shouldScroll)) return undefined;
  main.focus({ preventScroll: true });
  const observer = new MutationObserver(() => {
    if (document.activeElement !== main || focusHeading(main, shouldScroll)) observer.disconnect();
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Focuses the heading. Returns false while React still hides the previous page, whose heading cannot take the focus. */
function focusHeading(main: HTMLElement, shouldScroll: boolean): boolean {
  if (focusAndScroll(findHashTarget(), shouldScroll && 'instant')) return true;
  for (const heading of main.querySelectorAll('h1')) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    if (document.activeElement === heading) return true;
  }
  return false;
}

/** Returns the fragment's target. Only targets with `tabIndex={-1}` can take the focus. */
function findHashTarget(): HTMLElement | null {
  return location.hash ? document.getElementById(location.hash.slice(1)) : null;
}

/** Focuses the element. If it takes the focus, scrolls to it unless `shouldScroll` is false. Returns whether the element took the focus. */
function focusAndScroll(target: HTMLElement | null, shouldScroll: ScrollBehavior | false): boolean {
  target?.focus({ preventScroll: true });
  if (!target || document.activeElement !== target) return false;
  if (shouldScroll) target.scrollIntoView({ behavior: shouldScroll });
  return true;
}
