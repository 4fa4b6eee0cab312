import type { Mail } from '#worker/domain/messages/mail.ts';
import { endsWithPassword } from '#worker/store/accounts/email-changes.ts';
import type { FoundLink } from '#worker/store/accounts/mail-links.ts';
import { isSameAccount, revokeOtherAccess } from '#worker/store/accounts/unverified-account.ts';
import { confirmAwaitedPlacements } from '#worker/store/cards/placement-rewards.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueAccountMails, queueResetMail } from '#worker/store/messages/mail.ts';
import { batch, firstRow, statement } from '#worker/store/sql.ts';

export const passwordResetStore = bindStore({
  /** Takes the same time for unknown emails, so that timing does not reveal which accounts exist. */
  async request(db, emailKey: string, id: { messageId: string; tokenHash: string }, now: number): Promise<void> {
    await batch(db, queueResetMail(emailKey, id, now));
  },

  /**
   * Sets a new password. Using the link verifies the email. If the email was unverified, all other access ends, too, but the profile is
   * kept. Sessions, older reset links, a pending email change and sign-in limits (`spentLimits`) always end. An undo link for an earlier
   * email change still works. Returns false if the link or the email has changed since it was loaded.
   */
  async resetPassword(db, link: FoundLink, passwordHash: string, mail: Mail, spentLimits: string[], now: number): Promise<boolean> {
    const { tokenHash, userId, emailKey } = link;
    const isOpen = 'EXISTS (SELECT 1 FROM one_time_links WHERE token_hash = ?3 AND used_at IS NULL AND expires_at > ?4)';
    const isSet = 'EXISTS (SELECT 1 FROM users WHERE id = ?1 AND password_hash = ?2)';
    // The link is checked first, because ending other access also voids the link.
    const results = await batch(db, [
      statement<{ id: number }>(
        `UPDATE users SET password_hash = ?5, sign_ins_valid_from = ?4, version = version + 1,
           firebase_uid = iif(email_verified_at IS NULL, NULL, firebase_uid),
           oauth_provider = iif(email_verified_at IS NULL, NULL, oauth_provider)
         WHERE ${isSameAccount} AND ${isOpen} RETURNING id`,
        [userId, emailKey, tokenHash, now, passwordHash],
      ),
      // Must run before the email is marked as verified. If a link is used twice concurrently, the second use finds the email verified and
      // does nothing.
      ...revokeOtherAccess({ accountId: userId, emailKey }, now),
      statement(`UPDATE users SET email_verified_at = coalesce(email_verified_at, ?3) WHERE id = ?1 AND password_hash = ?2`, [
        userId,
        passwordHash,
        now,
      ]),
      ...confirmAwaitedPlacements('?1', [userId]),
      statement(`UPDATE sessions SET revoked_at = ?3 WHERE user_id = ?1 AND revoked_at IS NULL AND ${isSet}`, [userId, passwordHash, now]),
      statement(
        `UPDATE one_time_links SET used_at = ?3
         WHERE user_id = ?1 AND ${endsWithPassword} AND used_at IS NULL AND ${isSet}`,
        [userId, passwordHash, now],
      ),
      ...spentLimits.map((key) => statement(`DELETE FROM rate_counters WHERE key = ?3 AND ${isSet}`, [userId, passwordHash, key])),
      ...queueAccountMails({ emailKey, userId, passwordHash }, [mail], now),
    ]);
    return firstRow(results[0]) !== undefined;
  },
});
