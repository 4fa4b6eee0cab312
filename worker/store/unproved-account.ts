/** Accounts whose address nobody has proved to own: whoever proves it gets the account, and the one before keeps nothing. */
import { openWayBack } from './former-address.ts';
import { type Statement, statement } from './sql.ts';

/** The account ?1 as it was found: with the address ?2, and staying. */
export const asFound = 'id = ?1 AND email_key = ?2 AND deletion_requested_at IS NULL';
const unproved = `${asFound} AND email_verified_at IS NULL`;

/** Nobody has proved the address that the account ?1 has, nor the one that an open link would bring back. ?3 is now. */
export const neverProved = `${unproved} AND NOT EXISTS (${openWayBack('?1', '?3')})`;

/**
 * Forgets where the one before would have had things sent to; and who brought them, unless that has earned something. The
 * username stays, which nobody could choose again, and so do money, cards and finds: most often both are one person.
 */
export const forgottenRegistrant = `phone = NULL, address = NULL, city = NULL, state = NULL, zip = NULL,
  country = NULL, referred_by_id = iif(EXISTS (SELECT 1 FROM referral_commissions c WHERE c.referred_id = users.id AND c.kind = 'commission')
    OR EXISTS (SELECT 1 FROM key_events k WHERE k.cause = 'referral:' || users.id), referred_by_id, NULL)`;

/**
 * Ends every way into an unproved account: sessions, links in mails, providers. What brings a verified address back stays:
 * it is of who had the account before it was moved here. To be written before the statement that proves the address; does
 * nothing where it is proved already, nor, with `wherever` never proved, where there is such a way back.
 */
export function endOtherWaysIn(
  db: D1Database,
  { accountId, emailKey }: { accountId: number; emailKey: string },
  now: number,
  wherever: 'unproved' | 'never_proved' = 'unproved',
): Statement[] {
  const account = `SELECT id FROM users WHERE ${unproved} AND (?4 = 'unproved' OR ${neverProved})`;
  const ending = (sql: string) => statement(db, sql, accountId, emailKey, now, wherever);
  return [
    ending(`UPDATE sessions SET revoked_at = ?3 WHERE revoked_at IS NULL AND user_id = (${account})`),
    ending(
      `UPDATE one_time_links SET used_at = ?3
       WHERE used_at IS NULL AND NOT (purpose = 'undo_email_change' AND was_verified = 1) AND user_id = (${account})`,
    ),
    ending(`DELETE FROM user_auth_providers WHERE user_id = (${account})`),
  ];
}
