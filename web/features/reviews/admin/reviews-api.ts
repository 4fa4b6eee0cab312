/** Calls of the Reviews tab. */
import { mutate } from 'swr';
import { AdminReviewCase } from '#schema/reviews/admin-review-case.ts';
import { AdminReview } from '#schema/reviews/admin-reviews.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { certificatesPath } from '#web/features/certificates/admin/certificates-api.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

export const reviewsPath = '/api/admin/reviews';
const casePath = (id: number) => `${reviewsPath}/${id}/case`;

/** One certificate with all that it is decided on; asked for at each visit. */
export function useReviewCase(id: number) {
  return useQuery(casePath(id), AdminReviewCase, { asksOnVisit: true });
}

/** The member can activate it from now on, and is told by mail. */
export function passReview({ id, version }: AdminReview): Promise<AdminReview> {
  return decide(id, 'pass', { version });
}

/** Mails the question to the member; the certificate goes on waiting. */
export function askMember({ id, version }: AdminReview, question: string): Promise<AdminReview> {
  return decide(id, 'ask', { version, question });
}

/** Cancels it: its tokens go back to the member, who is told the reason. */
export function refuseReview({ id, version }: AdminReview, reason: string): Promise<AdminReview> {
  return decide(id, 'refuse', { version, reason });
}

/** Keeps it as it is after a decision of one's own, so that who opens it again is not told that somebody else has changed it. */
export async function keepReview(review: AdminReview): Promise<void> {
  await mutate<AdminReviewCase>(casePath(review.id), (known) => known && { ...known, review }, { revalidate: false });
}

/** Everything that a decision may have changed is asked for again. Answers the case as it is then. */
export async function reloadReviews(id?: number): Promise<AdminReviewCase | undefined> {
  const shown = id === undefined ? undefined : await mutate<AdminReviewCase>(casePath(id)).catch(() => undefined);
  await reloadLists(reviewsPath, decisionsPath, certificatesPath).catch(() => undefined);
  return shown;
}

/** Decisions about groups (decisions-api.ts). */
export const decisionsPath = '/api/admin/review-decisions';

async function decide(id: number, verb: 'pass' | 'ask' | 'refuse', body: object): Promise<AdminReview> {
  try {
    return await apiSend('POST', `${reviewsPath}/${id}/${verb}`, body, AdminReview);
  } catch (error) {
    // Somebody else may have decided: it is shown as it stands now.
    await mutate(casePath(id)).catch(() => undefined);
    throw error;
  } finally {
    await reloadLists(reviewsPath, certificatesPath).catch(() => undefined);
  }
}
