import { type ReactNode, useEffect, useRef } from 'react';
import type { Reading } from '#web/lib/read-on.ts';
import { ShowMore } from '#web/ui/ShowMore.tsx';

interface GrowingListProps {
  /** `li` elements with `tabIndex={-1}`. */
  children: ReactNode;
  /** How many there are now. */
  count: number;
  reading: Reading;
  /** Said where older ones cannot be loaded and the server gave no reason. */
  moreFailed: string;
  className: string;
  label?: string;
}

/** A list with a way to read on; the focus then goes to the first that is new. */
export function GrowingList({ children, count, reading, moreFailed, className, label }: GrowingListProps) {
  const list = useRef<HTMLUListElement>(null);
  const countBefore = useRef<number | null>(null);
  useEffect(() => {
    if (countBefore.current === null || count <= countBefore.current) return;
    const firstNew = list.current?.children[countBefore.current];
    countBefore.current = null;
    if (firstNew instanceof HTMLElement) firstNew.focus();
  }, [count]);

  return (
    <div className="stack growing-list">
      <ul ref={list} className={`plain-list ${className}`} aria-label={label}>
        {children}
      </ul>
      <ShowMore
        reading={reading}
        failed={moreFailed}
        onMore={() => {
          countBefore.current = count;
        }}
      />
    </div>
  );
}
