import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

const incompleteLink = 'This link is incomplete. Open it again from the email.';

/** Body of POST /api/verify-email, /api/confirm-email-change, /api/undo-email-change and /api/unsubscribe. */
export const MailLinkRequest = v.strictObject({
  token: v.pipe(v.string(incompleteLink), v.minLength(1, incompleteLink), v.maxLength(200, incompleteLink)),
});
export type MailLinkRequest = v.InferOutput<typeof MailLinkRequest>;

export const MailLinkResponse = v.object({
  message: v.string(),
  /** Set after a PayPal address change: payouts are on hold until this time. */
  heldUntil: v.optional(v.nullable(isoInstant)),
});
export type MailLinkResponse = v.InferOutput<typeof MailLinkResponse>;
