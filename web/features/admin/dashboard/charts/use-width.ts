/** How wide an element is shown, so that a drawing in it keeps the size of its letters. */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

const untilMeasured = 320;

export function useWidth<Shown extends HTMLElement>(): [RefObject<Shown | null>, number] {
  const element = useRef<Shown>(null);
  const [width, setWidth] = useState(untilMeasured);
  useLayoutEffect(() => {
    if (!element.current || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.max(160, Math.round(entry.contentRect.width))));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
