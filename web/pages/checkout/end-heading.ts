import { type RefObject, useEffect, useRef } from 'react';

/** Returns a ref that focuses the heading and scrolls to the top because the previous content may have been longer. */
export function useEndHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.documentElement.scrollTop = 0;
    heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
