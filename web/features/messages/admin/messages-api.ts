import { mutate } from 'swr';
import { BulkResponse } from '#schema/admin/bulk.ts';
import { AdminConversation, type AdminMessage, InboxDesk, type OrganizeMessage } from '#schema/messages/admin-messages.ts';
import { type NewSavedReply, SavedReplies, type SavedReply } from '#schema/messages/saved-replies.ts';
import { reloadLists, showRowChange } from '#web/features/admin/lists/list-page.ts';
import { reloadNewer } from '#web/features/admin/live-query.ts';
import { apiGet, apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

export const messagesPath = '/api/admin/messages';
const getMessagePath = (id: number) => `${messagesPath}/${id}`;

export function handleMessages(messages: readonly AdminMessage[], isHandled: boolean): Promise<BulkResponse> {
  const versions = messages.map(({ id, version }) => ({ id, version }));
  return apiSend('POST', `${messagesPath}/handled`, { messages: versions, isHandled }, BulkResponse);
}

export function useConversation(id: number) {
  return useQuery(getMessagePath(id), AdminConversation, { revalidatesOnMount: true });
}

/** Loads a conversation, bypassing the cache. */
export async function readConversation(id: number): Promise<AdminConversation> {
  return updateCache(await apiGet(getMessagePath(id), AdminConversation));
}

type Snapshot = Pick<AdminConversation, 'id' | 'version'>;

export async function handleMessage({ id, version }: Snapshot, isHandled: boolean): Promise<AdminConversation> {
  showRowChange<AdminMessage>(messagesPath, id, { state: isHandled ? 'closed' : 'open' });
  try {
    return updateCache(await apiSend('PATCH', getMessagePath(id), { isHandled, version }, AdminConversation));
  } finally {
    void reloadLists(messagesPath);
  }
}

export async function addToConversation(
  { id, version }: Snapshot,
  kind: 'answers' | 'replies' | 'notes',
  text: string,
): Promise<AdminConversation> {
  const conversation = updateCache(await apiSend('POST', `${getMessagePath(id)}/${kind}`, { text, version }, AdminConversation));
  void reloadLists(messagesPath);
  return conversation;
}

export async function organizeMessage({ id, version }: Snapshot, change: Omit<OrganizeMessage, 'version'>): Promise<AdminConversation> {
  const conversation = updateCache(await apiSend('PUT', `${getMessagePath(id)}/desk`, { ...change, version }, AdminConversation));
  void reloadLists(messagesPath);
  if (change.tags) void mutate(deskPath);
  return conversation;
}

/** Loads a conversation that someone has changed. */
export function reloadConversation(id: number): Promise<void> {
  return reloadNewer(getMessagePath(id), AdminConversation, ({ version }) => version);
}

const deskPath = `${messagesPath}/desk`;
const savedRepliesPath = `${messagesPath}/saved-replies`;

export function useInboxDesk() {
  return useQuery(deskPath, InboxDesk, { revalidatesOnMount: true });
}

export async function saveReply(reply: NewSavedReply, existing: SavedReply | null): Promise<void> {
  if (existing === null) await apiSend('POST', savedRepliesPath, reply, SavedReplies);
  else await apiSend('PUT', `${savedRepliesPath}/${existing.id}`, { ...reply, version: existing.version }, SavedReplies);
  await mutate(deskPath);
}

export async function removeReply({ id, version }: SavedReply): Promise<void> {
  await apiSend('DELETE', `${savedRepliesPath}/${id}`, { version }, SavedReplies);
  await mutate(deskPath);
}

/** Shows the conversation without loading it. */
export function updateCache(conversation: AdminConversation): AdminConversation {
  void mutate(getMessagePath(conversation.id), conversation, { revalidate: false });
  return conversation;
}
