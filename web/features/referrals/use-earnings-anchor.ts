/**
 * Scrolls to `/dashboard/referrals#earnings` because the earnings section renders long after the browser has looked for the fragment's
 * target.
 */
import { type RefObject, useEffect, useRef } from 'react';

export const earningsId = 'earnings';

/** Events indicating that the visitor is already doing something else. */
const userEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown', 'focusout'] as const;

/**
 * Returns a ref for the heading, which needs `tabIndex={-1}`. The heading is scrolled into view and focused if the URL contains its
 * fragment.
 */
export function useEarningsAnchor(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    let stopScrolling = () => {};
    const scrollToHeading = () => {
      stopScrolling();
      if (!heading.current || location.hash !== `#${earningsId}`) return;
      heading.current.focus({ preventScroll: true });
      stopScrolling = keepScrolledTo(heading.current);
    };
    // Scrolls in a timer because the router first focuses the page's title.
    const timer = setTimeout(scrollToHeading);
    addEventListener('hashchange', scrollToHeading);
    return () => {
      clearTimeout(timer);
      removeEventListener('hashchange', scrollToHeading);
      stopScrolling();
    };
  }, []);
  return heading;
}

/** Keeps the element in view while loading content moves it, until the visitor does something else or the returned function is called. */
function keepScrolledTo(element: HTMLElement): () => void {
  // The observer also fires once when it starts observing, which does the initial scroll.
  const observer = new ResizeObserver(() => element.scrollIntoView({ block: 'start', behavior: 'instant' }));
  const stop = () => {
    observer.disconnect();
    for (const event of userEvents) removeEventListener(event, stop);
  };
  for (const event of userEvents) addEventListener(event, stop, { passive: true });
  observer.observe(document.body);
  return stop;
}
