import { maxPasskeys, sessionTtlSeconds } from '#schema/rules.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { type Member, selectSessionMember } from '#worker/store/accounts/users.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueMail, withLink } from '#worker/store/messages/mail.ts';
import { batch, catchViolation, firstRow, rows, runGuarded, statement } from '#worker/store/sql.ts';
import { consumeChallenge } from './passkey-challenges.ts';
import { afterOpening, type NewSession, sessionIsValidSql } from './sessions.ts';

export interface PasskeyRow {
  id: number;
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string;
  name: string;
  createdAt: number;
  lastUsedAt: number | null;
}

export type NewPasskey = Omit<PasskeyRow, 'id' | 'createdAt' | 'lastUsedAt'>;

export interface FoundPasskey extends PasskeyRow {
  userId: number;
  isLeaving: 0 | 1;
  suspendedReason: string | null;
}

export const passkeyColumns = `t.id AS "id", t.credential_id AS "credentialId", t.public_key AS "publicKey", t.counter AS "counter",
  t.transports AS "transports", t.name AS "name", t.created_at AS "createdAt", t.last_used_at AS "lastUsedAt"`;

export const memberPasskeyStore = bindStore({
  async list(db, caller: Caller, now: number): Promise<PasskeyRow[] | undefined> {
    const [own, found] = await batch(db, [
      statement<{ one: 1 }, 'one'>(`SELECT 1 AS "one" WHERE ${sessionIsValidSql}`, [caller.sessionHash, caller.userId, now]),
      statement<PasskeyRow>(`SELECT ${passkeyColumns} FROM member_passkeys t WHERE t.user_id = ?1 ORDER BY t.id`, [caller.userId]),
    ]);
    return firstRow(own) === undefined ? undefined : rows(found);
  },

  /** Adds a passkey and notifies the member. Returns undefined if the member already has the maximum number of passkeys. */
  async add(db, userId: number, passkey: NewPasskey, mail: Mail, now: number): Promise<number | 'passkey_known' | undefined> {
    return catchViolation({ 'member_passkeys.credential_id': 'passkey_known' }, async () => {
      const [added] = await batch(db, [
        statement<{ id: number }>(
          `INSERT INTO member_passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
           SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE (SELECT COUNT(*) FROM member_passkeys WHERE user_id = ?1) < ?8 RETURNING id`,
          [userId, passkey.credentialId, passkey.publicKey, passkey.counter, passkey.transports, passkey.name, now, maxPasskeys],
        ),
        ...withLink(queueMail(mail, { userId: '?1', from: 'WHERE changes() > 0', values: [userId] }, now), mail, now),
      ]);
      return firstRow(added)?.id;
    });
  },

  /** Renames a passkey. Returns false for an unknown passkey. */
  async rename(db, userId: number, id: number, name: string): Promise<boolean> {
    return runGuarded(db, [
      statement<{ id: number }>('UPDATE member_passkeys SET name = ?3 WHERE id = ?2 AND user_id = ?1 RETURNING id', [userId, id, name]),
    ]);
  },

  /** Removes a passkey and notifies the member. Returns false for an unknown passkey. */
  async remove(db, userId: number, id: number, mail: Mail, now: number): Promise<boolean> {
    return runGuarded(db, [
      statement<{ id: number }>('DELETE FROM member_passkeys WHERE id = ?2 AND user_id = ?1 RETURNING id', [userId, id]),
      ...withLink(queueMail(mail, { userId: '?1', from: 'WHERE changes() > 0', values: [userId] }, now), mail, now),
    ]);
  },

  async consumeChallenge(
    db,
    hash: string,
    credentialId: string,
    now: number,
  ): Promise<{ isTaken: boolean; passkey: FoundPasskey | undefined }> {
    const [challenge, found] = await batch(db, [
      consumeChallenge(hash, now),
      statement<FoundPasskey, 'isLeaving'>(
        `SELECT ${passkeyColumns}, t.user_id AS "userId", u.deletion_requested_at IS NOT NULL AS "isLeaving", u.suspended_reason AS "suspendedReason"
         FROM member_passkeys t JOIN users u ON u.id = t.user_id WHERE t.credential_id = ?1`,
        [credentialId],
      ),
    ]);
    return { isTaken: firstRow(challenge) !== undefined, passkey: firstRow(found) };
  },

  /**
   * Signs in with a passkey. Returns undefined if the passkey was removed, its counter was already used, or the account was concurrently
   * deleted or suspended.
   */
  async signIn(
    db,
    { id, userId, counter }: { id: number; userId: number; counter: number },
    session: NewSession,
    now: number,
  ): Promise<Member | undefined> {
    return catchViolation({ member_suspended: undefined }, async () => {
      const results = await batch(db, [
        statement(
          `UPDATE member_passkeys SET counter = ?3, last_used_at = ?4
           WHERE id = ?2 AND user_id = ?1 AND (counter < ?3 OR (counter = 0 AND ?3 = 0))`,
          [userId, id, counter, now],
        ),
        statement(
          `INSERT INTO sessions (id_hash, user_id, created_at, expires_at, user_agent, country)
           SELECT ?2, id, ?3, ?4, ?5, ?6 FROM users WHERE id = ?1 AND deletion_requested_at IS NULL AND changes() > 0`,
          [userId, session.hash, now, now + sessionTtlSeconds, session.userAgent, session.country],
        ),
        statement('UPDATE users SET last_login_at = ?2 WHERE id = ?1 AND changes() > 0', [userId, now]),
        ...afterOpening(session, now),
        selectSessionMember(session, now),
      ]);
      return firstRow(results.at(-1));
    });
  },
});
