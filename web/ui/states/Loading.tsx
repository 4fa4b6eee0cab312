import { Skeleton } from '#web/ui/states/Skeleton.tsx';

/** The shape that something will have: so many lines, or blocks of these CSS heights. */
export interface Shape {
  lines?: number;
  blocks?: readonly string[];
}

/** In place of what is not there yet: its shape, and for who cannot see that a word. */
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
