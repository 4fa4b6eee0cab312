import { Skeleton } from '#web/ui/states/Skeleton.tsx';

/** Shape of the skeleton: a number of lines, or the CSS heights of its blocks. */
export interface SkeletonShape {
  lines?: number;
  blocks?: readonly string[];
}

/** Shows a skeleton with a label for screen readers. */
export function Loading({ label, lines = 3, blocks }: SkeletonShape & { label: string }) {
  return (
    <div className="stack" role="status">
      <span className="visually-hidden">{label}</span>
      {blocks ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks look alike and are never reordered
        blocks.map((height, index) => <Skeleton key={index} height={height} />)
      ) : (
        <Skeleton lines={lines} />
      )}
    </div>
  );
}
