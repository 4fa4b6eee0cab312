import type { MemberState, ReplyKind } from '#schema/messages/contact.ts';
import { contactMessages, contactReplies } from '#schema/tables/operations.ts';
import { type RowOf, type Statement, selectList, statement } from '#worker/store/sql.ts';

/** `|| ''` removes the column's affinity, which would prevent use of the expression index. */
const isFromProvenAddress = (condition: string) =>
  `SELECT id FROM contact_messages WHERE lower(email) = (SELECT email_key || '' FROM users WHERE id = ?1 AND email_verified_at IS NOT NULL) AND ${condition}`;

/**
 * SQL condition: the conversation belongs to member ?1. Anyone can enter the member's email in the contact form, so only a session verifies
 * the sender.
 */
export function isOwnMessage(message: string): string {
  return `${message}.user_id = ?1`;
}

/**
 * SQL condition: the conversation is exported and erased with member ?1. It must belong to the member, or give the member's verified email
 * and belong to no account. The UNION lets each half use its own index.
 */
export function concernMember(message: string): string {
  return `${message}.id IN (SELECT id FROM contact_messages WHERE user_id = ?1 UNION ${isFromProvenAddress('user_id IS NULL')})`;
}

/** SQL condition: the conversation belongs to another account, but its email is the verified one of member ?1. */
export function hasEmailOfMember(message: string): string {
  return `${message}.id IN (${isFromProvenAddress('user_id <> ?1')})`;
}

const ownKeys = ['id', 'message', 'createdAt'] as const;
export const ownColumns = `${selectList(contactMessages, 't', ownKeys)}, iif(t.state = 'snoozed', 'open', t.state) AS "state"`;
export type OwnMessageRow = RowOf<typeof contactMessages, (typeof ownKeys)[number]> & { state: MemberState };

const replyKeys = ['id', 'messageId', 'text', 'createdAt'] as const;
export type ReplyRow = RowOf<typeof contactReplies, (typeof replyKeys)[number]> & { kind: ReplyKind; by: string | null };

export function selectReplies(messageIds: number[]): Statement<ReplyRow> {
  return statement<ReplyRow, 'kind'>(
    `SELECT ${selectList(contactReplies, 'r', replyKeys)}, iif(r.mail_key IS NULL, r.kind, 'mail') AS "kind", a.email AS "by" FROM json_each(?1) m CROSS JOIN contact_replies r ON r.message_id = m.value
     LEFT JOIN admins a ON a.id = r.admin_id ORDER BY r.id`,
    [JSON.stringify(messageIds)],
  );
}
