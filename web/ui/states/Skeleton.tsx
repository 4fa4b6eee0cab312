import { type CSSProperties, useMemo } from 'react';

interface SkeletonProps {
  /** How many lines of text are expected. */
  lines?: number;
  /** One block of this CSS height instead. */
  height?: string;
}

/** The shape of what is being loaded. Silent: say "Loading" once, beside it, where that matters. */
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
