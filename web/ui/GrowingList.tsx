import { type ReactNode, useEffect, useRef } from 'react';
import type { Paging } from '#web/lib/paging.ts';
import { ShowMore } from '#web/ui/ShowMore.tsx';

interface GrowingListProps {
  /** List items, which need `tabIndex={-1}`. */
  children: ReactNode;
  count: number;
  paging: Paging;
  /** Fallback error message if loading more items fails. */
  moreFailed: string;
  className: string;
  label?: string;
}

/** Shows a list with a "Show more" button, which moves the focus to the first newly loaded item. */
export function GrowingList({ children, count, paging, moreFailed, className, label }: GrowingListProps) {
  const list = useRef<HTMLUListElement>(null);
  const countBefore = useRef<number | null>(null);
  useEffect(() => {
    if (countBefore.current === null || count <= countBefore.current) return;
    const firstNewItem = list.current?.children[countBefore.current];
    countBefore.current = null;
    if (firstNewItem instanceof HTMLElement) firstNewItem.focus();
  }, [count]);

  return (
    <div className="stack growing-list">
      <ul ref={list} className={`plain-list ${className}`} aria-label={label}>
        {children}
      </ul>
      <ShowMore
        paging={paging}
        failed={moreFailed}
        onMore={() => {
          countBefore.current = count;
        }}
      />
    </div>
  );
}
