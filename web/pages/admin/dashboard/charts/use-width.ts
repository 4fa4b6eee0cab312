/** Measures an element's width in pixels at the default text size, so that text in a drawing follows the visitor's text size. */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

const defaultWidth = 320;

export function useWidth<Shown extends HTMLElement>(): [RefObject<Shown | null>, number] {
  const element = useRef<Shown>(null);
  const [width, setWidth] = useState(defaultWidth);
  useLayoutEffect(() => {
    if (!element.current || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.max(160, Math.round(entry.contentRect.width / textScale()))));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}

function textScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}
