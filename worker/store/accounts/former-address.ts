/** For a week after an email change, anyone who can read the former mailbox can undo the change. */

import { updateCardVisibility } from '#worker/store/cards/hidden-owners.ts';
import { syncMemberStatus } from '#worker/store/payouts/admin-run-lines.ts';
import { type Statement, statement } from '#worker/store/sql.ts';

/**
 * Returns SQL that is true while another account can still restore the email. A new account with the same email would make that impossible.
 * The parameters are SQL expressions.
 */
export function isAddressReserved(emailKey: string, now: string, accountId = 'NULL'): string {
  return `EXISTS (SELECT 1 FROM one_time_links k WHERE k.purpose = 'undo_email_change' AND k.used_at IS NULL
    AND lower(k.email) = ${emailKey} AND k.expires_at > ${now} AND k.user_id IS NOT ${accountId})`;
}

export interface UndoLink {
  tokenHash: string;
  userId: number;
  email: string;
  emailKey: string;
}

/**
 * SQL that is true if the link with hash ?2 can be used at time ?3. Does not refer to outer rows, so that SQLite evaluates it once per
 * statement.
 */
export const isLinkOpen = 'EXISTS (SELECT 1 FROM one_time_links WHERE token_hash = ?2 AND used_at IS NULL AND expires_at > ?3)';
export const isLinkOpenFor = (purpose: 'stop_email_change' | 'undo_email_change' | 'confirm_payout_address') =>
  `EXISTS (SELECT 1 FROM one_time_links WHERE token_hash = ?2 AND purpose = '${purpose}' AND used_at IS NULL AND expires_at > ?3)`;
const linkIsOpen = isLinkOpenFor('undo_email_change');
const requestedAt = '(SELECT created_at FROM one_time_links WHERE token_hash = ?2)';

/** Restores and verifies the old email and cancels a later deletion request. A password set since the change stops working. */
export function restoreAddress({ tokenHash, userId, email, emailKey }: UndoLink, now: number): Statement<{ id: number }> {
  return statement<{ id: number }>(
    `UPDATE users SET email = ?4, email_key = ?5, email_verified_at = ?3, sign_ins_valid_from = ?3, deletion_requested_at = NULL,
       password_hash = iif(sign_ins_valid_from >= ${requestedAt}, '!', password_hash), firebase_uid = NULL, version = version + 1
     WHERE id = ?1 AND erased_at IS NULL AND ${linkIsOpen} RETURNING id`,
    [userId, tokenHash, now, email, emailKey],
  );
}

/**
 * Reverts everything else since the email change: ends all sessions, removes added providers and passkeys, and voids links that could
 * change the email again (resets, verifications, pending changes and undo links for later changes). Shows the cards on the map again,
 * unless the member is suspended. Must follow `restoreAddress` in the same batch.
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
    // Someone who took over the account must not be paid. The next payout address counts as a change.
    revert(`UPDATE payout_addresses SET email = NULL WHERE user_id = ?1 AND confirmed_at >= ${requestedAt} AND ${linkIsOpen}`),
    // Finds later changes by row order, because several may have the same timestamp.
    revert(
      `UPDATE one_time_links SET used_at = ?3 WHERE user_id = ?1 AND used_at IS NULL AND ${linkIsOpen}
         AND (purpose <> 'undo_email_change' OR rowid >= (SELECT rowid FROM one_time_links WHERE token_hash = ?2))`,
    ),
    ...syncMemberStatus('CAST(?1 AS INTEGER)', userId, now),
  ];
}
