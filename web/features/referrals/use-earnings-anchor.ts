/** `/dashboard/referrals#earnings`: the section renders long after the address was opened. */
import { type RefObject, useEffect, useRef } from 'react';

export const earningsId = 'earnings';

/** Events that show that the reader has moved on. */
const movingOn = ['wheel', 'touchmove', 'pointerdown', 'keydown', 'focusout'] as const;

/**
 * A ref for the heading (with `tabIndex={-1}`) that scrolls into view and takes the focus when the address names it.
 */
export function useEarningsAnchor(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    let letGo = () => {};
    const goThere = () => {
      letGo();
      if (!heading.current || location.hash !== `#${earningsId}`) return;
      heading.current.focus({ preventScroll: true });
      letGo = keepInView(heading.current);
    };
    // After RouteFocus, which focuses the page's title.
    const timer = setTimeout(goThere);
    addEventListener('hashchange', goThere);
    return () => {
      clearTimeout(timer);
      removeEventListener('hashchange', goThere);
      letGo();
    };
  }, []);
  return heading;
}

/** Scrolls again when loading content moves the place, until the reader moves on. Returns a stop function. */
function keepInView(place: HTMLElement): () => void {
  // The observer also fires once at the start.
  const observer = new ResizeObserver(() => place.scrollIntoView({ block: 'start', behavior: 'instant' }));
  const stop = () => {
    observer.disconnect();
    for (const event of movingOn) removeEventListener(event, stop);
  };
  for (const event of movingOn) addEventListener(event, stop, { passive: true });
  observer.observe(document.body);
  return stop;
}
