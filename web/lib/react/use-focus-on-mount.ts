import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the ref's element, which needs `tabIndex={-1}`, when it mounts or `isEnabled` becomes true. */
export function useFocusOnMount<Element extends HTMLElement>(isEnabled = true): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useEffect(() => {
    if (isEnabled) element.current?.focus();
  }, [isEnabled]);
  return element;
}
