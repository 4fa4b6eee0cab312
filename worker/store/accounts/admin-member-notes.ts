import { memberNotes } from '#schema/tables/admins.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { auditFromSelect } from '#worker/store/admin/audit/audit.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, firstRow, type OlderRows, queryFirst, type RowOf, rows, selectList, statement } from '#worker/store/sql.ts';

const keys = ['id', 'adminId', 'text', 'createdAt', 'removedAt'] as const;
export type NoteRow = RowOf<typeof memberNotes, (typeof keys)[number]> & { by: string; removedBy: string | null };

const noteColumns = `${selectList(memberNotes, 't', keys)}, a.email AS "by", r.email AS "removedBy"`;
const notes = 'member_notes t JOIN admins a ON a.id = t.admin_id LEFT JOIN admins r ON r.id = t.removed_by_id';

export const memberNoteStore = bindStore({
  /** Lists notes, newest first. Returns undefined for an unknown member. */
  async list(db, userId: number, { limit, before }: OlderRows): Promise<NoteRow[] | undefined> {
    const [member, found] = await batch(db, [
      statement<{ id: number }>('SELECT id FROM users WHERE id = ?1', [userId]),
      statement<NoteRow>(
        `SELECT ${noteColumns} FROM ${notes} WHERE t.user_id = ?1 AND (?2 IS NULL OR t.id < ?2) ORDER BY t.id DESC LIMIT ?3`,
        [userId, before, limit],
      ),
    ]);
    return firstRow(member) && rows(found);
  },

  /**
   * Adds a note. If this administrator's newest note about the member has the same text, treats the request as a retry and returns that
   * note. Returns undefined for an erased or unknown member.
   */
  async add(db, userId: number, text: string, actor: Actor, now: number): Promise<NoteRow | undefined> {
    const [, , newest] = await batch(db, [
      statement(
        `INSERT INTO member_notes (user_id, admin_id, text, created_at) SELECT u.id, ?2, ?3, ?4 FROM users u
         WHERE u.id = ?1 AND u.erased_at IS NULL AND NOT EXISTS (SELECT 1 FROM member_notes n WHERE n.admin_id = ?2 AND n.text = ?3
           AND n.id = (SELECT max(id) FROM member_notes WHERE user_id = ?1))`,
        [userId, actor.adminId, text, now],
      ),
      auditFromSelect(
        actor,
        { action: 'note.add', entityType: 'user' },
        {
          sql: `SELECT CAST(user_id AS TEXT), user_id, NULL, json_object('note', id) FROM member_notes WHERE id = last_insert_rowid() AND changes() > 0`,
          values: [],
        },
        now,
      ),
      statement<NoteRow>(
        `SELECT ${noteColumns} FROM ${notes} WHERE t.user_id = ?1 AND t.admin_id = ?2 AND t.text = ?3
           AND EXISTS (SELECT 1 FROM users WHERE id = ?1 AND erased_at IS NULL) ORDER BY t.id DESC LIMIT 1`,
        [userId, actor.adminId, text],
      ),
    ]);
    return firstRow(newest);
  },

  async find(db, userId: number, id: number): Promise<NoteRow | undefined> {
    return queryFirst<NoteRow>(db, `SELECT ${noteColumns} FROM ${notes} WHERE t.id = ?2 AND t.user_id = ?1`, [userId, id]);
  },

  /** Returns false if the note was already removed. The text remains only in the audit log. */
  async remove(db, id: number, actor: Actor, now: number): Promise<boolean> {
    const [, removed] = await batch(db, [
      auditFromSelect(
        actor,
        { action: 'note.remove', entityType: 'user' },
        {
          sql: `SELECT CAST(user_id AS TEXT), user_id, json_object('note', id, 'text', text), NULL FROM member_notes WHERE id = ?8 AND removed_at IS NULL`,
          values: [id],
        },
        now,
      ),
      statement<{ id: number }>(
        'UPDATE member_notes SET text = NULL, removed_at = ?2, removed_by_id = ?3 WHERE id = ?1 AND removed_at IS NULL RETURNING id',
        [id, now, actor.adminId],
      ),
    ]);
    return firstRow(removed) !== undefined;
  },
});
