import { Skeleton } from '#web/components/Skeleton.tsx';

/** The shape of the card table while the cards are loading. */
export function CardTableSkeleton() {
  return (
    <div className="card-skeleton" role="status">
      <span className="visually-hidden">Loading your Cache Cards…</span>
      <Skeleton height="3.5rem" />
      <Skeleton height="3.5rem" />
      <Skeleton height="3.5rem" />
    </div>
  );
}
