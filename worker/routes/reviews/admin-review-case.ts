/** GET /api/admin/reviews/:id/case. Product rules: Reviews. */
import { Hono } from 'hono';
import type { AdminReviewCase } from '#schema/reviews/admin-review-case.ts';
import { selectAccounts } from '#worker/domain/reviews/case-display.ts';
import { groupAccounts } from '#worker/domain/reviews/group.ts';
import { ApiError } from '#worker/errors.ts';
import { type AdminEnv, requireAdmin } from '#worker/middleware/admin.ts';
import { readRowId } from '#worker/routes/admin/row-id.ts';
import { hashMailboxes } from '#worker/security/mailbox.ts';
import { presentCase } from './admin-present-review-case.ts';

export const reviewCaseRoutes = new Hono<AdminEnv>().get('/:id/case', requireAdmin, async (c) => {
  const { config, now, store } = c.var;
  const id = readRowId(c);
  const storedFacts = await store.reviews.factsOfCertificate(id);
  if (!storedFacts) throw createNotFoundError();
  const facts = await hashMailboxes(config.addressHashKey, storedFacts);
  const group = groupAccounts(facts);
  const accounts = selectAccounts(facts, group.members);
  const records = await store.admin.reviewCases.read(id, accounts, group.members);
  if (!records.review) throw createNotFoundError();
  return c.json(presentCase({ facts, group, shown: accounts, records, review: records.review }, now) satisfies AdminReviewCase);
});

function createNotFoundError(): ApiError {
  return new ApiError('certificate_not_found');
}
