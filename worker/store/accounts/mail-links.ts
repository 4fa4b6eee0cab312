import type { LinkState } from '#worker/domain/accounts/mail-link.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { confirmAwaitedPlacements } from '#worker/store/cards/placement-rewards.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueAccountMails } from '#worker/store/messages/mail.ts';
import { batch, catchViolation, firstRow, queryFirst, runGuarded, statement } from '#worker/store/sql.ts';
import { isLinkOpen, restoreAddress, revertSince } from './former-address.ts';

export type FoundLink = LinkState & { tokenHash: string; userId: number };

export const mailLinkStore = bindStore({
  /** Returns undefined if the link is unknown, or if the member is leaving and this is not an undo link. */
  async find(db, tokenHash: string): Promise<FoundLink | undefined> {
    return queryFirst<FoundLink>(
      db,
      `SELECT l.token_hash AS "tokenHash", l.user_id AS "userId", l.purpose AS "purpose", l.email AS "email",
           l.expires_at AS "expiresAt", l.used_at AS "usedAt", u.email_key AS "emailKey", u.email_verified_at AS "emailVerifiedAt"
         FROM one_time_links l JOIN users u ON u.id = l.user_id WHERE l.token_hash = ?1
           AND (u.deletion_requested_at IS NULL OR (l.purpose = 'undo_email_change' AND u.erased_at IS NULL))`,
      [tokenHash],
    );
  },

  async exists(db, tokenHash: string): Promise<boolean> {
    const found = await queryFirst<{ one: 1 }, 'one'>(
      db,
      `SELECT 1 AS "one" FROM one_time_links WHERE token_hash = ?1
       UNION ALL SELECT 1 FROM admin_password_resets WHERE token_hash = ?1`,
      [tokenHash],
    );
    return found !== undefined;
  },

  /** Verifies the member's email. Returns false if the link or the email has changed since it was loaded. */
  async verifyEmail(db, { tokenHash, userId, emailKey }: FoundLink, now: number): Promise<boolean> {
    return runGuarded(db, [
      statement<{ id: number }>(
        `UPDATE users SET email_verified_at = ?3, version = version + 1 WHERE id = ?1 AND email_key = ?4 AND ${isLinkOpen} RETURNING id`,
        [userId, tokenHash, now, emailKey],
      ),
      statement(
        `UPDATE one_time_links SET used_at = ?3
         WHERE token_hash = ?2 AND used_at IS NULL AND EXISTS (SELECT 1 FROM users WHERE id = ?1 AND email_key = ?4)`,
        [userId, tokenHash, now, emailKey],
      ),
      ...confirmAwaitedPlacements('?1', [userId]),
    ]);
  },

  /** Undoes an email change and reverts what happened since. Returns false if the link was already used. */
  async undoEmailChange(
    db,
    { tokenHash, userId }: FoundLink,
    previous: { email: string; emailKey: string },
    now: number,
  ): Promise<boolean | 'email_taken'> {
    const undoLink = { tokenHash, userId, ...previous };
    return catchViolation({ 'users.email_key': 'email_taken' }, async () => {
      return runGuarded(db, [restoreAddress(undoLink, now), ...revertSince(undoLink, now), ...confirmAwaitedPlacements('?1', [userId])]);
    });
  },

  async unsubscribe(db, userId: number): Promise<boolean> {
    const update = 'UPDATE users SET wants_optional_mail = 0 WHERE id = ?1 AND deletion_requested_at IS NULL RETURNING id';
    return firstRow((await batch(db, [statement<{ id: number }>(update, [userId])]))[0]) !== undefined;
  },

  /** Queues the email only if the member's address is still the same. */
  async queue(db, member: { userId: number; emailKey: string }, mail: Mail, now: number): Promise<void> {
    await batch(db, queueAccountMails(member, [mail], now));
  },
});
