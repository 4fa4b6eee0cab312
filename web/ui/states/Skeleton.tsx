import { type CSSProperties, useMemo } from 'react';

interface SkeletonProps {
  lines?: number;
  /** CSS height of a single block, shown instead of lines. */
  height?: string;
}

/** Shows a placeholder that is hidden from screen readers. Use `Loading` for one with a label. */
export function Skeleton({ lines = 3, height }: SkeletonProps) {
  const keys = useMemo(() => Array.from({ length: lines }, (_, index) => `line-${index}`), [lines]);
  if (height) return <div className="skeleton" aria-hidden="true" style={{ '--skeleton-height': height } as CSSProperties} />;
  return (
    <div className="stack gap-3 skeleton-lines" aria-hidden="true">
      {keys.map((key) => (
        <div key={key} className="skeleton" />
      ))}
    </div>
  );
}
