import { mutate } from 'swr';
import type { BulkResponse } from '#schema/admin/bulk.ts';
import { AdminConversation, AdminMessage } from '#schema/messages/admin-messages.ts';
import { sendBulk } from '#web/features/admin/lists/bulk.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { apiGet, apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

export const messagesPath = '/api/admin/messages';
const pathOf = (id: number) => `${messagesPath}/${id}`;

export function handleMessages(messages: readonly AdminMessage[], isHandled: boolean): Promise<BulkResponse> {
  return sendBulk(`${messagesPath}/handled`, messagesPath, {
    messages: messages.map(({ id, version }) => ({ id, version })),
    isHandled,
  });
}

export function useConversation(id: number) {
  return useQuery(pathOf(id), AdminConversation, { asksOnVisit: true });
}

/** Bypasses the cache. */
export async function readConversation(id: number): Promise<AdminConversation> {
  return shown(await apiGet(pathOf(id), AdminConversation));
}

export async function handleMessage({ id, version }: Pick<AdminMessage, 'id' | 'version'>, isHandled: boolean): Promise<void> {
  try {
    await apiSend('PATCH', pathOf(id), { isHandled, version }, AdminMessage);
  } finally {
    // After a refusal too: it means a concurrent update.
    await Promise.all([reloadLists(messagesPath), mutate(pathOf(id))]).catch(() => undefined);
  }
}

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
