import type { ReplyKind } from '#schema/messages/contact.ts';
import { contactMessages } from '#schema/tables/operations.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import type { ConversationSnapshot } from '#worker/domain/messages/conversation.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { auditFromSelect, auditStatement } from '#worker/store/admin/audit/audit.ts';
import { dateFilter, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';
import { bindStore } from '#worker/store/database.ts';
import { conversationStateSql, type OwnMessageRow, type ReplyRow, selectReplies } from '#worker/store/messages/conversations.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { batch, catchViolation, firstRow, type RowOf, rows, type Statement, selectList, statement } from '#worker/store/sql.ts';

const keys = ['id', 'name', 'email', 'message', 'userId', 'createdAt', 'handledAt', 'version'] as const;
export type MessageRow = RowOf<typeof contactMessages, (typeof keys)[number]> & Pick<OwnMessageRow, 'state'> & { handledBy: string | null };

const columns = `${selectList(contactMessages, 't', keys)}, ${conversationStateSql('t')} AS "state", h.email AS "handledBy"`;
const joinHandlers = 'LEFT JOIN admins h ON h.id = t.handled_by_id';

export const messageListShape: ListShape = {
  from: 'contact_messages t',
  join: joinHandlers,
  columns,
  search: `t.name || char(10) || t.email || char(10) || t.message`,
  // Sorting by `open` in descending order lists open conversations first, newest first.
  sorts: { open: '(t.handled_at IS NULL)', created: 't.created_at' },
  defaultSort: '-open',
  filters: {
    state: { conditions: { open: '(t.handled_at IS NOT NULL) = 0', handled: '(t.handled_at IS NOT NULL) = 1' }, sorts: ['created'] },
  },
  dates: dateFilter('t.created_at', ['created']),
  exact: {
    number: 'message',
    email: (key) => `SELECT t.id FROM contact_messages t WHERE lower(t.email) = ${key} ORDER BY t.id DESC`,
  },
};

type ConversationRow = MessageRow & ConversationSnapshot & { memberEmail: string | null };

export interface ReadConversation {
  message: ConversationRow;
  replies: ReplyRow[];
}

export interface Addition {
  kind: Exclude<ReplyKind, 'reply'>;
  text: string;
  mail: Mail | null;
}

export const adminMessageStore = bindStore({
  list: (db, request: ListRowsQuery) => readList<MessageRow, 'state'>(db, messageListShape, request),

  async conversation(db, id: number): Promise<ReadConversation | undefined> {
    const [message, replies] = await batch(db, [
      statement<ConversationRow, 'state' | 'lastMessage'>(
        `SELECT ${columns}, u.id AS "memberId", u.email AS "memberEmail",
           coalesce((SELECT r.text FROM contact_replies r WHERE r.message_id = t.id AND r.kind <> 'answer' ORDER BY r.id DESC LIMIT 1), t.message) AS "lastMessage"
         FROM contact_messages t ${joinHandlers} LEFT JOIN users u ON u.id = t.user_id WHERE t.id = ?1`,
        [id],
      ),
      selectReplies([id]),
    ]);
    const [messageRow] = rows(message);
    return messageRow && { message: messageRow, replies: rows(replies) };
  },

  /**
   * Adds an emailed reply, or an incoming email, which reopens the conversation. Writes nothing if the conversation has changed since it
   * was loaded.
   */
  async add(
    db,
    conversation: ConversationSnapshot,
    { kind, text, mail }: Addition,
    actor: Actor,
    now: number,
  ): Promise<'added' | 'changed_meanwhile'> {
    const isAnswer = kind === 'answer';
    const action = isAnswer ? 'message.answer' : 'message.add_reply';
    return catchViolation({ 'contact_messages.version': 'changed_meanwhile' }, async () => {
      await batch(db, [
        // After a concurrent change, sets the version to NULL, which violates the NOT NULL constraint and rolls the batch back.
        statement(
          `UPDATE contact_messages SET version = iif(version = ?2, version + 1, NULL), handled_at = ?3, handled_by_id = ?4, is_answered = ?5 WHERE id = ?1`,
          [conversation.id, conversation.version, isAnswer ? now : null, isAnswer ? actor.adminId : null, isAnswer ? 1 : 0],
        ),
        auditStatement(actor, { action, entityType: 'message', entityId: conversation.id, userId: conversation.memberId }, now),
        statement('INSERT INTO contact_replies (message_id, kind, text, admin_id, created_at) VALUES (?1, ?2, ?3, ?4, ?5)', [
          conversation.id,
          kind,
          text,
          actor.adminId,
          now,
        ]),
        ...(mail ? [queueAnswer(mail, conversation.memberId, now)] : []),
      ]);
      return 'added' as const;
    });
  },

  /**
   * Marks a message as handled or reopens it. `isDone` is false if the message has changed or already has the requested state. Returns the
   * message's updated state.
   */
  async handle(
    db,
    { id, version }: { id: number; version: number },
    isHandled: boolean,
    actor: Actor,
    now: number,
  ): Promise<{ message: MessageRow | undefined; isDone: boolean }> {
    const state = conversationStateSql('contact_messages');
    const [, handled, message] = await batch(db, [
      auditFromSelect(
        actor,
        { action: isHandled ? 'message.handle' : 'message.reopen', entityType: 'message' },
        {
          sql: `SELECT CAST(id AS TEXT), user_id, json_object('state', ${state}), json_object('state', ?9)
            FROM contact_messages WHERE id = ?8 AND ${state} <> ?9 AND version = ?10`,
          values: [id, isHandled ? 'closed' : 'open', version],
        },
        now,
      ),
      statement<{ id: number }>(
        `UPDATE contact_messages SET handled_at = ?2, handled_by_id = ?3, is_answered = 0, version = version + 1 WHERE id = ?1 AND ${state} <> ?4 AND version = ?5 RETURNING id`,
        [id, isHandled ? now : null, isHandled ? actor.adminId : null, isHandled ? 'closed' : 'open', version],
      ),
      statement<MessageRow, 'state'>(`SELECT ${columns} FROM contact_messages t ${joinHandlers} WHERE t.id = ?1`, [id]),
    ]);
    return { message: firstRow(message), isDone: firstRow(handled) !== undefined };
  },
});

/** Queues the reply. Must directly follow the insert of the reply because the email's cause refers to that row. */
function queueAnswer({ template, to, payload }: Mail, memberId: number | null, now: number): Statement {
  const sql = `SELECT ?1, ?2, ?3, 'contact_reply:' || last_insert_rowid()`;
  return queueSelectedMails(template, { sql, values: [memberId, to, JSON.stringify(payload)] }, now);
}
