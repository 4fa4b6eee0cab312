/** Notes about a member. Product rules: Administrators. */
import type { Administrator } from '#worker/domain/admin/administrator.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';

/** As far as deciding needs to know it. */
export interface SeenNote {
  adminId: number;
  removedAt: Seconds | null;
}

/** Its writer may remove a note, and every super administrator. */
export function mayRemove(note: SeenNote, admin: Pick<Administrator, 'id' | 'role'>): boolean {
  return note.removedAt === null && (note.adminId === admin.id || admin.role === 'super_admin');
}

/** Nothing is undone, and of two at once the second finds nothing. */
export function decideRemoval(
  note: SeenNote | undefined,
  admin: Pick<Administrator, 'id' | 'role'>,
): Result<undefined, 'note_not_found' | 'note_of_another'> {
  if (!note || note.removedAt !== null) return err('note_not_found');
  return mayRemove(note, admin) ? ok(undefined) : err('note_of_another');
}
