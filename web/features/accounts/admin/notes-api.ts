import { mutate } from 'swr';
import { MemberNote, MemberNotes } from '#schema/accounts/admin-member-notes.ts';
import { usersPath } from '#web/features/accounts/admin/users-api.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { usePages } from '#web/lib/api/pages.ts';

const notesPath = (userId: number) => `${usersPath}/${userId}/notes`;
const firstPage = (userId: number) => `${notesPath(userId)}?limit=20`;

export function useNotes(userId: number) {
  return usePages(firstPage(userId), MemberNotes);
}

export function addNote(userId: number, text: string): Promise<void> {
  return change(userId, apiSend('POST', notesPath(userId), { text }, MemberNote));
}

export function removeNote(userId: number, id: number): Promise<void> {
  return change(userId, apiSend('DELETE', `${notesPath(userId)}/${id}`, undefined, MemberNote));
}

/** Sends a change and reloads the notes. A rejection reloads them too, because it means a concurrent update. */
async function change(userId: number, sending: Promise<unknown>): Promise<void> {
  try {
    await sending;
  } finally {
    await mutate(firstPage(userId)).catch(() => undefined);
  }
}
