/** Members enter a payout address, and an emailed link verifies it. Product rules: Payout addresses. */

import { payoutAddressHoldSeconds } from '#schema/rules.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { isLinkOpenFor } from '#worker/store/accounts/former-address.ts';
import type { FoundLink } from '#worker/store/accounts/mail-links.ts';
import { signedInMember } from '#worker/store/accounts/users.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueAccountMails, queueSelectedMails } from '#worker/store/messages/mail.ts';
import { batch, firstRow, type Statement, statement } from '#worker/store/sql.ts';
import { removeFromRuns, selectMemberLines } from './admin-run-lines.ts';
import { isWithheld } from './eligibility.ts';

export interface PayoutAddressRow {
  email: string | null;
  heldUntil: number | null;
  pendingEmail: string | null;
}

const isWaitingSql = `purpose = 'confirm_payout_address' AND used_at IS NULL`;

function selectAddress(userId: number, now: number): Statement<PayoutAddressRow> {
  return statement<PayoutAddressRow, 'heldUntil' | 'pendingEmail'>(
    `SELECT a.email AS "email", iif(a.held_until > ?2, a.held_until, NULL) AS "heldUntil",
       (SELECT l.email FROM one_time_links l WHERE l.user_id = ?1 AND l.${isWaitingSql} AND l.expires_at > ?2 LIMIT 1) AS "pendingEmail"
     FROM (SELECT 1) LEFT JOIN payout_addresses a ON a.user_id = ?1`,
    [userId, now],
  );
}

export const payoutAddressStore = bindStore({
  async load(db, caller: Caller, now: number) {
    const [member, address] = await batch(db, [signedInMember(caller, now), selectAddress(caller.userId, now)]);
    return { member: firstRow(member), address: firstRow(address) };
  },

  /** Queues a link for a new payout address and voids the previous link. */
  async requestChange(db, member: { userId: number; emailKey: string }, mail: Mail, now: number): Promise<PayoutAddressRow | undefined> {
    const mailStatements = queueAccountMails(member, [mail], now);
    const resultSets = await batch(db, [
      selectAddress(member.userId, now),
      statement(`UPDATE one_time_links SET used_at = ?2 WHERE user_id = ?1 AND ${isWaitingSql}`, [member.userId, now]),
      ...mailStatements,
      selectAddress(member.userId, now),
    ]);
    return firstRow(resultSets.at(-1) as (typeof resultSets)[0]);
  },

  /**
   * Confirms a payout address. After a change of address, payouts are held for 7 days. The account's email and the previous payout address
   * are notified of the change. Returns undefined if the link has changed since it was loaded.
   */
  async confirm(db, { tokenHash, userId, email }: FoundLink, now: number): Promise<{ heldUntil: number | null } | undefined> {
    const isChange = `EXISTS (SELECT 1 FROM payout_addresses a WHERE a.user_id = ?1 AND a.email IS NOT ?2 AND ${openLink('?3', '?4')})`;
    const notify = (address: string, cause: string) =>
      queueSelectedMails(
        'payout_address_changed',
        {
          sql: `SELECT u.id, ${address}, json_object('firstName', u.first_name, 'newAddress', ?2), 'payout_address_changed:' || ?3 || '${cause}'
            FROM users u LEFT JOIN payout_addresses b ON b.user_id = u.id WHERE u.id = ?1 AND ${isChange}
            ${cause === '' ? '' : 'AND lower(b.email) <> lower(u.email)'}`,
          values: [userId, email, tokenHash, now],
        },
        now,
      );
    const [, , confirmed] = await batch(db, [
      notify('u.email', ''),
      notify('b.email', ':before'),
      statement<{ heldUntil: number | null }>(
        `INSERT INTO payout_addresses (user_id, email, confirmed_at)
         SELECT ?1, ?4, ?3 FROM users WHERE id = ?1 AND deletion_requested_at IS NULL AND ${isLinkOpenFor('confirm_payout_address')}
         ON CONFLICT (user_id) DO UPDATE SET email = excluded.email, confirmed_at = excluded.confirmed_at,
           held_until = iif(email IS excluded.email, held_until, ?3 + ${payoutAddressHoldSeconds}) RETURNING held_until AS "heldUntil"`,
        [userId, tokenHash, now, email],
      ),
      statement('UPDATE one_time_links SET used_at = ?2 WHERE token_hash = ?1 AND used_at IS NULL', [tokenHash, now]),
      ...removeFromRuns(selectMemberLines(userId), now),
    ]);
    return firstRow(confirmed);
  },
});

const openLink = (hash: string, now: string) =>
  `EXISTS (SELECT 1 FROM one_time_links l WHERE l.token_hash = ${hash} AND l.used_at IS NULL AND l.expires_at > ${now})`;

/** Asks members who have money but no PayPal address for an address by email, only once per member. `idsSql` selects the members' ids. */
export function requestPayoutAddress(idsSql: string, values: (string | number | null)[], now: number): Statement {
  return queueSelectedMails(
    'payout_address_wanted',
    {
      sql: `SELECT u.id, u.email, json_object('firstName', u.first_name), 'payout_address_wanted:' || u.id
        FROM users u JOIN payout_queue q ON q.id = u.id AND q.rank < 2 WHERE u.id IN (${idsSql}) AND NOT ${isWithheld} AND q.has_address = 0`,
      values,
    },
    now,
  );
}
