import { AdminReviews } from '#schema/reviews/admin-reviews.ts';
import { useListPage } from '#web/features/admin/lists/list-page.ts';
import { reviewsPath } from '#web/features/reviews/admin/reviews-api.ts';

export interface QueuePlace {
  /** Position in the queue, starting at 1; null if the case is not waiting or the queue is still loading. */
  place: number | null;
  waiting: number | null;
  previous: number | null;
  next: number | null;
}

/** Returns a case's position in the review queue, and its neighbors. The queue is sorted by age, and therefore by id. */
export function useQueuePlace(id: number): QueuePlace {
  const { page } = useListPage(`${reviewsPath}?limit=200`, AdminReviews);
  const ids = page?.rows.map((row) => row.id) ?? [];
  const index = ids.indexOf(id);
  return {
    place: index < 0 ? null : index + 1,
    waiting: page ? (page.total?.count ?? ids.length) : null,
    previous: ids.findLast((other) => other < id) ?? null,
    next: ids.find((other) => other > id) ?? null,
  };
}
