import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the heading and scrolls to the top, since the previous content may have been longer. */
export function useEndHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.documentElement.scrollTop = 0;
    heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
