import { Skeleton } from '#web/ui/states/Skeleton.tsx';

/** A number of lines, or the CSS heights of blocks. */
export interface Shape {
  lines?: number;
  blocks?: readonly string[];
}

/** A skeleton with a label for screen readers. */
export function Loading({ label, lines = 3, blocks }: Shape & { label: string }) {
  return (
    <div className="stack" role="status">
      <span className="visually-hidden">{label}</span>
      {blocks ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are alike, and stay in their places
        blocks.map((height, index) => <Skeleton key={index} height={height} />)
      ) : (
        <Skeleton lines={lines} />
      )}
    </div>
  );
}
