import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

const incompleteLink = 'This link is incomplete. Open it again from the email.';

/** Body of POST requests such as /api/verify-email, which are sent by pages opened from emailed links. */
export const MailLinkRequest = v.strictObject({
  token: v.pipe(v.string(incompleteLink), v.minLength(1, incompleteLink), v.maxLength(200, incompleteLink)),
});
export type MailLinkRequest = v.InferOutput<typeof MailLinkRequest>;

/** Body of POST /api/unsubscribe. The link stops the emails of one topic, or all optional ones with `isForAll`. */
export const UnsubscribeRequest = v.strictObject({ ...MailLinkRequest.entries, isForAll: v.optional(v.boolean()) });

export const MailLinkResponse = v.object({
  message: v.string(),
  /** When the hold on payouts ends. Only set after the member confirms a new PayPal address. */
  heldUntil: v.optional(v.nullable(isoInstant)),
  /** The email address to send a password reset link to. Only set after the member secures their account. */
  email: v.optional(v.string()),
});
export type MailLinkResponse = v.InferOutput<typeof MailLinkResponse>;
