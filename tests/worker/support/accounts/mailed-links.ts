import { env } from 'cloudflare:workers';
import { tokenInMail } from '#tests/worker/support/client.ts';

export interface StoredMail {
  template: string;
  messageId: string;
  payload: Record<string, string | null>;
}

/** Returns the emails queued or sent to an address, oldest first. */
export async function mailsTo(address: string): Promise<StoredMail[]> {
  const { results } = await env.DB.prepare(
    'SELECT template, message_id AS "messageId", payload FROM outbox WHERE to_address = ? ORDER BY id',
  )
    .bind(address)
    .all<{ template: string; messageId: string; payload: string }>();
  return results.map((mail) => ({ ...mail, payload: JSON.parse(mail.payload) as StoredMail['payload'] }));
}

/** Returns the token from the newest email that uses this template. */
export async function linkIn(address: string, template: string): Promise<string> {
  const mail = (await mailsTo(address)).findLast((one) => one.template === template);
  if (!mail) throw new Error(`No ${template} mail to ${address}`);
  return tokenInMail(mail.messageId);
}
