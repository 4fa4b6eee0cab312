/** What administrators do for a member's way in: ending sessions, and the verification mail once more. */
import type { Actor } from '#worker/domain/administrator.ts';
import type { Mail } from '#worker/domain/mail.ts';
import { queueMails } from '#worker/store/mail.ts';
import { endSessions, sessionName } from '#worker/store/sessions.ts';
import { batch, firstRow, statement } from '#worker/store/sql.ts';
import { audited } from './audit.ts';

export function adminMemberAccessStore(db: D1Database) {
  return {
    /** Ends every session; sign-ins that a provider vouched for earlier open none either. False for who is no member. */
    async signOut(userId: number, actor: Actor, now: number): Promise<boolean> {
      const entry = { action: 'user.sign_out', entityType: 'user', entityId: userId, userId };
      const [marked] = await batch(db, [
        statement<{ id: number }>(
          'UPDATE users SET sign_ins_valid_from = ?2 WHERE id = ?1 AND erased_at IS NULL RETURNING id',
          userId,
          now,
        ),
        audited(actor, entry, now),
        endSessions(userId, now),
      ]);
      return firstRow(marked) !== undefined;
    },

    /** Ends one session. False where there is none of that name that still holds. */
    async endSession(userId: number, name: string, actor: Actor, now: number): Promise<boolean> {
      const entry = { action: 'session.end', entityType: 'user', entityId: userId, userId };
      const [ended] = await batch(db, [
        statement<{ userId: number }>(
          `UPDATE sessions SET revoked_at = ?3 WHERE user_id = ?1 AND ${sessionName} = ?2 AND revoked_at IS NULL RETURNING user_id AS "userId"`,
          userId,
          name,
          now,
        ),
        audited(actor, entry, now),
      ]);
      return firstRow(ended) !== undefined;
    },

    /** Queues the mail, while that is the member's address. */
    async sendVerification(member: { userId: number; emailKey: string }, mail: Mail, actor: Actor, now: number): Promise<void> {
      const { userId } = member;
      const entry = { action: 'user.verification_mail', entityType: 'user', entityId: userId, userId };
      const [queued, ...links] = queueMails(member, [mail], now);
      if (queued) await batch(db, [queued, audited(actor, entry, now), ...links]);
    },
  };
}
