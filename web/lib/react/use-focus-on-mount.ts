import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the ref's element, which needs `tabIndex={-1}`, when it mounts. */
export function useFocusOnMount<Element extends HTMLElement>(): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
