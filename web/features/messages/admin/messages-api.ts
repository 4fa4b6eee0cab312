import { mutate } from 'swr';
import type { BulkResponse } from '#schema/admin/bulk.ts';
import { AdminConversation, AdminMessage } from '#schema/messages/admin-messages.ts';
import { sendBulk } from '#web/features/admin/lists/bulk.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { apiGet, apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

export const messagesPath = '/api/admin/messages';
const getMessagePath = (id: number) => `${messagesPath}/${id}`;

export function handleMessages(messages: readonly AdminMessage[], isHandled: boolean): Promise<BulkResponse> {
  return sendBulk(`${messagesPath}/handled`, messagesPath, {
    messages: messages.map(({ id, version }) => ({ id, version })),
    isHandled,
  });
}

export function useConversation(id: number) {
  return useQuery(getMessagePath(id), AdminConversation, { revalidatesOnMount: true });
}

/** Loads a conversation, bypassing the cache. */
export async function readConversation(id: number): Promise<AdminConversation> {
  return updateCache(await apiGet(getMessagePath(id), AdminConversation));
}

export async function handleMessage({ id, version }: Pick<AdminMessage, 'id' | 'version'>, isHandled: boolean): Promise<void> {
  try {
    await apiSend('PATCH', getMessagePath(id), { isHandled, version }, AdminMessage);
  } finally {
    await Promise.all([reloadLists(messagesPath), mutate(getMessagePath(id))]).catch(() => undefined);
  }
}

export async function addToConversation(
  { id, version }: Pick<AdminConversation, 'id' | 'version'>,
  kind: 'answers' | 'replies',
  text: string,
): Promise<AdminConversation> {
  const conversation = updateCache(await apiSend('POST', `${getMessagePath(id)}/${kind}`, { text, version }, AdminConversation));
  void reloadLists(messagesPath);
  return conversation;
}

function updateCache(conversation: AdminConversation): AdminConversation {
  void mutate(getMessagePath(conversation.id), conversation, { revalidate: false });
  return conversation;
}
