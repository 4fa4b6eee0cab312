/**
 * A pending email change has two links: the new mailbox confirms the change, and the old mailbox cancels it. After the confirmation, the
 * old mailbox's link can undo the change (former-address.ts).
 */

import { emailChangeLinkTtlSeconds, undoEmailChangeTtlSeconds } from '#schema/rules.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { isEmailChange } from '#worker/store/admin/audit/audit.ts';
import { confirmAwaitedPlacements } from '#worker/store/cards/placement-rewards.ts';
import { returnToReview } from '#worker/store/certificates/return-to-review.ts';
import { bindStore } from '#worker/store/database.ts';
import { confirmAddress } from '#worker/store/messages/bounced-addresses.ts';
import { queueAccountMails } from '#worker/store/messages/mail.ts';
import { batch, catchViolation, firstRow, onlyRow, runGuarded, type Statement, statement } from '#worker/store/sql.ts';
import { holdPayouts, isAddressReserved, isLinkOpen, isUnexpired, selectEmailChange, selectEmailHold } from './former-address.ts';
import type { FoundLink } from './mail-links.ts';
import { guardAccount, recoverAccount, warnsOwner } from './secure-account.ts';

/** Returns SQL for the pending email; NULL if no change is pending. A suspension pauses its expiry. The parameters are SQL expressions. */
export function pendingEmailSql(userId: string, now: string): string {
  return `(SELECT p.email FROM one_time_links p
    WHERE p.user_id = ${userId} AND p.purpose = 'change_email' AND p.used_at IS NULL AND ${isUnexpired('p', now)})`;
}

/** Returns SQL that is true if another account has the email or can still restore it. The parameters are SQL expressions. */
export function isTaken(emailKey: string, now: string, accountId: string): string {
  return `(EXISTS (SELECT 1 FROM users o WHERE o.email_key = ${emailKey} AND o.id <> ${accountId}) OR ${isAddressReserved(emailKey, now, accountId)})`;
}

export function endPendingChange(userId: number, now: number): Statement {
  return statement(
    `UPDATE one_time_links SET used_at = ?2
     WHERE user_id = ?1 AND purpose IN ('change_email', 'stop_email_change') AND used_at IS NULL`,
    [userId, now],
  );
}

/** SQL for the audit entry in which an administrator requested, at ?2, the email change of member ?1. */
const requestedChange = `FROM audit_log g WHERE g.user_id = ?1 AND g.created_at = ?2 AND ${isEmailChange} ORDER BY g.id DESC LIMIT 1`;

/**
 * Audits the confirmed change if an administrator requested it at `requestedAt`, so that checks count from when the new mailbox gains
 * control. Must run before the email changes.
 */
function auditRequestedChange(userId: number, email: string, requestedAt: number, now: number): Statement {
  return statement(
    `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, user_id, before, after, reason, request_id, created_at)
     SELECT g.admin_id, g.action, g.entity_type, g.entity_id, g.user_id, json_object('email', (SELECT u.email FROM users u WHERE u.id = ?1)),
       json_object('email', ?3), g.reason, g.request_id, ?4 ${requestedChange}`,
    [userId, requestedAt, email, now],
  );
}

export const emailChangeStore = bindStore({
  /**
   * Confirms the email change. Returns false if the link has changed since it was loaded, or `pending_email_taken` if another account has
   * since taken the email. Writes nothing in either case.
   */
  async make(db, { tokenHash, userId, email, createdAt }: FoundLink, now: number): Promise<boolean | 'pending_email_taken'> {
    return catchViolation({ 'users.email_key': 'pending_email_taken', 'users.version': false }, async () => {
      await batch(db, [
        guardAccount(userId, `deletion_requested_at IS NULL AND ${isLinkOpen('change_email')}`, [tokenHash, now]),
        auditRequestedChange(userId, email, createdAt, now),
        statement(
          `UPDATE users SET email = ?2, email_key = iif(${isAddressReserved('?3', '?4', '?1')}, NULL, ?3), email_verified_at = ?4,
             version = version + 1 WHERE id = ?1`,
          [userId, email, comparisonKey(email), now],
        ),
        statement(
          `UPDATE one_time_links SET purpose = 'undo_email_change', expires_at = ?2
           WHERE user_id = ?1 AND purpose = 'stop_email_change' AND used_at IS NULL`,
          [userId, now + undoEmailChangeTtlSeconds],
        ),
        confirmAddress(email),
        returnToReview('favor', `(SELECT g.user_id ${requestedChange})`, '?3', [userId, createdAt, now]),
        ...holdPayouts(userId, now),
        ...confirmAwaitedPlacements('?1', [userId]),
        // Voids this link and the member's other links, except those in security alerts.
        statement(`UPDATE one_time_links SET used_at = ?2 WHERE user_id = ?1 AND used_at IS NULL AND NOT ${warnsOwner}`, [userId, now]),
      ]);
      return true;
    });
  },

  /**
   * Cancels a pending change through the link sent to the old mailbox, and secures the account. Returns false if the
   * change has already been confirmed or canceled.
   */
  async cancelChange(db, { tokenHash, userId, createdAt }: FoundLink, now: number): Promise<boolean> {
    return catchViolation({ 'users.version': false }, async () => {
      await batch(db, [
        guardAccount(userId, isLinkOpen('stop_email_change'), [tokenHash, now]),
        ...recoverAccount('email_change_cancelled', userId, now, { tokenHash, createdAt }),
      ]);
      return true;
    });
  },

  /** Whether an administrator changed the email, or requested a change, since the given time. */
  async hasChangedSince(db, userId: number, since: number): Promise<boolean> {
    const [change] = await batch(db, [selectEmailChange(userId, since)]);
    return firstRow(change) !== undefined;
  },

  /** Returns the time until which the member waits after an administrator changed the email; null if none ever did. */
  async holdEnd(db, userId: number): Promise<number | null> {
    const [hold] = await batch(db, [selectEmailHold(userId)]);
    return onlyRow(hold).until;
  },

  async cancel(db, userId: number, now: number): Promise<void> {
    await batch(db, [endPendingChange(userId, now)]);
  },

  /** Replaces the link sent to the new email and restarts its expiry. Returns false if the change is no longer pending. */
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
      // `slice` drops the statement that would insert the link; the preceding statement has already updated the existing link.
      ...queueAccountMails({ ...member, linkHash: link.tokenHash }, [mail], now).slice(0, 1),
    ]);
  },
});
