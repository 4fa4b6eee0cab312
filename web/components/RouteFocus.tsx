import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/** After a change of page: to the top, and the focus on the new page's heading, as a full page load would do. */
export function RouteFocus() {
  const [pathname] = useLocation();
  const shown = useRef(pathname);
  const movedInHistory = useRef(false);

  useEffect(() => {
    // Links to a place on the same page are heard of here too.
    const note = () => {
      movedInHistory.current = location.pathname !== shown.current;
    };
    addEventListener('popstate', note);
    return () => removeEventListener('popstate', note);
  }, []);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // Going back or forth, the browser restores the scroll position itself.
    if (!movedInHistory.current && !location.hash) scrollTo({ top: 0, behavior: 'instant' });
    movedInHistory.current = false;
    return focusHeading();
  }, [pathname]);

  return null;
}

/** Focuses the page's heading, at once or when a page still being loaded brings it. Answers how to stop waiting. */
function focusHeading(): (() => void) | undefined {
  const main = document.getElementById('main');
  if (!main || focusFirstHeading(main)) return undefined;
  main.focus({ preventScroll: true });
  const observer = new MutationObserver(() => {
    if (document.activeElement !== main || focusFirstHeading(main)) observer.disconnect();
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** While a page is still loading, React keeps the former one hidden in place: its heading takes no focus. */
function focusFirstHeading(main: HTMLElement): boolean {
  for (const heading of main.querySelectorAll('h1')) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    if (document.activeElement === heading) return true;
  }
  return false;
}
