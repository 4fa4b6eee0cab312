/** `/dashboard/referrals#earnings`: the section renders long after the address was opened. */
import { type RefObject, useEffect, useRef } from 'react';

export const earningsId = 'earnings';

/** Events that show that the reader has moved on. */
const userEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown', 'focusout'] as const;

/**
 * A ref for the heading (with `tabIndex={-1}`) that scrolls into view and takes the focus when the address names it.
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
    // After RouteFocus, which focuses the page's title.
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

/** Scrolls again when loading content moves the place, until the reader moves on. Returns a stop function. */
function keepScrolledTo(place: HTMLElement): () => void {
  // The observer also fires once at the start.
  const observer = new ResizeObserver(() => place.scrollIntoView({ block: 'start', behavior: 'instant' }));
  const stop = () => {
    observer.disconnect();
    for (const event of userEvents) removeEventListener(event, stop);
  };
  for (const event of userEvents) addEventListener(event, stop, { passive: true });
  observer.observe(document.body);
  return stop;
}
