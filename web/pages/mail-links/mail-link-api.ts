import { MailLinkResponse } from '#schema/accounts/mail-link.ts';
import { apiSend } from '#web/lib/api/client.ts';

export function sendMailLink(path: string, token: string): Promise<MailLinkResponse> {
  return apiSend('POST', path, { token }, MailLinkResponse);
}
