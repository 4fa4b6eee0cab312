/** Mails and the links in them: rows that are written with the change that causes them; a job delivers them. */
import {
  emailChangeLinkTtlSeconds,
  passwordResetLinkTtlSeconds,
  payoutAddressLinkTtlSeconds,
  verifyEmailLinkTtlSeconds,
} from '#schema/rules.ts';
import type { Mail, MailedPurpose, MailTemplate } from '#worker/domain/messages/mail.ts';
import { type Statement, statement } from '#worker/store/sql.ts';

const linkTtlSeconds = {
  verify_email: verifyEmailLinkTtlSeconds,
  change_email: emailChangeLinkTtlSeconds,
  stop_email_change: emailChangeLinkTtlSeconds,
  reset_password: passwordResetLinkTtlSeconds,
  confirm_payout_address: payoutAddressLinkTtlSeconds,
} as const satisfies Record<MailedPurpose, number>;

/**
 * Whom mails are for: the member who has that address once the statements before them in the batch are done.
 * With `userId` only that member, so that a change which lost a race writes nothing to a stranger.
 */
export interface Recipient {
  emailKey: string;
  userId?: number;
  /** With it only while this is their password hash: the same for a password change. */
  passwordHash?: string;
  /** With it only where this session was opened before in the batch: the same for a sign-in. */
  sessionHash?: string;
  /** With it only where the link of this hash was stored before in the batch: the same for a link that is mailed anew. */
  linkHash?: string;
}

/** Queues mails and stores their links; nothing where the recipient is none. */
export function queueMails(recipient: Recipient, mails: Mail[], now: number): Statement[] {
  const member = `FROM users WHERE email_key = ?1 AND (?2 IS NULL OR id = ?2) AND (?3 IS NULL OR password_hash = ?3)
    AND (?4 IS NULL OR EXISTS (SELECT 1 FROM sessions WHERE id_hash = ?4))
    AND (?5 IS NULL OR EXISTS (SELECT 1 FROM one_time_links WHERE token_hash = ?5))`;
  const { emailKey, userId = null, passwordHash = null, sessionHash = null, linkHash = null } = recipient;
  const recipientValues = [emailKey, userId, passwordHash, sessionHash, linkHash] as const;
  return mails.flatMap((mail) => {
    const queue = statement(
      `INSERT INTO outbox (message_id, user_id, template, to_address, payload, next_attempt_at, created_at) SELECT ?6, id, ?7, ?8, ?9, ?10, ?10 ${member}`,
      ...recipientValues,
      mail.messageId,
      mail.template,
      mail.to,
      JSON.stringify(mail.payload),
      now,
    );
    if (!mail.link) return [queue];
    const { tokenHash, purpose, email } = mail.link;
    const link = statement(
      `INSERT INTO one_time_links (token_hash, user_id, purpose, email, created_at, expires_at) SELECT ?6, id, ?7, ?8, ?9, ?10 ${member}`,
      ...recipientValues,
      tokenHash,
      purpose,
      email,
      now,
      now + linkTtlSeconds[purpose],
    );
    return [queue, link];
  });
}

/**
 * Queues the mail with the link that sets a new password to whoever has that address; nothing where nobody has. Only the
 * newest such link works.
 */
export function queueResetMail(emailKey: string, id: { messageId: string; tokenHash: string }, now: number): Statement[] {
  const member = 'FROM users WHERE email_key = ?1 AND deletion_requested_at IS NULL';
  return [
    statement(
      `INSERT INTO outbox (message_id, user_id, template, to_address, payload, next_attempt_at, created_at)
       SELECT ?2, id, 'reset_password', email, json_object('firstName', first_name), ?3, ?3 ${member}`,
      emailKey,
      id.messageId,
      now,
    ),
    statement(
      `UPDATE one_time_links SET used_at = ?2 WHERE purpose = 'reset_password' AND used_at IS NULL AND user_id = (SELECT id ${member})`,
      emailKey,
      now,
    ),
    statement(
      `INSERT INTO one_time_links (token_hash, user_id, purpose, email, created_at, expires_at)
       SELECT ?2, id, 'reset_password', email, ?3, ?4 ${member}`,
      emailKey,
      id.tokenHash,
      now,
      now + linkTtlSeconds.reset_password,
    ),
  ];
}

/** Queues a mail to a member, once for its cause; none to a member who is erased. */
export function queueMailOnce(userId: number, mail: Mail, now: number): Statement {
  return statement(
    `INSERT INTO outbox (message_id, user_id, template, to_address, payload, cause, next_attempt_at, created_at)
     SELECT ?1, id, ?3, ?4, ?5, ?6, ?7, ?7 FROM users WHERE id = ?2 AND erased_at IS NULL ON CONFLICT (cause) DO NOTHING`,
    mail.messageId,
    userId,
    mail.template,
    mail.to,
    JSON.stringify(mail.payload),
    mail.cause ?? null,
    now,
  );
}

/**
 * Queues a mail to somebody who is no member, once for its cause, where there is such a row: `found` is what stands after
 * FROM. Its placeholders begin at ?7.
 */
export function queueMailWhere(mail: Mail, found: { sql: string; values: (string | number | null)[] }, now: number): Statement {
  return statement(
    `INSERT INTO outbox (message_id, template, to_address, payload, cause, next_attempt_at, created_at)
     SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?6 FROM ${found.sql} ON CONFLICT (cause) DO NOTHING`,
    mail.messageId,
    mail.template,
    mail.to,
    JSON.stringify(mail.payload),
    mail.cause ?? null,
    now,
    ...found.values,
  );
}

/** What the statement right before it in the batch has kept: a message of the contact form, or what its member added. */
const arrived = {
  message: { words: 't.message', cause: `'contact_message:' || t.id`, from: 'contact_messages t WHERE t.id = last_insert_rowid()' },
  reply: {
    words: 'r.text',
    cause: `'contact_reply:' || r.id`,
    from: 'contact_replies r JOIN contact_messages t ON t.id = r.message_id WHERE r.id = last_insert_rowid()',
  },
} as const;

/**
 * Queues it to the office; nothing where that statement kept nothing. The cause leads from the message to this copy, so that
 * whoever erases the one finds the other.
 */
export function queueContactMail(what: keyof typeof arrived, office: { to: string; messageId: string }, now: number): Statement {
  const { words, cause, from } = arrived[what];
  return statement(
    `INSERT INTO outbox (message_id, user_id, template, to_address, payload, cause, next_attempt_at, created_at)
     SELECT ?1, t.user_id, 'contact_message', ?2, json_object('number', CAST(t.id AS TEXT), 'isReply', '${what === 'reply' ? 'yes' : ''}',
       'name', t.name, 'email', t.email, 'message', ${words}, 'userId', CAST(t.user_id AS TEXT)), ${cause}, ?3, ?3
     FROM ${from} AND changes() > 0`,
    office.messageId,
    office.to,
    now,
  );
}

/** Queues our answer, right behind the row of it (contact_replies) in the batch: its cause leads to that row. */
export function queueAnswer(mail: Mail, memberId: number | null, now: number): Statement {
  return statement(
    `INSERT INTO outbox (message_id, user_id, template, to_address, payload, cause, next_attempt_at, created_at)
     SELECT ?1, ?2, ?3, ?4, ?5, 'contact_reply:' || last_insert_rowid(), ?6, ?6 WHERE changes() > 0`,
    mail.messageId,
    memberId,
    mail.template,
    mail.to,
    JSON.stringify(mail.payload),
    now,
  );
}

/** A Message-ID, made by the database: for mails to those whom only a statement finds, however many they are. */
export const messageIdMade = `'<' || lower(hex(randomblob(16))) || '@outbox>'`;

/**
 * Queues a mail to each member that a query finds: message id, member, address, payload and cause, in that order. For
 * changes of many rows, whose outcome only the database knows. Its placeholders begin at ?3.
 */
export function queueMailsFound(
  template: MailTemplate,
  query: { sql: string; values: (string | number | null)[] },
  now: number,
): Statement {
  return statement(
    `INSERT INTO outbox (template, next_attempt_at, created_at, message_id, user_id, to_address, payload, cause)
     SELECT ?1, ?2, ?2, found.* FROM (${query.sql}) found WHERE true ON CONFLICT (cause) DO NOTHING`,
    template,
    now,
    ...query.values,
  );
}
