/** Calls of the Messages tab. */
import { AdminMessage } from '#schema/admin/messages.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { apiSend } from '#web/lib/api/client.ts';

export const messagesPath = '/api/admin/messages';

/** Marks a message handled, or opens it again. */
export async function handleMessage({ id }: AdminMessage, isHandled: boolean): Promise<AdminMessage> {
  try {
    return await apiSend('PATCH', `${messagesPath}/${id}`, { isHandled }, AdminMessage);
  } finally {
    // A refusal says that somebody else was quicker: then too the list is out of date.
    void reloadLists(messagesPath);
  }
}
