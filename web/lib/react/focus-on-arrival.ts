/** Where the focus goes when what had it has just made room for something else. */
import { type RefObject, useEffect, useRef } from 'react';

/** A ref whose element takes the focus when it appears; give it `tabIndex={-1}`. */
export function useFocusOnArrival<Element extends HTMLElement>(): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
