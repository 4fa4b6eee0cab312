/** Password sign-in. Attempts are counted before the password is verified, so that parallel guesses also count toward the limit. */

import { sessionTtlSeconds } from '#schema/rules.ts';
import type { Limit } from '#worker/domain/limit.ts';
import { type Member, signedInMember } from '#worker/store/accounts/users.ts';
import { countAttempts, forgiveAttempt, readCounts } from '#worker/store/counters.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, catchViolation, firstRow, queryFirst, statement } from '#worker/store/sql.ts';
import { afterOpening, type NewSession } from './sessions.ts';

export interface SignInAttemptResult {
  /**
   * Number of attempts for each limit, including this attempt, in the order of the limits. Limits after the first exceeded one have a count
   * of 0.
   */
  counts: number[];
  account?: { id: number; passwordHash: string; suspendedReason: string | null };
}

export const signInStore = bindStore({
  /** Finds the account by its email. Devices that signed in before `signInsValidFrom` no longer count as known. */
  async find(db, emailKey: string): Promise<{ id: number; signInsValidFrom: number; suspendedReason: string | null } | undefined> {
    return queryFirst<{ id: number; signInsValidFrom: number; suspendedReason: string | null }>(
      db,
      'SELECT id, sign_ins_valid_from AS "signInsValidFrom", suspended_reason AS "suspendedReason" FROM users WHERE email_key = ?1 AND deletion_requested_at IS NULL',
      [emailKey],
    );
  },

  async attempt(db, emailKey: string, limits: Limit[]): Promise<SignInAttemptResult> {
    const [found, ...countResults] = await batch(db, [
      statement<{ id: number; passwordHash: string; suspendedReason: string | null }>(
        'SELECT id, password_hash AS "passwordHash", suspended_reason AS "suspendedReason" FROM users WHERE email_key = ?1 AND deletion_requested_at IS NULL',
        [emailKey],
      ),
      ...countAttempts(limits),
    ]);
    const counts = readCounts(countResults);
    const account = firstRow(found);
    return account ? { counts, account } : { counts };
  },

  /**
   * Opens the session and removes the attempt from the rate limits. Returns undefined if the password was changed, or the account deleted
   * or suspended, while the password was being verified.
   */
  async succeed(
    db,
    account: { id: number; passwordHash: string },
    session: NewSession,
    newPasswordHash: string | null,
    limits: Limit[],
    now: number,
  ): Promise<Member | undefined> {
    return catchViolation({ member_suspended: undefined }, async () => {
      const results = await batch(db, [
        statement(
          `INSERT INTO sessions (id_hash, user_id, created_at, expires_at, user_agent, country)
           SELECT ?1, id, ?4, ?5, ?6, ?7 FROM users WHERE id = ?2 AND password_hash = ?3 AND deletion_requested_at IS NULL`,
          [session.hash, account.id, account.passwordHash, now, now + sessionTtlSeconds, session.userAgent, session.country],
        ),
        ...afterOpening(session, now),
        statement('UPDATE users SET last_login_at = ?3, password_hash = COALESCE(?4, password_hash) WHERE id = ?1 AND password_hash = ?2', [
          account.id,
          account.passwordHash,
          now,
          newPasswordHash,
        ]),
        ...limits.map((limit) => forgiveAttempt(limit)),
        signedInMember({ userId: account.id, sessionHash: session.hash }, now),
      ]);
      return firstRow(results.at(-1));
    });
  },
});
