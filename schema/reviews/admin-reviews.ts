/** Certificates that wait for their review. Product rules: Reviews. */
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
  /** Codes of why it waits; empty where it is the member's first one. */
  signals: v.array(v.string()),
  /** A super administrator's decision about a group holds it: none but they pass it. */
  isHeldBySuperAdmin: v.boolean(),
  /** What the member was asked last. */
  question: v.nullable(v.string()),
  askedAt: v.nullable(isoInstant),
  decidedAt: v.nullable(isoInstant),
  /** E-mail of the administrator; null where the rules decided, or nobody has. */
  decidedBy: v.nullable(v.string()),
  /** Why it was refused. */
  reason: v.nullable(v.string()),
});
export type AdminReview = v.InferOutput<typeof AdminReview>;

/** GET /api/admin/reviews: what waits, the oldest first. */
export const AdminReviews = v.array(AdminReview);

const version = v.pipe(v.number(), v.integer());
const question = requiredText('Please write what you ask; the member reads it', reviewTextMaxLength);
const reason = requiredText('Please say why; the member reads it', reviewTextMaxLength);

/** POST /api/admin/reviews/:id/pass; this and the others answer the `AdminReview`. */
export const PassReview = v.strictObject({ version });
/** POST /api/admin/reviews/:id/ask: the member is asked by mail, and answers by mail. */
export const AskReview = v.strictObject({ question, version });
export const AskReviewForm = v.object({ question });
/** POST /api/admin/reviews/:id/refuse. */
export const RefuseReview = v.strictObject({ reason, version });
export const RefuseReviewForm = v.object({ reason });
