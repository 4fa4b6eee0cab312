import type { LinkedMailId } from '#worker/domain/messages/mail.ts';
import { isLinkOpen } from '#worker/store/accounts/former-address.ts';
import type { FoundLink } from '#worker/store/accounts/mail-links.ts';
import { guardAccount, secureAccount, undoneAt } from '#worker/store/accounts/secure-account.ts';
import { forgottenRegistrant } from '#worker/store/accounts/unverified-account.ts';
import { confirmAwaitedPlacements } from '#worker/store/cards/placement-rewards.ts';
import { bindStore } from '#worker/store/database.ts';
import { confirmAddress } from '#worker/store/messages/bounced-addresses.ts';
import { queueResetMail, queueSelectedMails, queueUndoMail } from '#worker/store/messages/mail.ts';
import { batch, catchViolation, statement } from '#worker/store/sql.ts';

/** Providers that a reset keeps because they verified the email of member `u`, in the form of `secureAccount`'s `removed`. */
const keptProviders = `SELECT json_group_array(json_object('kind', 'provider', 'name', p.provider)) || '' FROM user_auth_providers p
  WHERE p.user_id = u.id AND p.email_key = u.email_key`;

export const passwordResetStore = bindStore({
  /**
   * Queues an email with a reset link, or with a link that undoes a recent change of this email. Takes the same time for unknown emails so
   * that timing does not reveal which accounts exist.
   */
  async request(db, emailKey: string, ids: { reset: LinkedMailId; undo: LinkedMailId }, now: number): Promise<void> {
    await batch(db, [...queueResetMail(emailKey, ids.reset, now), ...queueUndoMail(emailKey, ids.undo, now)]);
  },

  /**
   * Sets a new password, secures the account and emails the member what was removed and which providers remain. Using the link also verifies the
   * email; if it never was verified, what its registrant entered is cleared. Clears the sign-in rate limits in `spentLimits`. Returns false
   * if the link or the email has changed since it was loaded.
   */
  async resetPassword(db, link: FoundLink, passwordHash: string, spentLimits: string[], now: number): Promise<boolean> {
    const { tokenHash, userId, emailKey } = link;
    const { statements, removed } = secureAccount('reset', userId, now);
    return catchViolation({ 'users.version': false }, async () => {
      await batch(db, [
        guardAccount(userId, `email_key = ?4 AND deletion_requested_at IS NULL AND ${isLinkOpen('reset_password')}`, [
          tokenHash,
          now,
          emailKey,
        ]),
        // The email does not greet the member by name, because a stranger may have registered with this email under their own name.
        queueSelectedMails(
          'password_changed',
          {
            sql: `SELECT u.id, u.email, json_object('removed', (${removed.sql}), 'kept', (${keptProviders}), 'undone', (${undoneAt('?2', 'kept')})), NULL FROM users u WHERE u.id IN (SELECT value FROM json_each(?1))`,
            values: removed.values,
          },
          now,
        ),
        statement(
          `UPDATE users SET ${forgottenRegistrant}, first_name = NULL, last_name = NULL, first_name_key = '', last_name_key = '' WHERE id = ?1 AND email_verified_at IS NULL`,
          [userId],
        ),
        statement(
          `UPDATE users SET password_hash = ?2, email_verified_at = coalesce(email_verified_at, ?3), version = version + 1 WHERE id = ?1`,
          [userId, passwordHash, now],
        ),
        confirmAddress(emailKey),
        ...confirmAwaitedPlacements('?1', [userId]),
        ...spentLimits.map((key) => statement('DELETE FROM rate_counters WHERE key = ?1', [key])),
        ...statements,
      ]);
      return true;
    });
  },
});
