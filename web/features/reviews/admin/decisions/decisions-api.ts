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
  return useQuery(getMemberDecisionsPath(memberId), ReviewDecisionList, { revalidatesOnMount: true });
}

export function useDecision(id: number) {
  return useQuery(`${decisionsPath}/${id}`, ReviewDecisionDetails, { revalidatesOnMount: true });
}

export interface OpenCase {
  reviewId: number;
  memberId: number;
}

export async function decideGroup(
  { action, members, seen }: DecisionPreview,
  reason: string,
  { reviewId, memberId }: OpenCase,
): Promise<AdminReview | undefined> {
  const memberIds = members.map(({ member }) => member.id);
  await apiSend('POST', decisionsPath, { action, memberIds, reason, reviewId, seen }, ReviewDecisionDetails);
  return reloadAfterDecision({ reviewId, memberId });
}

export async function undoDecision(
  { id, version }: ReviewDecision,
  reason: string,
  reviewCase?: OpenCase,
): Promise<AdminReview | undefined> {
  await apiSend('POST', `${decisionsPath}/${id}/undo`, { reason, version }, ReviewDecisionDetails);
  return reloadAfterDecision(reviewCase);
}

export async function reloadAfterDecision(reviewCase?: OpenCase): Promise<AdminReview | undefined> {
  if (reviewCase) await mutate(getMemberDecisionsPath(reviewCase.memberId)).catch(() => undefined);
  return (await reloadReviews(reviewCase?.reviewId))?.review;
}
