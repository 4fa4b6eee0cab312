import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

const incompleteLink = 'This link is incomplete. Open it again from the email.';

/** Body of the POST requests sent by pages that are opened from emailed links, such as /api/verify-email. */
export const MailLinkRequest = v.strictObject({
  token: v.pipe(v.string(incompleteLink), v.minLength(1, incompleteLink), v.maxLength(200, incompleteLink)),
});
export type MailLinkRequest = v.InferOutput<typeof MailLinkRequest>;

export const MailLinkResponse = v.object({
  message: v.string(),
  /** Set after confirming a new PayPal address: payouts are on hold until this time. */
  heldUntil: v.optional(v.nullable(isoInstant)),
  /** Set after securing an account: the email address to send a password reset link to. */
  email: v.optional(v.string()),
});
export type MailLinkResponse = v.InferOutput<typeof MailLinkResponse>;
