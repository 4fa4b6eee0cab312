/** The way back to an address that an account had: for a week, whoever reads its mails can undo that it was changed. */
import { type Statement, statement } from './sql.ts';

/** Finds the earliest open link that brings a verified address back to a member. */
export function openWayBack(member: string, now: string): string {
  return `SELECT w.token_hash FROM one_time_links w WHERE w.user_id = ${member} AND w.purpose = 'undo_email_change' AND w.was_verified = 1
    AND w.used_at IS NULL AND w.expires_at > ${now} ORDER BY w.created_at, w.rowid LIMIT 1`;
}

/** A link that undoes a change of address, and the address that it brings back. */
export interface WayBack {
  tokenHash: string;
  userId: number;
  email: string;
  emailKey: string;
}

/** The link ?2 can still be used at ?3; uncorrelated, so that it is asked once for all rows that a statement writes. */
export const stillOpen = 'EXISTS (SELECT 1 FROM one_time_links WHERE token_hash = ?2 AND used_at IS NULL AND expires_at > ?3)';
const madeAt = '(SELECT created_at FROM one_time_links WHERE token_hash = ?2)';

/**
 * Brings the old address back, verified, and stops a deletion that was asked for meanwhile: who has the link reads its
 * mails. A password that may have been set since the change works no more. With `leaving` only while the account has that
 * address, unproved, and no other link leads further back.
 */
export function restoreAddress(db: D1Database, { tokenHash, userId, email, emailKey }: WayBack, now: number, leaving?: string): Statement {
  return statement(
    db,
    `UPDATE users SET email = ?4, email_key = ?5, email_verified_at = ?3, sign_ins_valid_from = ?3, deletion_requested_at = NULL,
       password_hash = iif(sign_ins_valid_from >= ${madeAt}, '!', password_hash), firebase_uid = NULL, version = version + 1
     WHERE id = ?1 AND erased_at IS NULL AND ${stillOpen} AND (?6 IS NULL OR (email_key = ?6 AND email_verified_at IS NULL
       AND deletion_requested_at IS NULL AND ?2 = (${openWayBack('?1', '?3')}))) RETURNING id`,
    userId,
    tokenHash,
    now,
    email,
    emailKey,
    leaving ?? null,
  );
}

/**
 * Takes back what else has happened since the change: ends all sessions, removes the providers that joined, and voids the
 * links that could take the address away again: resets, verifications, and the undoing of later changes. In one batch
 * with `restoreAddress`, after it.
 */
export function takeBackSince(db: D1Database, { tokenHash, userId }: WayBack, now: number): Statement[] {
  const taking = (sql: string) => statement(db, sql, userId, tokenHash, now);
  return [
    taking(`UPDATE sessions SET revoked_at = ?3 WHERE user_id = ?1 AND revoked_at IS NULL AND ${stillOpen}`),
    taking(`DELETE FROM user_auth_providers WHERE user_id = ?1 AND created_at >= ${madeAt} AND ${stillOpen}`),
    taking(
      `UPDATE users SET oauth_provider = (SELECT provider FROM user_auth_providers WHERE user_id = ?1 ORDER BY created_at LIMIT 1)
       WHERE id = ?1 AND ${stillOpen}
         AND NOT EXISTS (SELECT 1 FROM user_auth_providers WHERE user_id = ?1 AND provider = users.oauth_provider)`,
    ),
    taking(
      `UPDATE one_time_links SET used_at = ?3 WHERE user_id = ?1 AND used_at IS NULL AND ${stillOpen}
         AND (purpose <> 'undo_email_change' OR created_at >= ${madeAt})`,
    ),
  ];
}
