import { type RefObject, useEffect, useRef } from 'react';

/** Calls `onClose` on a press or focus outside of `boxes` while open. */
export function useCloseOutside(isOpen: boolean, onClose: () => void, ...boxes: RefObject<HTMLElement | null>[]): void {
  const latest = useRef({ onClose, boxes });
  latest.current = { onClose, boxes };
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !latest.current.boxes.some((box) => box.current?.contains(target))) latest.current.onClose();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);
}
