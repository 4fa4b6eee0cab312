/** What was chosen elsewhere on the page may stand below the window: whoever chose it wants to read it. */
import { type RefObject, useEffect, useRef } from 'react';

/** A ref whose element is scrolled to, as far as needed, when there is something else in it. `what` undefined: nothing. */
export function useBroughtIntoSight<Element extends HTMLElement>(what: number | string | undefined): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useEffect(() => {
    // jsdom has no scrolling.
    if (what !== undefined) element.current?.scrollIntoView?.({ block: 'nearest' });
  }, [what]);
  return element;
}
