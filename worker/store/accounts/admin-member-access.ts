import type { Actor } from '#worker/domain/admin/administrator.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { secureAccount } from '#worker/store/accounts/secure-account.ts';
import { revokeSessions, sessionName } from '#worker/store/accounts/sign-in/sessions.ts';
import { auditFromSelect, auditStatement } from '#worker/store/admin/audit/audit.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueAccountMails, queueSelectedMails } from '#worker/store/messages/mail.ts';
import { batch, firstRow, runGuarded, type Statement, statement } from '#worker/store/sql.ts';

export const adminMemberAccessStore = bindStore({
  /** Signs the member out on all devices, as members can do themselves, and emails them. Returns false for an erased or unknown member. */
  async signOut(db, userId: number, actor: Actor, now: number): Promise<boolean> {
    const entry = { action: 'user.sign_out' as const, entityType: 'user', entityId: userId, userId };
    return runGuarded(db, [
      statement<{ id: number }>('UPDATE users SET sign_ins_valid_from = ?2 WHERE id = ?1 AND erased_at IS NULL RETURNING id', [
        userId,
        now,
      ]),
      auditStatement(actor, entry, now),
      queueSignedOut(userId, 'everywhere', now),
      ...secureAccount('sign_out', userId, now).statements,
    ]);
  },

  /** Ends one session and emails the member. Returns false if it has ended already. */
  async endSession(db, userId: number, name: string, actor: Actor, now: number): Promise<boolean> {
    const entry = { action: 'session.end' as const, entityType: 'user', entityId: userId, userId };
    return runGuarded(db, [
      revokeSessions(`user_id = ?1 AND ${sessionName} = ?2`, '?3', [userId, name, now]),
      auditStatement(actor, entry, now),
      queueSignedOut(userId, 'device', now),
    ]);
  },

  /** Records that an administrator is viewing the account. Returns undefined if the member is erased or unknown. */
  async view(db, userId: number, reason: string, actor: Actor, now: number): Promise<{ email: string } | undefined> {
    const isPresent = 'id = ?1 AND deletion_requested_at IS NULL AND erased_at IS NULL';
    const [, member] = await batch(db, [
      auditFromSelect(
        actor,
        { action: 'user.view', entityType: 'user', reason },
        { sql: `SELECT CAST(id AS TEXT), id, NULL, NULL FROM users WHERE ${isPresent.replace('?1', '?8')}`, values: [userId] },
        now,
      ),
      statement<{ email: string }>(`SELECT email FROM users WHERE ${isPresent}`, [userId]),
    ]);
    return firstRow(member);
  },

  /** Queues the verification email unless the member's email has changed. */
  async sendVerification(db, member: { userId: number; emailKey: string }, mail: Mail, actor: Actor, now: number): Promise<void> {
    const { userId } = member;
    const entry = { action: 'user.verification_mail' as const, entityType: 'user', entityId: userId, userId };
    const [queued, ...links] = queueAccountMails(member, [mail], now);
    if (queued) await batch(db, [queued, auditStatement(actor, entry, now), ...links]);
  },
});

/** Must directly follow the audit row, which is inserted only if something changed. */
function queueSignedOut(userId: number, where: 'everywhere' | 'device', now: number): Statement {
  const sql = `SELECT u.id, u.email, json_object('firstName', u.first_name, 'where', ?2), NULL
    FROM users u WHERE u.id = ?1 AND u.deletion_requested_at IS NULL AND u.erased_at IS NULL AND changes() > 0`;
  return queueSelectedMails('signed_out', { sql, values: [userId, where] }, now);
}
