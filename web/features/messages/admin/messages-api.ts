/** Calls of the Messages tab. */
import { mutate } from 'swr';
import type { BulkResponse } from '#schema/admin/bulk.ts';
import { AdminConversation, AdminMessage } from '#schema/messages/admin-messages.ts';
import { sendAtOnce } from '#web/features/admin/lists/at-once.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { apiGet, apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

export const messagesPath = '/api/admin/messages';
const pathOf = (id: number) => `${messagesPath}/${id}`;

/** Closes several, or opens them again. */
export function handleMessages(messages: readonly AdminMessage[], isHandled: boolean): Promise<BulkResponse> {
  return sendAtOnce(`${messagesPath}/handled`, messagesPath, {
    messages: messages.map(({ id, version }) => ({ id, version })),
    isHandled,
  });
}

/** One message and all that followed; asked for at each visit, since others answer too. */
export function useConversation(id: number) {
  return useQuery(pathOf(id), AdminConversation, { asksOnVisit: true });
}

/** As it is now, past what is shown. */
export async function readConversation(id: number): Promise<AdminConversation> {
  return shown(await apiGet(pathOf(id), AdminConversation));
}

/** Closes a message, or opens it again. */
export async function handleMessage({ id, version }: Pick<AdminMessage, 'id' | 'version'>, isHandled: boolean): Promise<void> {
  try {
    await apiSend('PATCH', pathOf(id), { isHandled, version }, AdminMessage);
  } finally {
    // A refusal says that somebody else was quicker: then too what is shown is out of date.
    await Promise.all([reloadLists(messagesPath), mutate(pathOf(id))]).catch(() => undefined);
  }
}

/** Our answer, which is mailed; or with `replies` what came by mail. */
export async function addToConversation(
  { id, version }: Pick<AdminConversation, 'id' | 'version'>,
  what: 'answers' | 'replies',
  text: string,
): Promise<AdminConversation> {
  const conversation = shown(await apiSend('POST', `${pathOf(id)}/${what}`, { text, version }, AdminConversation));
  void reloadLists(messagesPath);
  return conversation;
}

function shown(conversation: AdminConversation): AdminConversation {
  void mutate(pathOf(conversation.id), conversation, { revalidate: false });
  return conversation;
}
