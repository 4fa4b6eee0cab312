/**
 * Changes of a verified address. For as long as one waits it is a pair of links: the new mailbox makes the change, the old
 * one calls it off. Once it is made, the old mailbox's link is the way back (former-address.ts).
 */

import { emailChangeLinkTtlSeconds, undoEmailChangeTtlSeconds } from '#schema/rules.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { confirmAwaitedPlacements } from '#worker/store/cards/placement-rewards.ts';
import { storeOf } from '#worker/store/database.ts';
import { queueAccountMails } from '#worker/store/messages/mail.ts';
import { batch, orViolated, queryFirst, runGuarded, type Statement, statement } from '#worker/store/sql.ts';
import { isAddressReserved, isLinkOpen, isLinkOpenFor } from './former-address.ts';
import type { FoundLink } from './mail-links.ts';

/** The address that a member's change waits for, or NULL. Both are SQL expressions. */
export function pendingEmailOf(userId: string, now: string): string {
  return `(SELECT p.email FROM one_time_links p
    WHERE p.user_id = ${userId} AND p.purpose = 'change_email' AND p.used_at IS NULL AND p.expires_at > ${now})`;
}

/** Whether somebody else has an address, or can still be brought back to it. All are SQL expressions. */
export function isTaken(emailKey: string, now: string, accountId: string): string {
  return `(EXISTS (SELECT 1 FROM users o WHERE o.email_key = ${emailKey} AND o.id <> ${accountId}) OR ${isAddressReserved(emailKey, now, accountId)})`;
}

/** The two links of a change that waits. */
const isOfChange = "purpose IN ('change_email', 'stop_email_change')";
/** Links that a new password ends. */
export const endsWithPassword = `(purpose = 'reset_password' OR ${isOfChange})`;

/** Gives up what waits for a member, if anything does. */
export function endPendingChange(userId: number, now: number): Statement {
  return statement(
    `UPDATE one_time_links SET used_at = ?2
     WHERE user_id = ?1 AND ${isOfChange} AND used_at IS NULL`,
    [userId, now],
  );
}

export const emailChangeStore = storeOf({
  /**
   * Moves the account to the address of the link, verified by that. False where the link has changed since the look; then,
   * and where the address is somebody else's by now, nothing is written.
   */
  async make(db, { tokenHash, userId, email }: FoundLink, now: number): Promise<boolean | 'pending_email_taken'> {
    const making = <Row = never>(sql: string, ...values: (string | number)[]) => statement<Row>(sql, [userId, tokenHash, now, ...values]);
    return orViolated({ 'users.email_key': 'pending_email_taken' }, async () => {
      return runGuarded(db, [
        making<{ id: number }>(
          `UPDATE users SET email = ?4, email_key = iif(${isAddressReserved('?5', '?3', '?1')}, NULL, ?5), email_verified_at = ?3, version = version + 1
           WHERE id = ?1 AND deletion_requested_at IS NULL AND ${isLinkOpen} RETURNING id`,
          email,
          comparisonKey(email),
        ),
        making(
          `UPDATE one_time_links SET purpose = 'undo_email_change', expires_at = ?4
           WHERE user_id = ?1 AND purpose = 'stop_email_change' AND used_at IS NULL AND ${isLinkOpen}`,
          now + undoEmailChangeTtlSeconds,
        ),
        ...confirmAwaitedPlacements('?1', [userId]),
        // This one too; and links that the old mailbox got for other things.
        making(
          `UPDATE one_time_links SET used_at = ?3
           WHERE user_id = ?1 AND purpose <> 'undo_email_change' AND used_at IS NULL AND ${isLinkOpen}`,
        ),
      ]);
    });
  },

  /** Gives up the change that the old mailbox's link can call off. False where it was made, or given up, since the look. */
  async callOff(db, { tokenHash, userId }: FoundLink, now: number): Promise<boolean> {
    return (
      (await queryFirst<{ userId: number }>(
        db,
        `UPDATE one_time_links SET used_at = ?3 WHERE user_id = ?1 AND ${isOfChange}
           AND used_at IS NULL AND ${isLinkOpenFor('stop_email_change')} RETURNING user_id AS "userId"`,
        [userId, tokenHash, now],
      )) !== undefined
    );
  },

  /** The same, at the member's own wish. */
  async cancel(db, userId: number, now: number): Promise<void> {
    await batch(db, [endPendingChange(userId, now)]);
  },

  /**
   * Mails the new address another link in place of the one before, and lets the change wait anew. False where it waits for
   * that address no more.
   */
  async resend(db, member: { userId: number; emailKey: string }, pendingEmail: string, mail: Mail, now: number): Promise<boolean> {
    const { link } = mail;
    if (!link) throw new Error('A mail that confirms a change has a link');
    return runGuarded(db, [
      statement<{ userId: number }>(
        `UPDATE one_time_links SET token_hash = ?4, expires_at = ?5
         WHERE user_id = ?1 AND purpose = 'change_email' AND email = ?2 AND used_at IS NULL AND expires_at > ?3 RETURNING user_id AS "userId"`,
        [member.userId, pendingEmail, now, link.tokenHash, now + emailChangeLinkTtlSeconds],
      ),
      statement(
        `UPDATE one_time_links SET expires_at = ?3 WHERE user_id = ?1 AND purpose = 'stop_email_change' AND used_at IS NULL
           AND EXISTS (SELECT 1 FROM one_time_links WHERE token_hash = ?2)`,
        [member.userId, link.tokenHash, now + emailChangeLinkTtlSeconds],
      ),
      // Without the statement that would insert the link.
      ...queueAccountMails({ ...member, linkHash: link.tokenHash }, [mail], now).slice(0, 1),
    ]);
  },
});
