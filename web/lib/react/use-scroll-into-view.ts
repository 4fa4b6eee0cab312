/** Scrolls an element into view when it is selected elsewhere on the page. */
import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls as little as needed to show the ref's element when `target` changes. Does nothing if `target` is undefined. */
export function useScrollIntoView<Element extends HTMLElement>(target: number | string | undefined): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useEffect(() => {
    // The call is optional because jsdom does not implement scrollIntoView.
    if (target !== undefined) element.current?.scrollIntoView?.({ block: 'nearest' });
  }, [target]);
  return element;
}
