/** Who looks after a conversation, until when it is snoozed, and its tags. */
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { auditStatement } from '#worker/store/admin/audit/audit.ts';
import { deleteExpiredViewers } from '#worker/store/admin/viewers.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, catchViolation, rows, type Statement, statement } from '#worker/store/sql.ts';

export interface Organization {
  assigneeId?: number | null | undefined;
  snoozedUntil?: number | null | undefined;
  tags?: string[] | undefined;
}

export const administratorName = (admin: string) =>
  `coalesce(nullif(trim(coalesce(${admin}.first_name, '') || ' ' || coalesce(${admin}.last_name, '')), ''), ${admin}.email)`;

const maxChoices = 200;

export const inboxStore = bindStore({
  /** Opens snoozed conversations whose time has come. Dates conversations that older code inserted. */
  async wake(db, now: number): Promise<void> {
    await batch(db, [
      statement('UPDATE contact_messages SET snoozed_until = NULL, latest_at = ?1 WHERE snoozed_until <= ?1', [now]),
      statement(
        `UPDATE contact_messages SET latest_at = max(created_at, coalesce((SELECT max(r.created_at) FROM contact_replies r WHERE r.message_id = contact_messages.id), 0))
         WHERE id IN (SELECT id FROM contact_messages WHERE latest_at = 0 LIMIT 2000)`,
      ),
      deleteExpiredViewers(now),
    ]);
  },

  async choices(db): Promise<{ administrators: { id: number; name: string }[]; tags: string[] }> {
    const [administrators, tags] = await batch(db, [
      statement<{ id: number; name: string }, 'name'>(
        `SELECT a.id AS "id", ${administratorName('a')} AS "name" FROM admins a WHERE a.disabled_at IS NULL ORDER BY 2 LIMIT ${maxChoices}`,
      ),
      // Jumps from tag to tag in the index instead of reading every row.
      statement<{ tag: string }, 'tag'>(
        `WITH RECURSIVE tags (tag) AS (SELECT min(tag) FROM contact_tags UNION ALL
           SELECT (SELECT min(t.tag) FROM contact_tags t WHERE t.tag > tags.tag) FROM tags WHERE tags.tag IS NOT NULL LIMIT ${maxChoices})
         SELECT tag AS "tag" FROM tags WHERE tag IS NOT NULL`,
      ),
    ]);
    return { administrators: rows(administrators), tags: rows(tags).map(({ tag }) => tag) };
  },

  /** Changes the given properties and audits them. Writes nothing if the conversation has changed since `version`. */
  async organize(
    db,
    { id, version, memberId }: { id: number; version: number; memberId: number | null },
    change: Organization,
    actor: Actor,
    now: number,
  ): Promise<'organized' | 'changed_meanwhile' | 'unknown_administrator'> {
    const { assigneeId, snoozedUntil, tags } = change;
    const isOpening = typeof snoozedUntil === 'number';
    return catchViolation({ 'contact_messages.version': 'changed_meanwhile', foreign_key: 'unknown_administrator' }, async () => {
      await batch(db, [
        statement(
          `UPDATE contact_messages SET version = iif(version = ?2, version + 1, NULL),
               assignee_id = iif(?3, (SELECT coalesce((SELECT a.id FROM admins a WHERE a.id = ?4 AND a.disabled_at IS NULL), iif(?4 IS NULL, NULL, -1))), assignee_id),
               snoozed_until = iif(?5, ?6, snoozed_until),
               handled_at = iif(?7, NULL, handled_at), handled_by_id = iif(?7, NULL, handled_by_id), is_answered = iif(?7, 0, is_answered)
             WHERE id = ?1`,
          [
            id,
            version,
            assigneeId === undefined ? 0 : 1,
            assigneeId ?? null,
            snoozedUntil === undefined ? 0 : 1,
            snoozedUntil ?? null,
            isOpening ? 1 : 0,
          ],
        ),
        auditStatement(
          actor,
          { action: 'message.organize', entityType: 'message', entityId: id, userId: memberId, after: { ...change } },
          now,
        ),
        ...(tags ? replaceTags(id, tags) : []),
      ]);
      return 'organized' as const;
    });
  },
});

function replaceTags(id: number, tags: string[]): Statement[] {
  return [
    statement('DELETE FROM contact_tags WHERE message_id = ?1', [id]),
    statement('INSERT INTO contact_tags (tag, message_id) SELECT value, ?2 FROM json_each(?1)', [JSON.stringify(tags), id]),
  ];
}
