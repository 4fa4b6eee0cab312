import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

const incompleteLink = 'This link is incomplete. Open it again from the email.';

/** POST /api/verify-email, /api/confirm-email-change, /api/undo-email-change and /api/unsubscribe. */
export const MailLinkRequest = v.strictObject({
  token: v.pipe(v.string(incompleteLink), v.minLength(1, incompleteLink), v.maxLength(200, incompleteLink)),
});
export type MailLinkRequest = v.InferOutput<typeof MailLinkRequest>;

export const MailLinkResponse = v.object({
  message: v.string(),
  /** For a changed PayPal address: no payouts until then. */
  heldUntil: v.optional(v.nullable(isoInstant)),
});
export type MailLinkResponse = v.InferOutput<typeof MailLinkResponse>;
