/** The contact form and members' own conversations. Administrators use admin-messages.ts. */

import type { ContactRequest } from '#schema/messages/contact.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import { isTombstone } from '#worker/domain/accounts/deletion.ts';
import type { Limit } from '#worker/domain/limit.ts';
import type { AcceptedReply, ReplyTarget } from '#worker/domain/messages/reply-mail.ts';
import { type SessionHolder, sessionHolder } from '#worker/store/accounts/users.ts';
import { countAttempts, readCounts } from '#worker/store/counters.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, firstRow, type OlderRows, queryFirst, rows, statement } from '#worker/store/sql.ts';
import { isOwnMessage, type OwnMessageRow, ownColumns, type ReplyRow, selectReplies } from './conversations.ts';
import { queueContactMail, queueSelectedMails, writersAddress } from './mail.ts';

export interface ArrivedMessage extends ContactRequest {
  /** The session sent with the message. The message is assigned to the member only if that session is valid. */
  caller: Caller | undefined;
  addressHash: string;
}

export const contactStore = bindStore({
  /**
   * Counts the message against the limits and, if none is exceeded, stores it and queues a copy for the office. A signed-in member's own
   * email replaces the entered one, which may be somebody else's. Returns the counts in the order of the limits.
   */
  async save(db, message: ArrivedMessage, limits: Limit[], officeAddress: string | null, now: number): Promise<number[]> {
    const counting = countAttempts(limits);
    const unspentLimits = limits.map((_, index) => {
      const at = 8 + index * 3;
      return `AND NOT EXISTS (SELECT 1 FROM rate_counters WHERE key = ?${at} AND window_start = ?${at + 1} AND count > ?${at + 2})`;
    });
    const results = await batch(db, [
      ...counting,
      statement(
        `INSERT INTO contact_messages (name, email, message, user_id, address_hash, created_at, latest_at)
         SELECT ?1, coalesce(u.email, ?2), ?3, u.id, ?6, ?7, ?7 FROM (SELECT 1)
           LEFT JOIN sessions s ON s.id_hash = ?4 AND s.user_id = ?5 AND s.revoked_at IS NULL AND s.expires_at > ?7
           LEFT JOIN users u ON u.id = s.user_id AND u.deletion_requested_at IS NULL WHERE 1 ${unspentLimits.join(' ')}`,
        [
          message.name,
          message.email,
          message.message,
          message.caller?.sessionHash ?? null,
          message.caller?.userId ?? null,
          message.addressHash,
          now,
          ...limits.flatMap((limit) => [limit.key, limit.windowStart, limit.limit]),
        ],
      ),
      ...(officeAddress ? [queueContactMail('message', officeAddress, now)] : []),
    ]);
    return readCounts(results.slice(0, counting.length));
  },

  async own(
    db,
    caller: Caller,
    { limit, before }: OlderRows,
    now: number,
  ): Promise<{ member: SessionHolder | undefined; found: OwnMessageRow[] }> {
    const [member, messages] = await batch(db, [
      sessionHolder(caller, now),
      statement<OwnMessageRow, 'state'>(
        `SELECT ${ownColumns} FROM contact_messages t WHERE ${isOwnMessage('t')} AND (?2 IS NULL OR t.id < ?2) ORDER BY t.id DESC LIMIT ?3`,
        [caller.userId, before, limit],
      ),
    ]);
    return { member: firstRow(member), found: rows(messages) };
  },

  async replies(db, messageIds: number[]): Promise<ReplyRow[]> {
    const [replies] = await batch(db, [selectReplies(messageIds)]);
    return rows(replies);
  },

  /** Returns the only address that may reply by email: the member's own, or the one that a visitor entered. */
  async replyTarget(db, id: number): Promise<(ReplyTarget & { memberId: number | null }) | undefined> {
    const found = await queryFirst<{ id: number; memberId: number | null; email: string; isConfirmed: number }, 'email' | 'isConfirmed'>(
      db,
      `SELECT t.id AS "id", t.user_id AS "memberId", ${writersAddress} AS "email",
         t.user_id IS NULL OR u.email_verified_at IS NOT NULL AS "isConfirmed"
       FROM contact_messages t LEFT JOIN users u ON u.id = t.user_id WHERE t.id = ?1`,
      [id],
    );
    return found && { ...found, isConfirmed: found.isConfirmed === 1, isErased: isTombstone(found.email) };
  },

  /** Returns whether this email was added before. */
  async hasReply(db, mailKey: string): Promise<boolean> {
    return (await queryFirst<{ id: number }>(db, 'SELECT id AS "id" FROM contact_replies WHERE mail_key = ?1', [mailKey])) !== undefined;
  },

  /**
   * Adds an emailed reply, reopens the conversation and queues a copy for the office. If the email had attachments, also queues a note to
   * its sender that they did not arrive. Does nothing if the email was added before, or if its writer
   * has been erased.
   */
  async replyByMail(
    db,
    { messageId, text, attachments, writer, mailKey, replyTo }: AcceptedReply & { messageId: number; mailKey: string; replyTo: string },
    officeAddress: string | null,
    now: number,
  ): Promise<void> {
    const shownText =
      attachments > 0 ? `${text}\n\n(${attachments === 1 ? 'An attachment was' : `${attachments} attachments were`} not received.)` : text;
    await batch(db, [
      statement(
        `UPDATE contact_messages SET handled_at = NULL, handled_by_id = NULL, is_answered = 0, snoozed_until = NULL, latest_at = ?3, version = version + 1
         WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM contact_replies r WHERE r.mail_key = ?2)
           AND EXISTS (SELECT 1 FROM contact_messages t LEFT JOIN users u ON u.id = t.user_id WHERE t.id = ?1 AND ${writersAddress} = ?4)`,
        [messageId, mailKey, now, writer],
      ),
      statement(
        `INSERT INTO contact_replies (message_id, kind, text, created_at, mail_key) SELECT ?1, 'reply', ?2, ?3, ?4 WHERE changes() > 0
         ON CONFLICT (mail_key) WHERE mail_key IS NOT NULL DO NOTHING`,
        [messageId, shownText, now, mailKey],
      ),
      ...(officeAddress ? [queueContactMail('reply', officeAddress, now)] : []),
      ...(attachments > 0
        ? [
            queueSelectedMails(
              'contact_attachment',
              {
                sql: `SELECT t.user_id, ${writersAddress}, json_object('firstName', coalesce(u.first_name, t.name), 'number', CAST(t.id AS TEXT), 'replyTo', ?2),
                    'contact_attachment:' || r.id FROM contact_replies r JOIN contact_messages t ON t.id = r.message_id LEFT JOIN users u ON u.id = t.user_id
                  WHERE r.mail_key = ?1`,
                values: [mailKey, replyTo],
              },
              now,
            ),
          ]
        : []),
    ]);
  },

  /**
   * Adds the member's reply and reopens the conversation. Queues a copy for the office. If the text repeats the previous reply, treats it
   * as a retry and does not store it again. Returns undefined if the conversation does not belong to the member.
   */
  async reply(
    db,
    { userId }: Caller,
    { messageId, text }: { messageId: number; text: string },
    officeAddress: string | null,
    now: number,
  ): Promise<OwnMessageRow | undefined> {
    const results = await batch(db, [
      statement(
        `UPDATE contact_messages AS t SET handled_at = NULL, handled_by_id = NULL, is_answered = 0, snoozed_until = NULL, latest_at = ?3, user_id = ?1, version = t.version + 1
         WHERE t.id = ?2 AND ${isOwnMessage('t')} AND NOT EXISTS (SELECT 1 FROM contact_replies r WHERE r.kind = 'reply' AND r.text = ?4
           AND r.id = (SELECT max(id) FROM contact_replies WHERE message_id = ?2))`,
        [userId, messageId, now, text],
      ),
      statement(`INSERT INTO contact_replies (message_id, kind, text, created_at) SELECT ?1, 'reply', ?2, ?3 WHERE changes() > 0`, [
        messageId,
        text,
        now,
      ]),
      ...(officeAddress ? [queueContactMail('reply', officeAddress, now)] : []),
      statement<OwnMessageRow, 'state'>(`SELECT ${ownColumns} FROM contact_messages t WHERE t.id = ?2 AND ${isOwnMessage('t')}`, [
        userId,
        messageId,
      ]),
    ]);
    return firstRow(results.at(-1));
  },
});
