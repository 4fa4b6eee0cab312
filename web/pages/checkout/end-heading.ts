/** The heading of what a checkout ends with. */
import { type RefObject, useEffect, useRef } from 'react';

/** A ref whose heading takes the focus, with the page at its top: what was there before may have been longer. */
export function useEndHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.documentElement.scrollTop = 0;
    heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
