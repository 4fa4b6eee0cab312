/** Certificates awaiting review. Product rules: Reviews. */
import * as v from 'valibot';
import { AdminCertificate } from '#schema/certificates/admin-certificates.ts';
import { isoInstant, requiredLines } from '#schema/fields.ts';

export const reviewTextMaxLength = 1_000;

export const AdminReview = v.object({
  ...v.pick(AdminCertificate, ['id', 'number', 'type', 'tokensRedeemed', 'status', 'review', 'createdAt', 'version']).entries,
  user: v.object({
    id: v.number(),
    /** The member's email address; null if the account was erased. */
    email: v.nullable(v.string()),
    name: v.nullable(v.string()),
    role: v.string(),
    createdAt: isoInstant,
  }),
  /** Codes of the signals; empty if the certificate is under review only because it is the member's first. */
  signals: v.array(v.string()),
  /** True if a super administrator's group decision put the certificate on hold, so only a super administrator may pass its review. */
  isHeldBySuperAdmin: v.boolean(),
  question: v.nullable(v.string()),
  askedAt: v.nullable(isoInstant),
  decidedAt: v.nullable(isoInstant),
  /** The administrator's email address; null if undecided or decided automatically. */
  decidedBy: v.nullable(v.string()),
  reason: v.nullable(v.string()),
});
export type AdminReview = v.InferOutput<typeof AdminReview>;

/** Response of GET /api/admin/reviews, oldest first. */
export const AdminReviews = v.array(AdminReview);

const version = v.pipe(v.number(), v.integer());
const question = requiredLines('Please enter your question for the member', reviewTextMaxLength);
const reason = requiredLines('Please enter a reason for the member', reviewTextMaxLength);

/** Body of POST /api/admin/reviews/:id/pass. All review endpoints return the `AdminReview`. */
export const PassReview = v.strictObject({ version });
/** Body of POST /api/admin/reviews/:id/ask, which emails a question to the member. The member replies by email. */
export const AskReview = v.strictObject({ question, version });
export const AskReviewForm = v.object({ question });
export const RefuseReview = v.strictObject({ reason, version });
export const RefuseReviewForm = v.object({ reason });
