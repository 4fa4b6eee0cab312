/** Certificates awaiting review. Product rules: Reviews. */
import * as v from 'valibot';
import { AdminCertificate } from '#schema/certificates/admin-certificates.ts';
import { isoInstant, requiredText } from '#schema/fields.ts';

export const reviewTextMaxLength = 1_000;

export const AdminReview = v.object({
  ...v.pick(AdminCertificate, ['id', 'number', 'type', 'tokensRedeemed', 'status', 'review', 'createdAt', 'version']).entries,
  user: v.object({
    id: v.number(),
    email: v.string(),
    name: v.nullable(v.string()),
    role: v.string(),
    createdAt: isoInstant,
  }),
  /** Signal codes; empty for a member's first certificate. */
  signals: v.array(v.string()),
  /** Held by a super administrator's group decision: only they may pass it. */
  isHeldBySuperAdmin: v.boolean(),
  question: v.nullable(v.string()),
  askedAt: v.nullable(isoInstant),
  decidedAt: v.nullable(isoInstant),
  /** The administrator's email; null if undecided or decided by rule. */
  decidedBy: v.nullable(v.string()),
  reason: v.nullable(v.string()),
});
export type AdminReview = v.InferOutput<typeof AdminReview>;

/** GET /api/admin/reviews: oldest first. */
export const AdminReviews = v.array(AdminReview);

const version = v.pipe(v.number(), v.integer());
const question = requiredText('Please enter your question for the member', reviewTextMaxLength);
const reason = requiredText('Please enter a reason for the member', reviewTextMaxLength);

/** POST /api/admin/reviews/:id/pass. All review calls return the `AdminReview`. */
export const PassReview = v.strictObject({ version });
/** POST /api/admin/reviews/:id/ask: question and answer go by email. */
export const AskReview = v.strictObject({ question, version });
export const AskReviewForm = v.object({ question });
/** POST /api/admin/reviews/:id/refuse. */
export const RefuseReview = v.strictObject({ reason, version });
export const RefuseReviewForm = v.object({ reason });
