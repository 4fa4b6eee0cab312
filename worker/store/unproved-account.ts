/** Accounts whose address nobody has proved to own: whoever proves it gets the account, and the one before keeps nothing. */
import { type Statement, statement } from './sql.ts';

/** The account ?1 as it was found: with the address ?2, and staying. */
export const asFound = 'id = ?1 AND email_key = ?2 AND deletion_requested_at IS NULL';
const unproved = `SELECT id FROM users WHERE ${asFound} AND email_verified_at IS NULL`;

/**
 * Ends every way into an unproved account: sessions, links in mails (those that undo too), providers. To be written before
 * the statement that proves the address; does nothing where it is proved already.
 */
export function endOtherWaysIn(db: D1Database, { accountId, emailKey }: { accountId: number; emailKey: string }, now: number): Statement[] {
  return [
    statement(db, `UPDATE sessions SET revoked_at = ?3 WHERE revoked_at IS NULL AND user_id = (${unproved})`, accountId, emailKey, now),
    statement(db, `UPDATE one_time_links SET used_at = ?3 WHERE used_at IS NULL AND user_id = (${unproved})`, accountId, emailKey, now),
    statement(db, `DELETE FROM user_auth_providers WHERE user_id = (${unproved})`, accountId, emailKey),
  ];
}
