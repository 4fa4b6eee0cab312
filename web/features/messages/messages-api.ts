import { mutate } from 'swr';
import { Conversation, Conversations } from '#schema/messages/contact.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { usePages } from '#web/lib/api/pages.ts';

const messagesPath = '/api/messages';
const firstPage = `${messagesPath}?limit=10`;

export function useOwnMessages() {
  return usePages(firstPage, Conversations);
}

export async function sendReply(id: number, text: string): Promise<void> {
  await apiSend('POST', `${messagesPath}/${id}/replies`, { text }, Conversation);
  await mutate(firstPage).catch(() => undefined);
}
