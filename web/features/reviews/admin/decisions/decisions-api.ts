import useSWR, { mutate } from 'swr';
import { DecisionPreview, type ReviewDecision, ReviewDecisionDetails, ReviewDecisionList } from '#schema/reviews/admin-review-decisions.ts';
import type { AdminReview } from '#schema/reviews/admin-reviews.ts';
import type { GroupAction } from '#web/features/reviews/admin/decisions/decision-labels.ts';
import { decisionsPath, reloadReviews } from '#web/features/reviews/admin/reviews-api.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { queryDefaults } from '#web/lib/api/query-defaults.ts';

export function useDecisionPreview(action: GroupAction, memberIds: readonly number[]) {
  return useSWR<DecisionPreview, unknown>(
    ['decision-preview', action, ...memberIds],
    () => apiSend('POST', `${decisionsPath}/preview`, { action, memberIds }, DecisionPreview),
    { ...queryDefaults, revalidateOnMount: true },
  );
}

const getMemberDecisionsPath = (memberId: number) => `${decisionsPath}?member=${memberId}`;

export function useDecisionsAbout(memberId: number) {
  return useQuery(getMemberDecisionsPath(memberId), ReviewDecisionList, { asksOnVisit: true });
}

export interface ShownCase {
  reviewId: number;
  memberId: number;
}

export async function decideGroup(
  { action, members, seen }: DecisionPreview,
  reason: string,
  { reviewId, memberId }: ShownCase,
): Promise<AdminReview | undefined> {
  const memberIds = members.map(({ member }) => member.id);
  await apiSend('POST', decisionsPath, { action, memberIds, reason, reviewId, seen }, ReviewDecisionDetails);
  return reloadDecided({ reviewId, memberId });
}

export async function undoDecision({ id, version }: ReviewDecision, reason: string, shown?: ShownCase): Promise<AdminReview | undefined> {
  await apiSend('POST', `${decisionsPath}/${id}/undo`, { reason, version }, ReviewDecisionDetails);
  return reloadDecided(shown);
}

export async function reloadDecided(shown?: ShownCase): Promise<AdminReview | undefined> {
  if (shown) await mutate(getMemberDecisionsPath(shown.memberId)).catch(() => undefined);
  return (await reloadReviews(shown?.reviewId))?.review;
}
