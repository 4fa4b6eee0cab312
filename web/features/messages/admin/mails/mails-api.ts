import { MessageResponse } from '#schema/accounts/account.ts';
import { ReadMail } from '#schema/admin/system.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

export const mailsPath = '/api/admin/mails';

export function useMail(id: number) {
  return useQuery(`${mailsPath}/${id}`, ReadMail, { revalidatesOnMount: true });
}

export async function resendMail(id: number): Promise<string> {
  const { message } = await apiSend('POST', `${mailsPath}/${id}/resend`, undefined, MessageResponse);
  await reloadLists(mailsPath).catch(() => undefined);
  return message;
}
