/** The calls behind the links of mails. */
import { MessageResponse } from '#schema/account.ts';
import { apiSend } from '#web/lib/api/client.ts';

/** Does what a link is for; answers the server's word on it. Throws ApiError or NetworkError. */
export async function sendMailLink(path: string, token: string): Promise<string> {
  return (await apiSend('POST', path, { token }, MessageResponse)).message;
}
