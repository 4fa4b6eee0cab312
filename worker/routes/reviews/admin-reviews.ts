/**
 * Routes at /api/admin/reviews. Every administrator can pass a review or ask the member a question; only super administrators can refuse a
 * certificate. Product rules: Reviews.
 */

import { type Context, Hono } from 'hono';
import { type AdminReview, AskReview, PassReview, RefuseReview } from '#schema/reviews/admin-reviews.ts';
import type { SnapshotSignals } from '#schema/reviews/signals.ts';
import { secondLookSampleInterval } from '#schema/rules.ts';
import { realAddress } from '#worker/domain/accounts/deletion.ts';
import { activationDeadline, getOption, getStatusAt } from '#worker/domain/certificates/certificate.ts';
import { pick } from '#worker/domain/pick.ts';
import { reviewSignals } from '#worker/domain/reviews/signals.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import { ApiError } from '#worker/errors.ts';
import { type AdminEnv, freshProofOnly, requireAdmin, requireMoneyMover } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';
import { adminList } from '#worker/routes/admin/list.ts';
import { refuseBenefactor, refuseOwnMember } from '#worker/routes/admin/own-member.ts';
import { readRowId } from '#worker/routes/admin/row-id.ts';
import { hashMailboxes } from '#worker/security/mailbox.ts';
import { isDrawn } from '#worker/security/random.ts';
import { type ReviewDecision, type ReviewRow, reviewListShape } from '#worker/store/reviews/admin-reviews.ts';

export const reviewRoutes = new Hono<AdminEnv>()
  .route(
    '/',
    adminList({
      shape: reviewListShape,
      read: (store, request) => store.admin.reviews.list(request),
      present: (row: ReviewRow, c) => presentReview(row, c.var.now),
      csv: {
        fileName: 'reviews.csv',
        columns: [
          { header: 'Number', value: ({ number }) => number },
          { header: 'Member', value: ({ user }) => user.email },
          { header: 'Name', value: ({ user }) => user.name },
          { header: 'Member since', value: ({ user }) => user.createdAt },
          { header: 'Stay', value: ({ type }) => getOption(type).name },
          { header: 'Tokens', value: ({ tokensRedeemed }) => tokensRedeemed },
          { header: 'Redeemed', value: ({ createdAt }) => createdAt },
          { header: 'Signals', value: ({ signals }) => signals.join(' ') },
          { header: 'Asked on', value: ({ askedAt }) => askedAt },
          { header: 'Question', value: ({ question }) => question },
        ],
      },
    }),
  )

  .get('/:id', requireAdmin, async (c) => c.json(presentReview(await findReview(c), c.var.now)))

  .post('/:id/pass', requireAdmin, json(PassReview), async (c) => {
    const { actsAs, config, now, store } = c.var;
    return decide(c, c.req.valid('json').version, async (decision) => {
      const { isHeldBySuperAdmin, number, userId } = decision.row;
      if (isHeldBySuperAdmin === 1 && actsAs !== 'super_admin') throw new ApiError('held_by_super_admin');
      const signals = await currentSignals(c, decision.row.id);
      const codes = [...new Set([...(JSON.parse(decision.row.reviewSignals) as string[]), ...signals.map(({ code }) => code)])];
      if (codes.length > 0) freshProofOnly(c);
      await refuseBenefactor(c, [userId]);
      const check = await refuseOwnMember(c, userId);
      const getsSecondLook = codes.length > 0 || (await isDrawn(config.linkSigningKey, 'second-look', number, secondLookSampleInterval));
      return store.admin.reviews.pass(
        decision,
        {
          isSuperAdmin: actsAs === 'super_admin',
          isDevelopment: config.environment === 'development',
          activateBy: activationDeadline(now),
          check,
          codes,
          signals,
          getsSecondLook,
        },
        now,
      );
    });
  })

  .post('/:id/ask', requireAdmin, json(AskReview), async (c) => {
    const { now, store } = c.var;
    const { question, version } = c.req.valid('json');
    return decide(c, version, (decision) => store.admin.reviews.askMember(decision, question, now));
  })

  .post('/:id/refuse', requireMoneyMover, json(RefuseReview), async (c) => {
    const { now, store } = c.var;
    const { reason, version } = c.req.valid('json');
    return decide(c, version, async (decision) => {
      const check = await refuseOwnMember(c, decision.row.userId);
      return store.admin.reviews.refuse(decision, { reason, check, signals: await currentSignals(c, decision.row.id) }, now);
    });
  });

/**
 * Saves the decision and returns the review's new state. Throws if the review no longer has the given version or has already been decided.
 */
async function decide(c: Context<AdminEnv>, version: number, write: (decision: ReviewDecision) => Promise<boolean>): Promise<Response> {
  const { actor, now } = c.var;
  const row = await findReview(c);
  const isUnchanged = row.version === version && row.review === 'waiting';
  const isDone = isUnchanged && (await write({ row, actor }));
  const after = isUnchanged ? await findReview(c) : row;
  if (isDone) return c.json(presentReview(after, now));
  throw new ApiError(after.review === 'waiting' ? 'changed_meanwhile' : 'review_decided');
}

/** Returns the case's signals as they are now, for example with those of a payment that was disputed after the redemption. */
export async function currentSignals(c: Context<AdminEnv>, certificateId: number): Promise<SnapshotSignals> {
  const { config, now, store } = c.var;
  const facts = await store.reviews.factsOfCertificate(certificateId);
  if (facts === undefined) return [];
  return reviewSignals(await hashMailboxes(config.addressHashKey, facts), now).map(({ code, counts }) => ({ code, counts }));
}

async function findReview(c: Context<AdminEnv>): Promise<ReviewRow> {
  const row = await c.var.store.admin.reviews.find(readRowId(c));
  if (row === undefined) throw new ApiError('certificate_not_found');
  return row;
}

export function presentReview(row: ReviewRow, now: number): AdminReview {
  return {
    ...pick(row, 'id', 'number', 'type', 'tokensRedeemed', 'review', 'version'),
    status: getStatusAt(row, row.pausedAt ?? now),
    createdAt: toIso(row.createdAt),
    user: { id: row.userId, email: realAddress(row.email), name: row.name, role: row.role, createdAt: toIso(row.memberSince) },
    signals: JSON.parse(row.reviewSignals) as string[],
    isHeldBySuperAdmin: row.isHeldBySuperAdmin === 1,
    question: row.reviewQuestion,
    askedAt: toIsoOrNull(row.reviewAskedAt),
    decidedAt: toIsoOrNull(row.reviewedAt),
    decidedBy: row.reviewedBy,
    reason: row.reviewReason,
  };
}
