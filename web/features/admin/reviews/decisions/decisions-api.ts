/** Calls for decisions about a group. */
import useSWR, { mutate } from 'swr';
import { DecisionPreview, type ReviewDecision, ReviewDecisionDetails, ReviewDecisionList } from '#schema/admin/review-decisions.ts';
import type { GroupAction } from '#web/features/admin/reviews/decisions/decision-labels.ts';
import { decisionsPath, reloadReviews } from '#web/features/admin/reviews/reviews-api.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { queryDefaults } from '#web/lib/api/query-defaults.ts';

/** What would go along, as of now; asked anew at each visit. */
export function useDecisionPreview(action: GroupAction, memberIds: readonly number[]) {
  return useSWR<DecisionPreview, unknown>(
    ['decision-preview', action, ...memberIds],
    () => apiSend('POST', `${decisionsPath}/preview`, { action, memberIds }, DecisionPreview),
    { ...queryDefaults, revalidateOnMount: true },
  );
}

const ofMember = (memberId: number) => `${decisionsPath}?member=${memberId}`;

/** What was decided about groups with this member in them, the newest first. */
export function useDecisionsAbout(memberId: number) {
  return useQuery(ofMember(memberId), ReviewDecisionList, { asksOnVisit: true });
}

interface Decided {
  preview: DecisionPreview;
  reason: string;
  reviewId: number;
  memberId: number;
}

export async function decideGroup({ preview: { action, members, seen }, reason, reviewId, memberId }: Decided): Promise<void> {
  const memberIds = members.map(({ member }) => member.id);
  await apiSend('POST', decisionsPath, { action, memberIds, reason, reviewId, seen }, ReviewDecisionDetails);
  await reloadDecided(reviewId, memberId);
}

export async function undoDecision({ id, version, review }: ReviewDecision, reason: string, memberId?: number): Promise<void> {
  await apiSend('POST', `${decisionsPath}/${id}/undo`, { reason, version }, ReviewDecisionDetails);
  await reloadDecided(review?.id, memberId);
}

export async function reloadDecided(reviewId?: number, memberId?: number): Promise<void> {
  if (memberId !== undefined) await mutate(ofMember(memberId)).catch(() => undefined);
  await reloadReviews(reviewId);
}
