import { type ConversationState, conversationStates, type ReplyKind } from '#schema/messages/contact.ts';
import { users } from '#schema/tables/members.ts';
import { contactMessages, contactNotes } from '#schema/tables/operations.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import type { ConversationSnapshot } from '#worker/domain/messages/conversation.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { auditFromSelect, auditStatement } from '#worker/store/admin/audit/audit.ts';
import { columnConditions, dateFilter, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';
import { bindStore } from '#worker/store/database.ts';
import { conversationsWithWords } from '#worker/store/messages/conversation-words.ts';
import { type ReplyRow, selectReplies } from '#worker/store/messages/conversations.ts';
import { administratorName } from '#worker/store/messages/inbox.ts';
import { queueSelectedMails, writersAddress } from '#worker/store/messages/mail.ts';
import { batch, catchViolation, firstRow, type RowOf, rows, type Statement, selectList, statement } from '#worker/store/sql.ts';

const keys = [
  'id',
  'name',
  'email',
  'message',
  'userId',
  'createdAt',
  'handledAt',
  'latestAt',
  'snoozedUntil',
  'assigneeId',
  'version',
] as const;
export type MessageRow = RowOf<typeof contactMessages, (typeof keys)[number]> & {
  state: ConversationState;
  handledBy: string | null;
  assigneeName: string | null;
  /** The latest text in the conversation. */
  latest: string;
  /** Tags as a JSON array. */
  tags: string;
};

const columns = `${selectList(contactMessages, 't', keys)}, t.state AS "state", h.email AS "handledBy", ${administratorName('o')} AS "assigneeName",
  coalesce((SELECT r.text FROM contact_replies r WHERE r.message_id = t.id ORDER BY r.id DESC LIMIT 1), t.message) AS "latest",
  (SELECT json_group_array(g.tag) FROM (SELECT tag FROM contact_tags WHERE message_id = t.id ORDER BY tag) g) AS "tags"`;
type UncheckedColumns = 'state' | 'assigneeName' | 'latest' | 'tags';
const joinHandlers = 'LEFT JOIN admins h ON h.id = t.handled_by_id LEFT JOIN admins o ON o.id = t.assignee_id';
const stateSorts = ['created', 'latest'];

export const messageListShape: ListShape = {
  from: 'contact_messages t',
  join: joinHandlers,
  columns,
  search: `t.name || char(10) || t.email || char(10) || t.message`,
  // Sorting by `open` in descending order lists open conversations first, newest first.
  sorts: { open: "(t.state = 'open')", created: 't.created_at', latest: 't.latest_at' },
  defaultSort: '-open',
  filters: {
    state: { conditions: columnConditions('state', conversationStates), sorts: stateSorts, common: ['waiting', 'closed'] },
    assignee: { conditions: { column: 't.assignee_id', kind: 'number' }, sorts: ['latest'] },
    assigned: { conditions: { no: 't.assignee_id IS NULL' }, sorts: ['latest'], common: ['no'] },
    tag: {
      conditions: {
        column: 't.id',
        kind: 'text',
        selectRows: (tag) => `SELECT g.message_id FROM contact_tags g WHERE g.tag = lower(${tag})`,
      },
      sorts: stateSorts,
    },
  },
  dates: dateFilter('t.created_at', ['created']),
  exact: {
    number: 'message',
    email: (key) => `SELECT t.id FROM contact_messages t WHERE lower(t.email) = ${key} ORDER BY t.id DESC`,
    words: conversationsWithWords,
  },
};

type ConversationRow = MessageRow & ConversationSnapshot;

const memberKeys = [
  'id',
  'email',
  'firstName',
  'lastName',
  'username',
  'role',
  'createdAt',
  'tokenBalance',
  'emailVerifiedAt',
  'suspendedAt',
] as const;
export type MemberFactsRow = RowOf<typeof users, (typeof memberKeys)[number]> & {
  finds: number;
  cards: number;
  /** JSON arrays. */
  certificates: string;
  orders: string;
  conversations: string;
};

const noteKeys = ['id', 'text', 'createdAt'] as const;
export type ConversationNoteRow = RowOf<typeof contactNotes, (typeof noteKeys)[number]> & { by: string };

export interface ReadConversation {
  message: ConversationRow;
  replies: ReplyRow[];
  notes: ConversationNoteRow[];
  member: MemberFactsRow | undefined;
}

export interface Addition {
  kind: Exclude<ReplyKind, 'reply'>;
  text: string;
  mail: Omit<Mail, 'to'> | null;
}

export const adminMessageStore = bindStore({
  list: (db, request: ListRowsQuery) => readList<MessageRow, UncheckedColumns>(db, messageListShape, request),

  async conversation(db, id: number): Promise<ReadConversation | undefined> {
    const [message, replies, notes, member] = await batch(db, [
      statement<ConversationRow, UncheckedColumns | 'lastMessage'>(
        `SELECT ${columns}, t.user_id AS "memberId",
           coalesce((SELECT r.text FROM contact_replies r WHERE r.message_id = t.id AND r.kind <> 'answer' ORDER BY r.id DESC LIMIT 1), t.message) AS "lastMessage"
         FROM contact_messages t ${joinHandlers} WHERE t.id = ?1`,
        [id],
      ),
      selectReplies([id]),
      statement<ConversationNoteRow, 'by'>(
        `SELECT ${selectList(contactNotes, 'n', noteKeys)}, ${administratorName('a')} AS "by" FROM contact_notes n JOIN admins a ON a.id = n.admin_id
         WHERE n.message_id = ?1 ORDER BY n.id`,
        [id],
      ),
      selectMember(id),
    ]);
    const [messageRow] = rows(message);
    return messageRow && { message: messageRow, replies: rows(replies), notes: rows(notes), member: firstRow(member) };
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
          `UPDATE contact_messages SET version = iif(version = ?2, version + 1, NULL), handled_at = ?3, handled_by_id = ?4, is_answered = ?5,
             snoozed_until = NULL, latest_at = ?6 WHERE id = ?1`,
          [conversation.id, conversation.version, isAnswer ? now : null, isAnswer ? actor.adminId : null, isAnswer ? 1 : 0, now],
        ),
        auditStatement(actor, { action, entityType: 'message', entityId: conversation.id, userId: conversation.memberId }, now),
        statement('INSERT INTO contact_replies (message_id, kind, text, admin_id, created_at) VALUES (?1, ?2, ?3, ?4, ?5)', [
          conversation.id,
          kind,
          text,
          actor.adminId,
          now,
        ]),
        ...(mail ? [queueAnswer(mail, now)] : []),
      ]);
      return 'added' as const;
    });
  },

  /** Adds an internal note. Writes nothing if the conversation has changed since it was loaded. */
  async addNote(
    db,
    { id, version, memberId }: ConversationSnapshot,
    text: string,
    actor: Actor,
    now: number,
  ): Promise<'added' | 'changed_meanwhile'> {
    return catchViolation({ 'contact_messages.version': 'changed_meanwhile' }, async () => {
      await batch(db, [
        statement('UPDATE contact_messages SET version = iif(version = ?2, version + 1, NULL) WHERE id = ?1', [id, version]),
        auditStatement(actor, { action: 'message.note', entityType: 'message', entityId: id, userId: memberId }, now),
        statement('INSERT INTO contact_notes (message_id, text, admin_id, created_at) VALUES (?1, ?2, ?3, ?4)', [
          id,
          text,
          actor.adminId,
          now,
        ]),
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
    const [, handled, message] = await batch(db, [
      auditFromSelect(
        actor,
        { action: isHandled ? 'message.handle' : 'message.reopen', entityType: 'message' },
        {
          sql: `SELECT CAST(id AS TEXT), user_id, json_object('state', state), json_object('state', ?9)
            FROM contact_messages WHERE id = ?8 AND state <> ?9 AND version = ?10`,
          values: [id, isHandled ? 'closed' : 'open', version],
        },
        now,
      ),
      statement<{ id: number }>(
        `UPDATE contact_messages SET handled_at = ?2, handled_by_id = ?3, is_answered = 0, snoozed_until = NULL, version = version + 1
         WHERE id = ?1 AND state <> ?4 AND version = ?5 RETURNING id`,
        [id, isHandled ? now : null, isHandled ? actor.adminId : null, isHandled ? 'closed' : 'open', version],
      ),
      statement<MessageRow, UncheckedColumns>(`SELECT ${columns} FROM contact_messages t ${joinHandlers} WHERE t.id = ?1`, [id]),
    ]);
    return { message: firstRow(message), isDone: firstRow(handled) !== undefined };
  },
});

const factsPerKind = 3;

/** Selects facts about the conversation's member. Each subquery uses an index and reads a few rows. */
function selectMember(messageId: number): Statement<MemberFactsRow> {
  const list = (columns: string, from: string) =>
    `(SELECT json_group_array(${columns}) FROM (SELECT * FROM ${from} LIMIT ${factsPerKind}) f)`;
  return statement<MemberFactsRow, 'finds' | 'cards' | 'certificates' | 'orders' | 'conversations'>(
    `SELECT ${selectList(users, 'u', memberKeys)}, coalesce((SELECT p.finds FROM member_progress p WHERE p.user_id = u.id), 0) AS "finds",
       (SELECT count(*) FROM (SELECT 1 FROM cache_cards c WHERE c.user_id = u.id AND c.available_at IS NOT NULL LIMIT 1000)) AS "cards",
       ${list(
         "json_object('name', f.number, 'state', iif(f.review = 'waiting', 'in review', f.status))",
         `vacation_certificates c WHERE c.user_id = u.id AND c.status IN ('active', 'activated') ORDER BY c.created_at DESC`,
       )} AS "certificates",
       ${list(
         "json_object('name', CAST(f.id AS TEXT), 'state', f.kind || ', ' || f.status)",
         `orders o WHERE o.user_id = u.id AND o.status <> 'cancelled' ORDER BY o.id DESC`,
       )} AS "orders",
       ${list('f.id', `contact_messages m WHERE m.user_id = u.id AND m.id <> t.id AND m.state <> 'closed' ORDER BY m.id DESC`)} AS "conversations"
     FROM contact_messages t JOIN users u ON u.id = t.user_id WHERE t.id = ?1`,
    [messageId],
  );
}

/** Queues the reply. Must directly follow the insert of the reply, which the email's recipient and cause depend on. */
function queueAnswer({ template, payload }: Omit<Mail, 'to'>, now: number): Statement {
  const sql = `SELECT t.user_id, ${writersAddress}, ?1, 'contact_reply:' || r.id
    FROM contact_replies r JOIN contact_messages t ON t.id = r.message_id LEFT JOIN users u ON u.id = t.user_id WHERE r.id = last_insert_rowid()`;
  return queueSelectedMails(template, { sql, values: [JSON.stringify(payload)] }, now);
}
