import type { NewSavedReply } from '#schema/messages/saved-replies.ts';
import { savedRepliesMax } from '#schema/rules.ts';
import { savedReplies } from '#schema/tables/operations.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { auditFromSelect } from '#worker/store/admin/audit/audit.ts';
import { bindStore, type Database } from '#worker/store/database.ts';
import { batch, catchViolation, firstRow, queryAll, type RowOf, type Statement, selectList, statement } from '#worker/store/sql.ts';

const keys = ['id', 'title', 'text', 'version'] as const;
export type SavedReplyRow = RowOf<typeof savedReplies, (typeof keys)[number]>;

const columns = selectList(savedReplies, 't', keys);

export type SavedReplyOutcome =
  | 'done'
  | 'saved_reply_not_found'
  | 'changed_meanwhile'
  | 'saved_reply_title_taken'
  | 'too_many_saved_replies';

export const savedReplyStore = bindStore({
  list(db): Promise<SavedReplyRow[]> {
    return queryAll<SavedReplyRow>(db, `SELECT ${columns} FROM saved_replies t ORDER BY t.id LIMIT ${savedRepliesMax}`);
  },

  add(db, { title, text }: NewSavedReply, actor: Actor, now: number): Promise<SavedReplyOutcome> {
    return write(
      db,
      statement<{ id: number }>(
        `INSERT INTO saved_replies (title, text, created_at) SELECT ?1, ?2, ?3 WHERE (SELECT count(*) FROM saved_replies) < ${savedRepliesMax} RETURNING id`,
        [title, text, now],
      ),
      auditFromSelect(
        actor,
        { action: 'saved_reply.add', entityType: 'saved_reply' },
        {
          sql: `SELECT CAST(id AS TEXT), NULL, NULL, json_object('title', title, 'text', text) FROM saved_replies WHERE id = last_insert_rowid() AND changes() > 0`,
          values: [],
        },
        now,
      ),
      'too_many_saved_replies',
    );
  },

  async change(
    db,
    snapshot: { id: number; version: number },
    { title, text }: NewSavedReply,
    actor: Actor,
    now: number,
  ): Promise<SavedReplyOutcome> {
    return write(
      db,
      statement<{ id: number }>(
        'UPDATE saved_replies SET title = ?3, text = ?4, version = version + 1 WHERE id = ?1 AND version = ?2 RETURNING id',
        [snapshot.id, snapshot.version, title, text],
      ),
      auditRow(actor, 'change', snapshot, now, "json_object('title', ?10, 'text', ?11)", [title, text]),
      await missingReason(db, snapshot.id),
    );
  },

  async remove(db, snapshot: { id: number; version: number }, actor: Actor, now: number): Promise<SavedReplyOutcome> {
    return write(
      db,
      statement<{ id: number }>('DELETE FROM saved_replies WHERE id = ?1 AND version = ?2 RETURNING id', [snapshot.id, snapshot.version]),
      auditRow(actor, 'remove', snapshot, now, 'NULL', []),
      await missingReason(db, snapshot.id),
    );
  },
});

/** Audits the row as it was, so it must run before the change. */
function auditRow(
  actor: Actor,
  verb: 'change' | 'remove',
  { id, version }: { id: number; version: number },
  now: number,
  after: string,
  values: string[],
): Statement {
  return auditFromSelect(
    actor,
    { action: `saved_reply.${verb}`, entityType: 'saved_reply' },
    {
      sql: `SELECT CAST(id AS TEXT), NULL, json_object('title', title, 'text', text), ${after} FROM saved_replies WHERE id = ?8 AND version = ?9`,
      values: [id, version, ...values],
    },
    now,
  );
}

async function missingReason(db: Database, id: number): Promise<'saved_reply_not_found' | 'changed_meanwhile'> {
  const found = await queryAll<{ id: number }>(db, 'SELECT id FROM saved_replies WHERE id = ?1', [id]);
  return found.length > 0 ? 'changed_meanwhile' : 'saved_reply_not_found';
}

function write(
  db: Database,
  change: Statement<{ id: number }>,
  audit: Statement,
  otherwise: SavedReplyOutcome,
): Promise<SavedReplyOutcome> {
  const isInsert = change.sql.startsWith('INSERT');
  return catchViolation({ 'saved_replies.title': 'saved_reply_title_taken' }, async () => {
    const [first, second] = await batch(db, isInsert ? [change, audit] : [audit, change]);
    return firstRow(isInsert ? first : second) === undefined ? otherwise : 'done';
  });
}
