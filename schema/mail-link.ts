/** Links in mails: what their pages send. */
import * as v from 'valibot';

const broken = 'This link is not complete. Please open it again from the mail.';

/** POST /api/verify-email, /api/confirm-email-change, /api/undo-email-change and /api/unsubscribe. */
export const MailLinkRequest = v.strictObject({
  token: v.pipe(v.string(broken), v.minLength(1, broken), v.maxLength(200, broken)),
});
export type MailLinkRequest = v.InferOutput<typeof MailLinkRequest>;
