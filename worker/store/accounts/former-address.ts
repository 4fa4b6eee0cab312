/** The way back to an address that an account had: for a week, whoever reads its mails can undo that it was changed. */

import { updateCardVisibility } from '#worker/store/cards/hidden-owners.ts';
import { syncMemberStatus } from '#worker/store/payouts/admin-run-lines.ts';
import { type Statement, statement } from '#worker/store/sql.ts';

/**
 * Whether an address (by its key) can still be brought back to an account. Until then nobody else gets it: an account that
 * stood there would block the way back. All are SQL expressions; an account of its own is no matter.
 */
export function isAddressReserved(emailKey: string, now: string, accountId = 'NULL'): string {
  return `EXISTS (SELECT 1 FROM one_time_links k WHERE k.purpose = 'undo_email_change' AND k.used_at IS NULL
    AND lower(k.email) = ${emailKey} AND k.expires_at > ${now} AND k.user_id IS NOT ${accountId})`;
}

/** A link that undoes a change of address, and the address that it brings back. */
export interface UndoLink {
  tokenHash: string;
  userId: number;
  email: string;
  emailKey: string;
}

/** The link ?2 can still be used at ?3; uncorrelated, so that it is asked once for all rows that a statement writes. */
export const isLinkOpen = 'EXISTS (SELECT 1 FROM one_time_links WHERE token_hash = ?2 AND used_at IS NULL AND expires_at > ?3)';
/** The same, of a link for that alone. */
export const isLinkOpenFor = (purpose: 'stop_email_change' | 'undo_email_change' | 'confirm_payout_address') =>
  `EXISTS (SELECT 1 FROM one_time_links WHERE token_hash = ?2 AND purpose = '${purpose}' AND used_at IS NULL AND expires_at > ?3)`;
const linkIsOpen = isLinkOpenFor('undo_email_change');
/** When the change was asked for: what its link was mailed. */
const requestedAt = '(SELECT created_at FROM one_time_links WHERE token_hash = ?2)';

/**
 * Brings the old address back, verified, and stops a deletion that was asked for meanwhile: who has the link reads its
 * mails. A password that may have been set since the change works no more.
 */
export function restoreAddress({ tokenHash, userId, email, emailKey }: UndoLink, now: number): Statement<{ id: number }> {
  return statement<{ id: number }>(
    `UPDATE users SET email = ?4, email_key = ?5, email_verified_at = ?3, sign_ins_valid_from = ?3, deletion_requested_at = NULL,
       password_hash = iif(sign_ins_valid_from >= ${requestedAt}, '!', password_hash), firebase_uid = NULL, version = version + 1
     WHERE id = ?1 AND erased_at IS NULL AND ${linkIsOpen} RETURNING id`,
    [userId, tokenHash, now, email, emailKey],
  );
}

/**
 * Takes back what else has happened since the change: ends all sessions, removes the providers and passkeys that joined, and voids the
 * links that could take the address away again: resets, verifications, changes that wait, and the undoing of later changes.
 * The cards are on the map again, unless the member is suspended.
 * In one batch with `restoreAddress`, after it.
 */
export function revertSince({ tokenHash, userId }: UndoLink, now: number): Statement[] {
  const revert = (sql: string) => statement(sql, [userId, tokenHash, now]);
  return [
    revert(`UPDATE sessions SET revoked_at = ?3 WHERE user_id = ?1 AND revoked_at IS NULL AND ${linkIsOpen}`),
    revert(`DELETE FROM user_auth_providers WHERE user_id = ?1 AND created_at >= ${requestedAt} AND ${linkIsOpen}`),
    revert(`DELETE FROM member_passkeys WHERE user_id = ?1 AND created_at >= ${requestedAt} AND ${linkIsOpen}`),
    revert(
      `UPDATE users SET oauth_provider = (SELECT provider FROM user_auth_providers WHERE user_id = ?1 ORDER BY created_at LIMIT 1)
       WHERE id = ?1 AND ${linkIsOpen}
         AND NOT EXISTS (SELECT 1 FROM user_auth_providers WHERE user_id = ?1 AND provider = users.oauth_provider)`,
    ),
    updateCardVisibility([userId]),
    // Whoever had the account meanwhile must not be paid. The next address is a change.
    revert(`UPDATE payout_addresses SET email = NULL WHERE user_id = ?1 AND confirmed_at >= ${requestedAt} AND ${linkIsOpen}`),
    // Later ones by their rows: several changes may be of one second.
    revert(
      `UPDATE one_time_links SET used_at = ?3 WHERE user_id = ?1 AND used_at IS NULL AND ${linkIsOpen}
         AND (purpose <> 'undo_email_change' OR rowid >= (SELECT rowid FROM one_time_links WHERE token_hash = ?2))`,
    ),
    ...syncMemberStatus('CAST(?1 AS INTEGER)', userId, now),
  ];
}
