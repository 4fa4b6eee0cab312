import { mutate } from 'swr';
import { AdminReviewCase } from '#schema/reviews/admin-review-case.ts';
import { AdminReview } from '#schema/reviews/admin-reviews.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { reloadNewer } from '#web/features/admin/live-query.ts';
import { certificatesPath } from '#web/features/certificates/admin/certificates-api.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

export const reviewsPath = '/api/admin/reviews';
const casePath = (id: number) => `${reviewsPath}/${id}/case`;

/** Loads a review case and revalidates it on each visit. */
export function useReviewCase(id: number) {
  return useQuery(casePath(id), AdminReviewCase, { revalidatesOnMount: true });
}

/** Loads a case that someone has changed. */
export function reloadCase(id: number): Promise<void> {
  return reloadNewer(casePath(id), AdminReviewCase, ({ review }) => review.version);
}

/** Approves the certificate and emails the member. */
export function passReview({ id, version }: AdminReview): Promise<AdminReview> {
  return decide(id, 'pass', { version });
}

/** Emails the question; the certificate stays in review. */
export function askMember({ id, version }: AdminReview, question: string): Promise<AdminReview> {
  return decide(id, 'ask', { version, question });
}

/** Cancels the certificate, refunds its tokens and emails the reason. */
export function refuseReview({ id, version }: AdminReview, reason: string): Promise<AdminReview> {
  return decide(id, 'refuse', { version, reason });
}

/** Caches the result of the administrator's own decision so that it does not look like a concurrent update. */
export async function updateCachedReview(review: AdminReview): Promise<void> {
  await mutate<AdminReviewCase>(casePath(review.id), (current) => current && { ...current, review }, { revalidate: false });
}

export async function reloadReviews(id?: number): Promise<AdminReviewCase | undefined> {
  const reviewCase = id === undefined ? undefined : await mutate<AdminReviewCase>(casePath(id)).catch(() => undefined);
  await reloadLists(reviewsPath, decisionsPath, certificatesPath).catch(() => undefined);
  return reviewCase;
}

export const decisionsPath = '/api/admin/review-decisions';

async function decide(id: number, verb: 'pass' | 'ask' | 'refuse', body: object): Promise<AdminReview> {
  try {
    return await apiSend('POST', `${reviewsPath}/${id}/${verb}`, body, AdminReview);
  } catch (error) {
    // The rejection may be due to a concurrent decision, so reload the case.
    await mutate(casePath(id)).catch(() => undefined);
    throw error;
  } finally {
    await reloadLists(reviewsPath, certificatesPath).catch(() => undefined);
  }
}
