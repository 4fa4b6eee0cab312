import { type RefObject, useEffect, useRef } from 'react';

/** Calls `onClose` when the user presses or focuses an element outside of `boxes` while `isOpen` is true. */
export function useCloseOutside(isOpen: boolean, onClose: () => void, ...boxes: RefObject<HTMLElement | null>[]): void {
  const latestOptions = useRef({ onClose, boxes });
  latestOptions.current = { onClose, boxes };
  useEffect(() => {
    if (!isOpen) return;
    const closeIfOutside = ({ target }: Event) => {
      if (target instanceof Node && !latestOptions.current.boxes.some((box) => box.current?.contains(target)))
        latestOptions.current.onClose();
    };
    document.addEventListener('pointerdown', closeIfOutside);
    document.addEventListener('focusin', closeIfOutside);
    return () => {
      document.removeEventListener('pointerdown', closeIfOutside);
      document.removeEventListener('focusin', closeIfOutside);
    };
  }, [isOpen]);
}
