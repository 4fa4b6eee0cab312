import { type ReactNode, useEffect, useRef } from 'react';
import '#web/ui/growing-list.css';
import { errorText } from '#web/lib/api-error.ts';
import type { Reading } from '#web/lib/read-on.ts';

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
  const { hasMore, more, loadingMore, moreError } = reading;
  const list = useRef<HTMLUListElement>(null);
  const countBefore = useRef<number | null>(null);
  useEffect(() => {
    if (countBefore.current === null || count <= countBefore.current) return;
    const firstNew = list.current?.children[countBefore.current];
    countBefore.current = null;
    if (firstNew instanceof HTMLElement) firstNew.focus();
  }, [count]);

  function showMore() {
    if (loadingMore) return;
    countBefore.current = count;
    void more();
  }

  return (
    <div className="stack growing-list">
      <ul ref={list} className={`plain-list ${className}`} aria-label={label}>
        {children}
      </ul>
      {moreError !== null && <p role="alert">{errorText(moreError, moreFailed)}</p>}
      {hasMore && (
        <button
          type="button"
          className="secondary button-block"
          aria-busy={loadingMore || undefined}
          aria-disabled={loadingMore || undefined}
          onClick={showMore}
        >
          {loadingMore ? 'Loading…' : 'Show more'}
        </button>
      )}
    </div>
  );
}
