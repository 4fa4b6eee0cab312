import type { PushTopic } from '#schema/messages/notifications.ts';
import type { LinkState } from '#worker/domain/accounts/mail-link.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { planStoredChoice } from '#worker/domain/messages/stored-choice.ts';
import type { Unsubscription } from '#worker/domain/messages/unsubscription.ts';
import { noDigestAt } from '#worker/domain/scans/news.ts';
import { confirmAwaitedPlacements } from '#worker/store/cards/placement-rewards.ts';
import { bindStore } from '#worker/store/database.ts';
import { confirmAddress } from '#worker/store/messages/bounced-addresses.ts';
import { queueAccountMails } from '#worker/store/messages/mail.ts';
import { setDefaultDigest } from '#worker/store/scans/digest-defaults.ts';
import { batch, catchViolation, firstRow, queryFirst, type Statement, statement } from '#worker/store/sql.ts';
import { cancelDeletion, isLinkOpen, restoreAddress, takeBackReleasedAddress } from './former-address.ts';
import { guardAccount, recoverAccount } from './secure-account.ts';

export type FoundLink = LinkState & { tokenHash: string; userId: number; createdAt: number; deletionRequestedAt: number | null };

interface LinkRow extends Omit<FoundLink, 'isSuspended' | 'hasBounced'> {
  isSuspended: 0 | 1;
  hasBounced: 0 | 1;
}

/** SQL condition: the link is open, and the deletion request, whose membership is restored afterward, is still the loaded one (?4). */
const canRecoverBy = (purpose: 'undo_email_change' | 'secure_account') =>
  `u.erased_at IS NULL AND u.deletion_requested_at IS ?4 AND ${isLinkOpen(purpose)}`;

/** SQL list of the purposes of links that cancel a deletion. */
export const cancelingPurposes = `'undo_email_change', 'secure_account'`;

export const mailLinkStore = bindStore({
  /** Loads the link. Returns undefined if the link is unknown, or if the member is leaving and this link does not cancel the deletion. */
  async find(db, tokenHash: string): Promise<FoundLink | undefined> {
    const row = await queryFirst<LinkRow, 'isSuspended' | 'hasBounced'>(
      db,
      `SELECT l.token_hash AS "tokenHash", l.user_id AS "userId", l.purpose AS "purpose", l.email AS "email", l.created_at AS "createdAt",
           l.expires_at AS "expiresAt", l.used_at AS "usedAt", u.email_key AS "emailKey", u.email_verified_at AS "emailVerifiedAt",
           u.suspended_at IS NOT NULL AS "isSuspended", u.deletion_requested_at AS "deletionRequestedAt",
           EXISTS (SELECT 1 FROM bounced_addresses b WHERE b.email_key = u.email_key) AS "hasBounced"
         FROM one_time_links l JOIN users u ON u.id = l.user_id WHERE l.token_hash = ?1
           AND (u.deletion_requested_at IS NULL OR (l.purpose IN (${cancelingPurposes}) AND u.erased_at IS NULL))`,
      [tokenHash],
    );
    return row && { ...row, isSuspended: row.isSuspended === 1, hasBounced: row.hasBounced === 1 };
  },

  async exists(db, tokenHash: string): Promise<boolean> {
    const matchingRow = await queryFirst<{ one: 1 }, 'one'>(
      db,
      `SELECT 1 AS "one" FROM one_time_links WHERE token_hash = ?1
       UNION ALL SELECT 1 FROM admin_password_resets WHERE token_hash = ?1`,
      [tokenHash],
    );
    return matchingRow !== undefined;
  },

  /** Verifies the member's email. Returns false if the link or the email has changed since it was loaded. */
  async verifyEmail(db, { tokenHash, userId, email, emailKey }: FoundLink, now: number): Promise<boolean> {
    return catchViolation({ 'users.version': false }, async () => {
      await batch(db, [
        guardAccount(userId, `email_key = ?4 AND ${isLinkOpen('verify_email')}`, [tokenHash, now, emailKey]),
        statement('UPDATE users SET email_verified_at = coalesce(email_verified_at, ?2), version = version + 1 WHERE id = ?1', [
          userId,
          now,
        ]),
        consumeLink(tokenHash, now),
        confirmAddress(email),
        ...confirmAwaitedPlacements('?1', [userId]),
      ]);
      return true;
    });
  },

  /**
   * Undoes an email change and reverts account changes made after it. Returns false if the link was already used, or if the deletion of the
   * account was requested or canceled since the link was loaded.
   */
  async undoEmailChange(
    db,
    { tokenHash, userId, createdAt, deletionRequestedAt }: FoundLink,
    previous: { email: string; emailKey: string },
    now: number,
  ): Promise<boolean | 'email_taken'> {
    return catchViolation({ 'users.email_key': 'email_taken', 'users.version': false }, async () => {
      await batch(db, [
        guardAccount(userId, canRecoverBy('undo_email_change'), [tokenHash, now, deletionRequestedAt]),
        restoreAddress({ userId, ...previous }, now),
        ...cancelDeletion(userId, now),
        ...confirmAwaitedPlacements('?1', [userId]),
        ...recoverAccount('email_change_undone', userId, now, { tokenHash, createdAt }),
      ]);
      return true;
    });
  },

  /**
   * Secures the account whose owner opened the link, and cancels any deletion request. Returns false if the link was already used, or if the
   * deletion was requested or canceled since the link was loaded.
   */
  async secure(db, { tokenHash, userId, email, createdAt, deletionRequestedAt }: FoundLink, now: number): Promise<boolean | 'email_taken'> {
    return catchViolation({ 'users.email_key': 'email_taken', 'users.version': false }, async () => {
      await batch(db, [
        guardAccount(userId, canRecoverBy('secure_account'), [tokenHash, now, deletionRequestedAt]),
        consumeLink(tokenHash, now),
        ...cancelDeletion(userId, now),
        ...takeBackReleasedAddress(userId, email),
        ...recoverAccount('mailed_link', userId, now, { tokenHash, createdAt }),
      ]);
      return true;
    });
  },

  /**
   * Stops all optional emails to the member, or those about one topic. Returns false if the member is unknown or leaving, or has recovered
   * the account since the link was sent.
   */
  async unsubscribe(db, { userId, topic, epoch }: Unsubscription, now: number): Promise<boolean> {
    const values = [userId, epoch];
    const stopsDigest = topic === null || topic === 'card_found';
    const [found] = await batch(db, [
      statement<{ id: number }>(`SELECT u.id ${linkedMember}`, values),
      ...(topic === null
        ? [
            statement(
              `UPDATE users SET wants_optional_mail = 0, optional_mail_off_at = iif(wants_optional_mail, ?3, optional_mail_off_at)
               WHERE id = (SELECT u.id ${linkedMember})`,
              [...values, now],
            ),
          ]
        : []),
      ...(stopsDigest ? stopDigest(values, now) : [stopTopic(values, topic, now)]),
    ]);
    return firstRow(found) !== undefined;
  },

  /** Queues an email to the member, unless the member's email address has changed since it was loaded. */
  async queue(db, member: { userId: number; emailKey: string }, mail: Mail, now: number): Promise<void> {
    await batch(db, queueAccountMails(member, [mail], now));
  },
});

/** SQL for the member ?1, whose link has the epoch ?2. */
const linkedMember = 'FROM users u WHERE u.id = ?1 AND u.deletion_requested_at IS NULL AND u.unsubscribe_epoch = ?2';

function stopDigest(values: number[], now: number): Statement[] {
  return [
    statement(
      `UPDATE digest_choices SET off_at = iif(frequency = 'off', off_at, ?4), frequency = 'off', next_at = ?3
       WHERE user_id = (SELECT u.id ${linkedMember})`,
      [...values, noDigestAt, now],
    ),
    setDefaultDigest({ member: 'u.id', sql: linkedMember, values }, now, 'off'),
  ];
}

function stopTopic(values: number[], topic: PushTopic, now: number): Statement {
  const { channel, exists } = planStoredChoice({ channel: 'email', topic, isOn: false });
  return exists
    ? statement(
        `INSERT INTO notification_choices (user_id, channel, topic, chosen_at) SELECT u.id, ?3, ?4, ?5 ${linkedMember}
         ON CONFLICT (user_id, channel, topic) DO NOTHING`,
        [...values, channel, topic, now],
      )
    : statement(`DELETE FROM notification_choices WHERE user_id = (SELECT u.id ${linkedMember}) AND channel = ?3 AND topic = ?4`, [
        ...values,
        channel,
        topic,
      ]);
}

export function consumeLink(tokenHash: string, now: number): Statement {
  return statement('UPDATE one_time_links SET used_at = ?2 WHERE token_hash = ?1', [tokenHash, now]);
}
