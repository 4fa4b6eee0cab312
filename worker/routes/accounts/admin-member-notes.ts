/** Routes at /api/admin/users/:userId/notes, for every administrator. Product rules: Administrators. */
import { type Context, Hono } from 'hono';
import { type MemberNote, type MemberNotes, NoteRequest } from '#schema/accounts/admin-member-notes.ts';
import { PageQuery } from '#schema/page-query.ts';
import { decideRemoval, mayRemove } from '#worker/domain/accounts/member-note.ts';
import type { Administrator } from '#worker/domain/admin/administrator.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import { type AdminEnv, requireAdmin } from '#worker/middleware/admin.ts';
import { json, query } from '#worker/middleware/json-body.ts';
import { rowId } from '#worker/routes/row-id.ts';
import { toOlderRows, toPage } from '#worker/routes/to-page.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import type { NoteRow } from '#worker/store/accounts/admin-member-notes.ts';
import { memberId } from './admin-member-id.ts';

export const memberNoteRoutes = new Hono<AdminEnv>()
  .get('/:userId/notes', requireAdmin, query(PageQuery), async (c) => {
    const query = c.req.valid('query');
    const noteRows = requireValue(await c.var.store.admin.memberNotes.list(memberId(c), toOlderRows(query)), 'member_not_found');
    const { page, nextCursor } = toPage(noteRows, query);
    return c.json({ notes: page.map((note) => presentNote(note, acting(c))), nextCursor } satisfies MemberNotes);
  })

  .post('/:userId/notes', requireAdmin, json(NoteRequest), async (c) => {
    const { actor, now, store } = c.var;
    const note = requireValue(await store.admin.memberNotes.add(memberId(c), c.req.valid('json').text, actor, now), 'member_not_found');
    return c.json(presentNote(note, acting(c)), 201);
  })

  .delete('/:userId/notes/:noteId', requireAdmin, async (c) => {
    const { actor, now, store } = c.var;
    const [userId, id] = [memberId(c), rowId(c.req.param('noteId'))];
    unwrap(decideRemoval(await store.admin.memberNotes.find(userId, id), acting(c)));
    const isRemoved = await store.admin.memberNotes.remove(id, actor, now);
    const note = await store.admin.memberNotes.find(userId, id);
    if (!isRemoved || !note) throw new ApiError('note_not_found');
    return c.json(presentNote(note, acting(c)));
  });

/**
 * Returns the administrator with their effective role. Without a verified second factor, a super administrator can only remove their own
 * notes.
 */
const acting = ({ var: { admin, actsAs } }: Context<AdminEnv>): Pick<Administrator, 'id' | 'role'> => ({ id: admin.id, role: actsAs });

function presentNote(note: NoteRow, admin: Pick<Administrator, 'id' | 'role'>): MemberNote {
  const { id, text, by, createdAt, removedAt, removedBy } = note;
  return { id, text, by, createdAt: toIso(createdAt), removedAt: toIsoOrNull(removedAt), removedBy, mayRemove: mayRemove(note, admin) };
}
