import type { AdminReview } from '#schema/reviews/admin-reviews.ts';
import { ChangedAlert } from '#web/features/admin/viewers/ChangedAlert.tsx';
import { dateTime } from '#web/lib/format.ts';
import { Alert } from '#web/ui/states/Alert.tsx';

/** Warns about a concurrent update because a decision must be based on the current version. */
export function OutdatedAlert({ review, onSeen }: { review: AdminReview; onSeen: () => void }) {
  const { decidedAt, decidedBy } = review;
  if (review.review !== 'waiting') {
    return (
      <Alert tone="warning" title="Someone else already decided on this certificate">
        {decidedAt && `${decidedBy ?? 'A colleague'} decided on ${dateTime(decidedAt)}, so your decision can’t be saved.`}
      </Alert>
    );
  }
  return (
    <ChangedAlert title="Someone else changed this certificate" onSeen={onSeen}>
      Please check it again before you decide. Anything you typed is still here.
    </ChangedAlert>
  );
}
