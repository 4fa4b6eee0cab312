/** Undoing an email change: for a week, anyone who can read the former mailbox can restore the former address. */

import { undoEmailChangeTtlSeconds } from '#schema/rules.ts';
import { createTombstone } from '#worker/domain/accounts/deletion.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import type { LinkPurpose } from '#worker/domain/messages/mail.ts';
import { isEmailChange } from '#worker/store/admin/audit/audit.ts';
import { updateCardVisibility } from '#worker/store/cards/hidden-owners.ts';
import { resumeDeadlines } from '#worker/store/certificates/paused-deadlines.ts';
import { endAdoptions } from '#worker/store/claims/adoption.ts';
import { removeFromRuns, selectMemberLines, syncMemberStatus } from '#worker/store/payouts/admin-run-lines.ts';
import { type Statement, statement } from '#worker/store/sql.ts';
import { releaseForfeited } from './forfeited-amounts.ts';

/** Returns SQL that is true if the link has not expired, or is paused because its member was suspended before it expired. */
export function isUnexpired(link: string, now: string): string {
  return `(${link}.expires_at > ${now} OR EXISTS (SELECT 1 FROM users s WHERE s.id = ${link}.user_id AND s.suspended_at < ${link}.expires_at))`;
}

/**
 * Returns SQL that is true while another account can restore the email, or could restore it once reinstated. A new account with the same
 * email would prevent the restore. The parameters are SQL expressions.
 */
export function isAddressReserved(emailKey: string, now: string, accountId = 'NULL'): string {
  return `EXISTS (SELECT 1 FROM one_time_links k WHERE k.purpose = 'undo_email_change' AND k.used_at IS NULL
    AND lower(k.email) = ${emailKey} AND k.user_id IS NOT ${accountId}
    AND ${isUnexpired('k', now)})`;
}

/**
 * Returns SQL for the time until which the member waits because an administrator changed the email or requested a change: as long as the
 * old mailbox can undo it, and at least that long after the request. NULL if no administrator ever did. `user` is an SQL expression.
 */
const emailHoldEnd = (user: string) =>
  `(SELECT max(max(g.created_at + ${undoEmailChangeTtlSeconds}, coalesce((SELECT max(k.expires_at) FROM one_time_links k WHERE k.user_id = g.user_id
    AND k.purpose = 'undo_email_change' AND k.created_at = g.created_at AND k.used_at IS NULL), 0)))
    FROM audit_log g WHERE g.user_id = ${user} AND ${isEmailChange})`;

export const selectEmailHold = (userId: number) =>
  statement<{ until: number | null }, 'until'>(`SELECT ${emailHoldEnd('?1')} AS "until"`, [userId]);

/** Selects a row if an administrator changed the member's email, or requested a change, since the given time. */
export const selectEmailChange = (userId: number, since: number) =>
  statement<{ id: number }>(`SELECT g.id FROM audit_log g WHERE g.user_id = ?1 AND g.created_at >= ?2 AND ${isEmailChange} LIMIT 1`, [
    userId,
    since,
  ]);

/**
 * Holds payouts of member ?1 for as long as an administrator's email change makes the member wait, even without a PayPal address: it may be
 * added later, and a single payment needs none.
 */
export function holdPayouts(userId: number, now: number): Statement[] {
  return [
    statement(
      `INSERT INTO payout_addresses (user_id, confirmed_at, held_until)
       SELECT ?1, ?2, w.until FROM (SELECT ${emailHoldEnd('?1')} AS until) w WHERE w.until > ?2
       ON CONFLICT (user_id) DO UPDATE SET held_until = max(coalesce(held_until, 0), excluded.held_until)`,
      [userId, now],
    ),
    ...removeFromRuns(selectMemberLines(userId), now),
  ];
}

export interface UndoLink {
  userId: number;
  email: string;
  emailKey: string;
}

/**
 * Returns SQL that is true if the link with hash ?2 can be used at time ?3. A suspended member's links do not work. The subquery is
 * uncorrelated so that SQLite evaluates it once per statement.
 */
export const isLinkOpen = (purpose: LinkPurpose) =>
  `EXISTS (SELECT 1 FROM one_time_links l JOIN users m ON m.id = l.user_id WHERE l.token_hash = ?2 AND l.purpose = '${purpose}'
    AND l.used_at IS NULL AND l.expires_at > ?3 AND m.suspended_at IS NULL)`;

/** Restores and verifies the old email. */
export function restoreAddress({ userId, email, emailKey }: UndoLink, now: number): Statement {
  return statement('UPDATE users SET email = ?2, email_key = ?3, email_verified_at = ?4, version = version + 1 WHERE id = ?1', [
    userId,
    email,
    emailKey,
    now,
  ]);
}

/**
 * Takes back the unverified address that the deletion request released, also from an account that has neither verified it since nor paid. That
 * account can enter another address while it is signed in.
 */
export function takeBackReleasedAddress(userId: number, email: string): Statement[] {
  const released = [userId, comparisonKey(email), createTombstone(userId).email];
  return [
    statement(
      `UPDATE users SET email = 'released-' || id || '@invalid', email_key = 'released-' || id || '@invalid', version = version + 1
       WHERE email_key = ?2 AND id <> ?1 AND email_verified_at IS NULL AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.user_id = users.id)
         AND EXISTS (SELECT 1 FROM users o WHERE o.id = ?1 AND o.email_key = ?3)`,
      released,
    ),
    statement('UPDATE users SET email = ?4, email_key = ?2 WHERE id = ?1 AND email_key = ?3', [...released, email]),
  ];
}

/**
 * Cancels a deletion request, if any. Amounts that it held are owed again. Unless the member is suspended, payouts to them resume and their
 * cards return to the map. Extends the deadlines of certificates by the time they were paused.
 */
export function cancelDeletion(userId: number, now: number): Statement[] {
  return [
    ...resumeDeadlines('deletion_requested_at', [userId], now),
    statement(
      `UPDATE users SET membership_lost_at = coalesce(membership_lost_at, deletion_requested_at), deletion_requested_at = NULL,
         version = version + 1
       WHERE id = ?1`,
      [userId],
    ),
    updateCardVisibility([userId]),
    ...releaseForfeited(userId),
    ...endAdoptions([userId], now),
    ...syncMemberStatus('CAST(?1 AS INTEGER)', userId, now),
  ];
}
