/** Payout addresses, which members enter and verify through an emailed link. Product rules: Payout addresses. */

import { payoutAddressHoldSeconds } from '#schema/rules.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import type { LinkedMailId, Mail } from '#worker/domain/messages/mail.ts';
import { isLinkOpen } from '#worker/store/accounts/former-address.ts';
import { consumeLink, type FoundLink } from '#worker/store/accounts/mail-links.ts';
import { guardAccount } from '#worker/store/accounts/secure-account.ts';
import { signedInMember } from '#worker/store/accounts/users.ts';
import { bindStore } from '#worker/store/database.ts';
import { confirmAddress } from '#worker/store/messages/bounced-addresses.ts';
import { queueAccountMails, queueSelectedMails, storeLink } from '#worker/store/messages/mail.ts';
import { batch, catchViolation, execute, firstRow, queryAll, type Statement, statement } from '#worker/store/sql.ts';
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
    `SELECT a.email AS "email", iif(a.email IS NOT NULL AND a.held_until > ?2, a.held_until, NULL) AS "heldUntil",
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

  /**
   * Queues a verification link for a new payout address and a warning to the member, and voids the previous link. Returns undefined,
   * without writing anything, if the member's email has changed in the meantime.
   */
  async requestChange(db, { userId }: Caller, emailKey: string, mails: Mail[], now: number): Promise<PayoutAddressRow | undefined> {
    return catchViolation({ 'users.version': undefined }, async () => {
      const answers = await batch(db, [
        guardAccount(userId, 'email_key = ?2', [emailKey]),
        statement(`UPDATE one_time_links SET used_at = ?2 WHERE user_id = ?1 AND ${isWaitingSql}`, [userId, now]),
        ...queueAccountMails({ userId, emailKey }, mails, now),
        selectAddress(userId, now),
      ]);
      return firstRow(answers.at(-1) as D1Result<PayoutAddressRow>);
    });
  },

  /**
   * Confirms a payout address. Payouts to a new address are held for 7 days. The account's email receives a link to remove the new address
   * (`announcement`), and the previous payout address is notified. Returns undefined if the link has changed since it was loaded.
   */
  async confirm(
    db,
    { tokenHash, userId, email }: FoundLink,
    announcement: LinkedMailId,
    now: number,
  ): Promise<{ heldUntil: number | null } | undefined> {
    const isNew = 'NOT EXISTS (SELECT 1 FROM payout_addresses a WHERE a.user_id = ?1 AND a.email IS ?2)';
    const payload = `json_object('firstName', u.first_name, 'newAddress', ?2)`;
    return catchViolation({ 'users.version': undefined }, async () => {
      const [, , , , confirmed] = await batch(db, [
        guardAccount(userId, `deletion_requested_at IS NULL AND ${isLinkOpen('confirm_payout_address')}`, [tokenHash, now]),
        queueSelectedMails(
          'payout_address_added',
          { sql: `SELECT u.id, u.email, ${payload}, NULL FROM users u WHERE u.id = ?1 AND ${isNew}`, values: [userId, email] },
          now,
          announcement.messageId,
        ),
        storeLink({ ...announcement, purpose: 'remove_payout_address', email }, now),
        queueSelectedMails(
          'payout_address_changed',
          {
            sql: `SELECT u.id, b.email, ${payload}, NULL FROM users u JOIN payout_addresses b ON b.user_id = u.id
              WHERE u.id = ?1 AND ${isNew} AND lower(b.email) <> lower(u.email)`,
            values: [userId, email],
          },
          now,
        ),
        statement<{ heldUntil: number | null }>(
          `INSERT INTO payout_addresses (user_id, email, confirmed_at, held_until) VALUES (?1, ?2, ?3, ?4)
           ON CONFLICT (user_id) DO UPDATE SET email = excluded.email, confirmed_at = excluded.confirmed_at,
             mailbox_hash = iif(email IS excluded.email, mailbox_hash, NULL),
             held_until = iif(email IS excluded.email, held_until, max(coalesce(held_until, 0), excluded.held_until)) RETURNING held_until AS "heldUntil"`,
          [userId, email, now, now + payoutAddressHoldSeconds],
        ),
        consumeLink(tokenHash, now),
        confirmAddress(email),
        ...removeFromRuns(selectMemberLines(userId), now),
      ]);
      return firstRow(confirmed);
    });
  },

  /** Removes the link's payout address if it is still the current one. Returns false if the link was already used. */
  async remove(db, { tokenHash, userId, email }: FoundLink, now: number): Promise<boolean> {
    return catchViolation({ 'users.version': false }, async () => {
      await batch(db, [
        guardAccount(userId, isLinkOpen('remove_payout_address'), [tokenHash, now]),
        consumeLink(tokenHash, now),
        statement('UPDATE payout_addresses SET email = NULL, mailbox_hash = NULL WHERE user_id = ?1 AND email = ?2', [userId, email]),
        ...removeFromRuns(selectMemberLines(userId), now),
      ]);
      return true;
    });
  },

  /** Adds the mailbox hashes of new addresses. Payments copy them. Safe to repeat; continues with the next run if there are many. */
  async addHashes(db, hashMailbox: (address: string) => Promise<string>): Promise<void> {
    const addresses = await queryAll<{ userId: number; email: string }, 'email'>(
      db,
      `SELECT user_id AS "userId", email AS "email" FROM payout_addresses WHERE mailbox_hash IS NULL AND email IS NOT NULL LIMIT 500`,
    );
    const values = await Promise.all(addresses.map(async (row) => ({ ...row, hash: await hashMailbox(row.email) })));
    await execute(
      db,
      `UPDATE payout_addresses SET mailbox_hash = v.value ->> 'hash' FROM json_each(?1) v
       WHERE payout_addresses.user_id = v.value ->> 'userId' AND payout_addresses.email = v.value ->> 'email'`,
      [JSON.stringify(values)],
    );
  },
});

/**
 * Asks members who are owed money but have no PayPal address to enter one, with one email per member. `idsSql` selects the members' ids.
 */
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
