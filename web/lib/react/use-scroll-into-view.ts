/** Scrolls to a selection made elsewhere on the page. */
import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls to the ref's element, as little as needed, when `target` changes; undefined does nothing. */
export function useScrollIntoView<Element extends HTMLElement>(target: number | string | undefined): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useEffect(() => {
    // jsdom has no scrollIntoView.
    if (target !== undefined) element.current?.scrollIntoView?.({ block: 'nearest' });
  }, [target]);
  return element;
}
