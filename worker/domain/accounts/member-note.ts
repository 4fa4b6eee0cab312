/** See "Administrators" in docs/product-rules.md. */
import type { Administrator } from '#worker/domain/admin/administrator.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';

export interface NoteState {
  adminId: number;
  removedAt: Seconds | null;
}

export function mayRemove(note: NoteState, admin: Pick<Administrator, 'id' | 'role'>): boolean {
  return note.removedAt === null && (note.adminId === admin.id || admin.role === 'super_admin');
}

/**
 * Decides whether a member note may be removed. Removal is final. If two requests remove the same note, the second one gets
 * `note_not_found`.
 */
export function decideRemoval(
  note: NoteState | undefined,
  admin: Pick<Administrator, 'id' | 'role'>,
): Result<undefined, 'note_not_found' | 'not_note_author'> {
  if (!note || note.removedAt !== null) return err('note_not_found');
  return mayRemove(note, admin) ? ok(undefined) : err('not_note_author');
}
