/** `/dashboard/referrals#earnings` leads to the earnings, although they are drawn long after the address was opened. */
import { type RefObject, useEffect, useRef } from 'react';

/** The id of the earnings section. */
export const earningsId = 'earnings';

/** What a reader does who has arrived and moves on. */
const movingOn = ['wheel', 'touchmove', 'pointerdown', 'keydown', 'focusout'] as const;

/** A ref for the heading (with `tabIndex={-1}`) that takes the scroll and the focus when the address names it. */
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
    // After RouteFocus, which gives each new page's focus to its title.
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

/** Scrolls there, again whenever what is being loaded moves the place, until the reader moves on. Answers how to stop. */
function keepInView(place: HTMLElement): () => void {
  // It reports once at the beginning, too.
  const observer = new ResizeObserver(() => place.scrollIntoView({ block: 'start', behavior: 'instant' }));
  const stop = () => {
    observer.disconnect();
    for (const event of movingOn) removeEventListener(event, stop);
  };
  for (const event of movingOn) addEventListener(event, stop, { passive: true });
  observer.observe(document.body);
  return stop;
}
