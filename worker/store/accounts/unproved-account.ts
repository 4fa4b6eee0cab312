/** Accounts whose address nobody has proved to own: whoever proves it gets the account, and the one before keeps nothing. */

import { type Statement, statement } from '#worker/store/sql.ts';
import { referralKeys } from '#worker/store/tokens/ledger-kinds.ts';

/** The account ?1 as it was found: with the address ?2, and staying. */
export const asFound = 'id = ?1 AND email_key = ?2 AND deletion_requested_at IS NULL';
/** And nobody has proved that address. */
export const unproved = `${asFound} AND email_verified_at IS NULL`;

/**
 * Forgets where the one before would have had things sent to; and who brought them, unless that has earned something. The
 * username stays, which nobody could choose again, and so do money, cards and finds: most often both are one person.
 */
export const forgottenRegistrant = `phone = NULL, address = NULL, city = NULL, state = NULL, zip = NULL,
  country = NULL, referred_by_id = iif(EXISTS (SELECT 1 FROM referral_commissions c WHERE c.referred_id = users.id AND c.kind = 'commission')
    OR EXISTS (SELECT 1 FROM key_events k WHERE ${referralKeys('users.id', 'users.referred_by_id')}), referred_by_id, NULL)`;

/**
 * Ends every way into an unproved account: sessions, links in mails, providers, passkeys. To be written before the statement that
 * proves the address; does nothing where it is proved already.
 */
export function endOtherWaysIn({ accountId, emailKey }: { accountId: number; emailKey: string }, now: number): Statement[] {
  const account = `SELECT id FROM users WHERE ${unproved}`;
  return [
    statement(`UPDATE sessions SET revoked_at = ?3 WHERE revoked_at IS NULL AND user_id = (${account})`, [accountId, emailKey, now]),
    statement(`UPDATE one_time_links SET used_at = ?3 WHERE used_at IS NULL AND user_id = (${account})`, [accountId, emailKey, now]),
    statement(`DELETE FROM user_auth_providers WHERE user_id = (${account})`, [accountId, emailKey]),
    statement(`DELETE FROM member_passkeys WHERE user_id = (${account})`, [accountId, emailKey]),
  ];
}
