/** Administrators' list of outgoing emails, and one of them with the values for its template. */

import type { OutboxMail } from '#schema/admin/system.ts';
import { outbox } from '#schema/tables/operations.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { type MailTemplate, officeTemplates } from '#worker/domain/messages/mail.ts';
import { auditStatement } from '#worker/store/admin/audit/audit.ts';
import { dateFilter, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { isNotOwnLook } from '#worker/store/reviews/admin-second-looks.ts';
import { queryFirst, type RowOf, runGuarded, selectList } from '#worker/store/sql.ts';

const columns = ['id', 'template', 'userId', 'status', 'attempts', 'nextAttemptAt', 'createdAt', 'sentAt'] as const;
export type OutboxRow = RowOf<typeof outbox, (typeof columns)[number]> & Pick<OutboxMail, 'to' | 'lastError'>;

/**
 * SQL condition: the email is about a PayPal address. Plain administrators read this list, but only super administrators may see PayPal
 * addresses. The list shows neither the recipient nor the error, because the provider may quote the address in it.
 */
const hidesAddress = `t.template IN ('confirm_payout_address', 'payout_address_changed')`;
const recipient = `iif(${hidesAddress}, 'PayPal address', t.to_address)`;
const shownError = `iif(${hidesAddress}, iif(t.last_error IS NULL, NULL, 'not shown here because it may contain the PayPal address'), t.last_error)`;

/**
 * SQL condition: the email goes to a member or visitor, so every administrator may read it. Not `NOT IN`, because D1 counts each look-up in
 * such a list as a row read.
 */
export const isNotToOffice = `instr(' ${officeTemplates.join(' ')} ', ' ' || template || ' ') = 0`;
export const isReadable = (bySuperAdmin: boolean) => (bySuperAdmin ? '1' : isNotToOffice);

/** The administrator who reads emails. */
interface Reader {
  adminId: number;
  isSuperAdmin: boolean;
}

/** SQL condition: the administrator may read email `t`. Those about second looks are hidden from whoever passed the certificate. */
const isReadableBy = ({ adminId, isSuperAdmin }: Reader) =>
  isSuperAdmin
    ? `(t.template <> 'second_look_raised' OR ${isNotOwnLook(adminId, "o.certificate_id = CAST(t.payload ->> 'review' AS INTEGER)")})`
    : isNotToOffice;

/** Returns a condition for unsent emails with this status. The redundant `<> 'sent'` lets SQLite use the small partial index. */
const unsent = (status: string) => `t.status = '${status}' AND t.status <> 'sent'`;

export const outboxShape: ListShape = {
  from: 'outbox t',
  columns: `${selectList(outbox, 't', columns)}, ${recipient} AS "to", ${shownError} AS "lastError"`,
  search: `${recipient} || char(10) || t.template || char(10) || coalesce(${shownError}, '')`,
  sorts: { created: 't.created_at' },
  defaultSort: '-created',
  filters: {
    status: {
      conditions: { dead: unsent('dead'), queued: unsent('queued'), sending: unsent('sending'), dropped: unsent('dropped') },
      sorts: ['created'],
    },
  },
  dates: dateFilter('t.created_at', ['created']),
};

const mailKeys = ['id', 'template', 'userId', 'status', 'payload', 'createdAt', 'sentAt'] as const;
export type MailRow = RowOf<typeof outbox, (typeof mailKeys)[number]> & {
  to: string;
  username: string | null;
  isErased: 0 | 1;
  isToMember: 0 | 1;
  hasBounced: 0 | 1;
};

/** SQL condition: email `t` still has its content and was sent to the current address of member `u`. */
const isToMember = "t.payload <> '{}' AND lower(t.to_address) = u.email_key AND u.deletion_requested_at IS NULL AND u.erased_at IS NULL";

export const adminOutboxStore = bindStore({
  async find(db, id: number, reader: Reader): Promise<MailRow | undefined> {
    return queryFirst<MailRow, 'to' | 'isErased' | 'isToMember' | 'hasBounced'>(
      db,
      `SELECT ${selectList(outbox, 't', mailKeys)}, ${recipient} AS "to", u.username AS "username",
         t.to_address = '' OR t.payload = '{}' AS "isErased", coalesce(${isToMember}, 0) AS "isToMember",
         EXISTS (SELECT 1 FROM bounced_addresses b WHERE b.email_key = lower(t.to_address)) AS "hasBounced"
       FROM outbox t LEFT JOIN users u ON u.id = t.user_id WHERE t.id = ?1 AND ${isReadableBy(reader)}`,
      [id],
    );
  },

  /** Queues the email once more and audits it. Returns false if it can no longer be sent to the member. */
  async resend(db, { id, template, userId }: Pick<MailRow, 'id' | 'template' | 'userId'>, actor: Actor, now: number): Promise<boolean> {
    const query = `SELECT u.id, u.email, t.payload, NULL FROM outbox t JOIN users u ON u.id = t.user_id
      WHERE t.id = ?1 AND t.status = 'sent' AND ${isToMember}`;
    const queued = queueSelectedMails(template as MailTemplate, { sql: query, values: [id] }, now);
    return runGuarded(db, [
      { ...queued, sql: `${queued.sql} RETURNING id` },
      auditStatement(actor, { action: 'mail.retry', entityType: 'mail', entityId: id, userId, after: { template } }, now),
    ]);
  },

  list: (db, request: ListRowsQuery, reader: Reader) =>
    readList<OutboxRow, 'to' | 'lastError'>(db, { ...outboxShape, where: isReadableBy(reader) }, request),
});
