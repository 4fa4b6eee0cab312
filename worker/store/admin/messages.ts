/** Messages of the contact form: reading and handling them. */
import { contactMessages } from '#schema/tables/operations.ts';
import type { Actor } from '#worker/domain/administrator.ts';
import { batch, firstRow, type RowOf, selectList, statement } from '#worker/store/sql.ts';
import { auditedAsFound } from './audit.ts';
import { type ListRequest, type ListShape, readList } from './list.ts';

const keys = ['id', 'name', 'email', 'message', 'userId', 'createdAt', 'handledAt'] as const;
export type MessageRow = RowOf<typeof contactMessages, (typeof keys)[number]> & { handledBy: string | null };

const columns = `${selectList(contactMessages, 't', keys)}, h.email AS "handledBy"`;
const handlers = 'LEFT JOIN admins h ON h.id = t.handled_by_id';

export const messageListShape: ListShape = {
  from: 'contact_messages t',
  join: handlers,
  columns,
  search: `t.name || char(10) || t.email || char(10) || t.message`,
  // Backwards, `open` begins with the open ones, the newest first.
  sorts: { open: '(t.handled_at IS NULL)', created: 't.id' },
  defaultSort: '-open',
  filters: {
    state: { conditions: { open: '(t.handled_at IS NULL) = 1', handled: '(t.handled_at IS NULL) = 0' }, sorts: ['created'] },
  },
};

export function adminMessageStore(db: D1Database) {
  return {
    list: (request: ListRequest) => readList<MessageRow>(db, messageListShape, request),

    /** Marks it handled or opens it again; `isDone` false where it was so already. The message as it is after that. */
    async handle(id: number, isHandled: boolean, actor: Actor, now: number): Promise<{ message: MessageRow | undefined; isDone: boolean }> {
      const [handled, , message] = await batch(db, [
        statement<{ id: number }>(
          `UPDATE contact_messages SET handled_at = ?2, handled_by_id = ?3 WHERE id = ?1 AND (handled_at IS NULL) = ?4 RETURNING id`,
          id,
          isHandled ? now : null,
          isHandled ? actor.adminId : null,
          isHandled ? 1 : 0,
        ),
        auditedAsFound(
          actor,
          { action: isHandled ? 'message.handle' : 'message.reopen', entityType: 'message' },
          {
            sql: `SELECT id, user_id, json_object('isHandled', json(?9)), json_object('isHandled', json(?10))
              FROM contact_messages WHERE id = ?8 AND changes() > 0`,
            values: [id, String(!isHandled), String(isHandled)],
          },
          now,
        ),
        statement<MessageRow>(`SELECT ${columns} FROM contact_messages t ${handlers} WHERE t.id = ?1`, id),
      ]);
      return { message: firstRow(message), isDone: firstRow(handled) !== undefined };
    },
  };
}
