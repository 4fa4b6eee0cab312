/** The only module that inserts into the outbox. Emails and their links belong in the same batch as the change that they report. */
import {
  emailChangeLinkTtlSeconds,
  passwordResetLinkTtlSeconds,
  payoutAddressLinkTtlSeconds,
  removePayoutAddressLinkTtlSeconds,
  secureAccountLinkTtlSeconds,
  verifyEmailLinkTtlSeconds,
} from '#schema/rules.ts';
import type { LinkedMailId, Mail, MailedPurpose, MailTemplate } from '#worker/domain/messages/mail.ts';
import { type Statement, statement } from '#worker/store/sql.ts';

const linkTtlSeconds = {
  verify_email: verifyEmailLinkTtlSeconds,
  change_email: emailChangeLinkTtlSeconds,
  stop_email_change: emailChangeLinkTtlSeconds,
  reset_password: passwordResetLinkTtlSeconds,
  confirm_payout_address: payoutAddressLinkTtlSeconds,
  secure_account: secureAccountLinkTtlSeconds,
  remove_payout_address: removePayoutAddressLinkTtlSeconds,
} as const satisfies Record<MailedPurpose, number>;

/**
 * Identifies the member who has this email when the statement runs. Each optional property adds a condition so that the email does not
 * reach a stranger after a concurrent change.
 */
export interface Recipient {
  emailKey: string;
  userId?: number;
  passwordHash?: string;
  sessionHash?: string;
  linkHash?: string;
}

/**
 * Queues the selected emails. The query selects member, address, payload and cause, in that order, and at most one email is queued per
 * cause. `messageId` is for an email with a link, whose token is derived from it; other emails get a random Message-ID. No email is sent
 * before `dueAt`.
 */
export function queueSelectedMails(
  template: MailTemplate,
  { sql, values }: Statement,
  now: number,
  messageId?: string,
  dueAt = now,
): Statement {
  const [idAt, templateAt, nowAt, dueAtAt] = [1, 2, 3, 4].map((place) => `?${values.length + place}`);
  const id = messageId === undefined ? `'<' || ${idAt} || '-' || row_number() OVER () || '@outbox>'` : idAt;
  const insert = statement(
    `INSERT INTO outbox (message_id, template, next_attempt_at, created_at, user_id, to_address, payload, cause)
     SELECT ${id}, ${templateAt}, ${dueAtAt}, ${nowAt}, found.* FROM (${sql}) found WHERE true ON CONFLICT (cause) DO NOTHING`,
    [...values, messageId ?? crypto.randomUUID(), template, now, dueAt],
  );
  return { ...insert, effect: 'mail' };
}

interface MailRow {
  /** SQL that starts with FROM or WHERE. Must yield exactly one row to queue the email, or no row to skip it. */
  from: string;
  values?: Statement['values'];
  /** SQL expression for the recipient's member id; omitted if the recipient is not a member. */
  userId?: string;
  to?: string;
}

export function queueMail(mail: Mail, row: MailRow, now: number): Statement {
  return queueSelectedMails(mail.template, selectMail(mail, row), now, mail.link?.messageId);
}

/** Returns the query for `queueSelectedMails`. */
export function selectMail(mail: Mail, { from, values = [], userId = 'NULL', to }: MailRow): Statement {
  const [toAt, payloadAt, causeAt] = [1, 2, 3].map((place) => `?${values.length + place}`);
  return {
    sql: `SELECT ${userId}, ${to ?? toAt}, ${payloadAt}, ${causeAt} ${from}`,
    values: [...values, mail.to, JSON.stringify(mail.payload), mail.cause ?? null],
  };
}

export function queueMemberMail(userId: number, mail: Mail, now: number): Statement {
  return queueMail(mail, { userId: 'id', from: 'FROM users WHERE id = ?1 AND erased_at IS NULL', values: [userId] }, now);
}

/** Queues an email to a member and stores its link. */
export function queueNotice({ userId, mail }: { userId: number; mail: Mail }, now: number): Statement[] {
  return withLink(queueMemberMail(userId, mail, now), mail, now);
}

/** Returns the statement that queues the email, and the one that stores its link, if it has one. */
export function withLink(queueStatement: Statement, mail: Mail, now: number): Statement[] {
  return mail.link ? [queueStatement, storeLink(mail.link, now)] : [queueStatement];
}

/** Queues emails and stores their links. Does nothing for an unknown recipient. */
export function queueAccountMails(recipient: Recipient, mails: Mail[], now: number): Statement[] {
  const { emailKey, userId = null, passwordHash = null, sessionHash = null, linkHash = null } = recipient;
  const from = `FROM users WHERE email_key = ?1 AND (?2 IS NULL OR id = ?2) AND (?3 IS NULL OR password_hash = ?3)
    AND (?4 IS NULL OR EXISTS (SELECT 1 FROM sessions WHERE id_hash = ?4))
    AND (?5 IS NULL OR EXISTS (SELECT 1 FROM one_time_links WHERE token_hash = ?5))`;
  const values = [emailKey, userId, passwordHash, sessionHash, linkHash];
  return mails.flatMap((mail) => withLink(queueMail(mail, { userId: 'id', from, values }, now), mail, now));
}

/** Stores the link of an email that was queued earlier in the batch. Does nothing if the email was not queued. */
export function storeLink({ messageId, tokenHash, purpose, email }: NonNullable<Mail['link']>, now: number): Statement {
  return statement(
    `INSERT INTO one_time_links (token_hash, user_id, purpose, email, created_at, expires_at)
     SELECT ?2, user_id, ?3, ?4, ?5, ?6 FROM outbox WHERE message_id = ?1`,
    [messageId, tokenHash, purpose, email, now, now + linkTtlSeconds[purpose]],
  );
}

/** Queues a reset email and voids earlier reset links. Does nothing if no member has the email. */
export function queueResetMail(emailKey: string, { messageId, tokenHash }: LinkedMailId, now: number): Statement[] {
  const member = 'FROM users WHERE email_key = ?1 AND deletion_requested_at IS NULL';
  return [
    queueSelectedMails(
      'reset_password',
      { sql: `SELECT id, email, json_object('firstName', first_name), NULL ${member}`, values: [emailKey] },
      now,
      messageId,
    ),
    statement(
      `UPDATE one_time_links SET used_at = ?2 WHERE purpose = 'reset_password' AND used_at IS NULL AND user_id = (SELECT id ${member})`,
      [emailKey, now],
    ),
    statement(
      `INSERT INTO one_time_links (token_hash, user_id, purpose, email, created_at, expires_at)
       SELECT ?2, id, 'reset_password', email, ?3, ?4 ${member}`,
      [emailKey, tokenHash, now, now + linkTtlSeconds.reset_password],
    ),
  ];
}

/** Emails the old address another link to undo an email change. Does nothing if no such link is still valid. */
export function queueUndoMail(emailKey: string, { messageId, tokenHash }: LinkedMailId, now: number): Statement[] {
  const openLink = `FROM one_time_links l JOIN users u ON u.id = l.user_id WHERE l.purpose = 'undo_email_change' AND l.used_at IS NULL
    AND lower(l.email) = ?1 AND l.expires_at > ?2 AND u.suspended_at IS NULL AND u.erased_at IS NULL`;
  return [
    queueSelectedMails(
      'email_was_changed',
      {
        sql: `SELECT u.id, l.email, json_object('firstName', u.first_name, 'newEmail', u.email), NULL ${openLink} ORDER BY l.rowid LIMIT 1`,
        values: [emailKey, now],
      },
      now,
      messageId,
    ),
    // Copies the first link and leaves it valid so that a stranger cannot void it by requesting another.
    statement(
      `INSERT INTO one_time_links (token_hash, user_id, purpose, email, created_at, expires_at)
       SELECT ?3, u.id, l.purpose, l.email, l.created_at, l.expires_at ${openLink} ORDER BY l.rowid LIMIT 1`,
      [emailKey, now, tokenHash],
    ),
  ];
}

/**
 * SQL for the only address that takes part in conversation `t`: that of member `u`, or the one that a visitor entered. The address stored
 * with a member's conversation may be a former one, now somebody else's.
 */
export const writersAddress = 'coalesce(u.email, t.email)';

/** SQL for the row inserted by the previous statement, either a contact message or a member's reply. */
const arrivalSql = {
  message: { words: 't.message', cause: `'contact_message:' || t.id`, from: 'contact_messages t', id: 't.id' },
  reply: {
    words: 'r.text',
    cause: `'contact_reply:' || r.id`,
    from: 'contact_replies r JOIN contact_messages t ON t.id = r.message_id',
    id: 'r.id',
  },
} as const;

/** Queues the office's copy of a message. Does nothing if the message was not inserted. Erasure finds the copy by its `cause`. */
export function queueContactMail(arrivalKind: keyof typeof arrivalSql, officeAddress: string, now: number): Statement {
  const { words: text, cause, from, id } = arrivalSql[arrivalKind];
  return queueSelectedMails(
    'contact_message',
    {
      sql: `SELECT t.user_id, ?1, json_object('number', CAST(t.id AS TEXT), 'isReply', '${arrivalKind === 'reply' ? 'yes' : ''}',
          'name', t.name, 'email', ${writersAddress}, 'message', ${text}, 'userId', CAST(t.user_id AS TEXT)), ${cause}
        FROM ${from} LEFT JOIN users u ON u.id = t.user_id WHERE ${id} = last_insert_rowid() AND changes() > 0`,
      values: [officeAddress],
    },
    now,
  );
}
