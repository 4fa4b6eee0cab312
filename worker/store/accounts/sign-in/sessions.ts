/**
 * KV maps a session's hash to its member and is read close to the user. The D1 row, which is read together with the member, is
 * authoritative. A stale KV entry therefore grants no access, and a session missing from KV still works.
 */

import type { SignInMethod } from '#schema/accounts/sign-in-log.ts';
import { maxSessions, secondsPerHour, sessionTtlSeconds, sessionUseUpdateSeconds, signInRowsPerHour } from '#schema/rules.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import { windowStart } from '#worker/domain/time.ts';
import type { Database, StoreEnv } from '#worker/store/database.ts';
import { forgetDevice } from '#worker/store/messages/push.ts';
import type { EndedSession } from '#worker/store/request-database.ts';
import { batch, execute, firstRow, queryFirst, rows, type Statement, statement } from '#worker/store/sql.ts';

export interface NewSession {
  hash: string;
  userAgent: string | null;
  /** Country of the sign-in as an ISO 3166-1 alpha-2 code; null if unknown. */
  country: string | null;
  /** Hash of the browser's previous session, which this sign-in ends; null if there is none. */
  replaces: string | null;
  way: SignInMethod;
}

/**
 * Ends the sessions of `condition` at `now`, a placeholder, and returns their hashes. The request then removes them from KV. Each statement
 * that ends sessions has to do this, because limits count calls with a session in KV as its member's.
 */
export function revokeSessions(condition: string, now: string, values: readonly (string | number)[]): Statement {
  const revoke = statement<EndedSession>(
    `UPDATE sessions SET revoked_at = ${now}, ${forgetDevice} WHERE ${condition} AND revoked_at IS NULL RETURNING id_hash AS "hash"`,
    values,
  );
  return withEffect(revoke);
}

/** The rows are for the request only, not for the caller. */
const withEffect = ({ sql, values }: Statement<EndedSession>): Statement => ({ sql, values, effect: 'ended_sessions' });

/** Inserts the session. Must be in the same batch as the statement that authorizes the sign-in. */
export function openSession(emailKey: string, session: NewSession, now: number): Statement {
  return statement(
    `INSERT INTO sessions (id_hash, user_id, created_at, expires_at, user_agent, country)
     SELECT ?1, id, ?3, ?4, ?5, ?6 FROM users WHERE email_key = ?2`,
    [session.hash, emailKey, now, now + sessionTtlSeconds, session.userAgent, session.country],
  );
}

/** Logs the sign-in, unless no session was opened. Above `signInRowsPerHour`, counts it with the latest of the hour. */
function noteSignIn({ hash, userAgent, country, way }: NewSession, now: number): Statement[] {
  const values = [hash, way, now, userAgent, country, windowStart(now, secondsPerHour)];
  const ofThisHour = `FROM sign_ins WHERE user_id = (SELECT user_id FROM sessions WHERE id_hash = ?1) AND at >= ?6 AND outcome = 'opened'`;
  return [
    statement(
      `UPDATE sign_ins SET count = count + 1, way = ?2, at = ?3, user_agent = ?4, country = ?5
       WHERE id = (SELECT max(id) ${ofThisHour} HAVING count(*) >= ${signInRowsPerHour})`,
      values,
    ),
    statement(
      `INSERT INTO sign_ins (user_id, outcome, way, at, user_agent, country, hour)
       SELECT user_id, 'opened', ?2, ?3, ?4, ?5, ?6 FROM sessions WHERE id_hash = ?1 AND changes() = 0`,
      values,
    ),
  ];
}

/** Logs the sign-in and ends the replaced session. Must run after `openSession`; does nothing if no session was opened. */
export function afterOpening(session: NewSession, now: number): Statement[] {
  const { hash, replaces } = session;
  const excess = statement<EndedSession>(
    `DELETE FROM sessions WHERE id_hash IN (SELECT id_hash FROM sessions WHERE user_id = (SELECT user_id FROM sessions WHERE id_hash = ?1)
       ORDER BY id_hash = ?1 DESC, revoked_at IS NULL DESC, coalesce(last_used_at, created_at) DESC, rowid DESC LIMIT -1 OFFSET ?2)
     RETURNING id_hash AS "hash"`,
    [hash, maxSessions],
  );
  return [
    ...noteSignIn(session, now),
    ...(replaces === null
      ? []
      : [revokeSessions('id_hash = ?1 AND EXISTS (SELECT 1 FROM sessions WHERE id_hash = ?2)', '?3', [replaces, hash, now])]),
    withEffect(excess),
  ];
}

/** Prefix of the session hash. Long enough to tell one member's sessions apart, but too short to look up a session. */
export const sessionName = 'substr(id_hash, 1, 16)';

export interface ListedSession {
  id: string;
  userAgent: string | null;
  country: string | null;
  createdAt: number;
  lastUsedAt: number;
  isCurrent: 0 | 1;
}

/** Returns an SQL condition: the member has this session, and it is valid. The parameters are SQL expressions. */
export const hasSession = (hash: string, userId: string, now: string) =>
  `EXISTS (SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id_hash = ${hash} AND s.user_id = ${userId}
  AND s.revoked_at IS NULL AND s.expires_at > ${now} AND u.deletion_requested_at IS NULL)`;

/** SQL condition: session ?1 of member ?2 is valid at ?3. */
export const sessionIsValidSql = hasSession('?1', '?2', '?3');

/** SQLite's error names the path that is not valid. */
const endedMark = 'session_ended';

/**
 * Fails, and so rolls back its batch, unless the caller's session is valid. Suspensions and deletion requests end all sessions, so the
 * session's row covers both.
 */
export const requireSession = ({ sessionHash, userId }: Caller, now: number) =>
  statement<{ valid: string | null }, 'valid'>(
    `SELECT json_extract('{}', iif(EXISTS (SELECT 1 FROM sessions WHERE id_hash = ?1 AND user_id = ?2 AND revoked_at IS NULL AND expires_at > ?3),
       '$', '${endedMark}')) AS "valid"`,
    [sessionHash, userId, now],
  );

/** Whether `requireSession` failed. */
export const isSessionEnded = (error: unknown) => error instanceof Error && error.message.includes(endedMark);

const maxForgotten = 5 * maxSessions;

const kvKey = (sessionHash: string) => `session:${sessionHash}`;

export function sessionStore(db: Database, { SESSIONS: kv }: StoreEnv) {
  /** Returns the id of the session's member; null if KV does not have the session, or fails: D1 is authoritative. */
  const recall = (sessionHash: string) => kv.get(kvKey(sessionHash), { cacheTtl: 300 }).catch(() => null);

  return {
    /**
     * Looks up the session in KV and then in D1. Only rows from the primary database (`isFinal`) are cached in KV, never rows from a
     * replica.
     */
    async find(sessionHash: string, now: number, isFinal: () => boolean): Promise<Caller | undefined> {
      const cachedUntil = Number(await recall(sessionHash));
      if (Number.isInteger(cachedUntil) && cachedUntil > 0) return { userId: cachedUntil, sessionHash };
      const row = await queryFirst<{ userId: number; expiresAt: number }>(
        db,
        'SELECT user_id AS "userId", expires_at AS "expiresAt" FROM sessions WHERE id_hash = ?1 AND revoked_at IS NULL AND expires_at > ?2',
        [sessionHash, now],
      );
      if (!row) return undefined;
      if (isFinal()) await this.remember({ userId: row.userId, sessionHash }, row.expiresAt, now);
      return { userId: row.userId, sessionHash };
    },

    /** Whether KV has the session. Ended sessions are removed from it at once, which other locations notice within minutes. */
    async isRemembered(sessionHash: string): Promise<boolean> {
      return (await recall(sessionHash)) !== null;
    },

    /** Caches the caller's session in KV until it expires, unless KV fails. KV requires a TTL of at least 60 s. */
    async remember(caller: Caller, expiresAt: number, now: number): Promise<void> {
      const expirationTtl = Math.max(60, expiresAt - now);
      await kv.put(kvKey(caller.sessionHash), String(caller.userId), { expirationTtl }).catch(() => undefined);
    },

    /** Lists valid sessions: the caller's own first, then the most recently used. Returns undefined without a valid session. */
    async list(caller: Caller, now: number): Promise<ListedSession[] | undefined> {
      const [own, found] = await batch(db, [
        statement<{ one: 1 }, 'one'>(`SELECT 1 AS "one" WHERE ${sessionIsValidSql}`, [caller.sessionHash, caller.userId, now]),
        statement<ListedSession, 'id' | 'lastUsedAt' | 'isCurrent'>(
          `SELECT ${sessionName} AS "id", user_agent AS "userAgent", country AS "country", created_at AS "createdAt",
             coalesce(last_used_at, created_at) AS "lastUsedAt", id_hash = ?1 AS "isCurrent"
           FROM sessions WHERE user_id = ?2 AND revoked_at IS NULL AND expires_at > ?3
           ORDER BY id_hash = ?1 DESC, coalesce(last_used_at, created_at) DESC, created_at DESC LIMIT ?4`,
          [caller.sessionHash, caller.userId, now, maxSessions],
        ),
      ]);
      return firstRow(own) === undefined ? undefined : rows(found);
    },

    /** Records use of the session at most once an hour, while the session is valid. */
    async noteUse({ userId, sessionHash }: Caller, country: string | null, now: number): Promise<void> {
      await execute(
        db,
        `UPDATE sessions SET last_used_at = ?3, country = ?4 WHERE id_hash = ?1 AND user_id = ?2 AND revoked_at IS NULL
             AND expires_at > ?3 AND coalesce(last_used_at, created_at) <= ?3 - ?5`,
        [sessionHash, userId, now, country, sessionUseUpdateSeconds],
      );
    },

    /** Removes ended sessions from KV. A suspension may end those of many members, and a request can make 1,000 calls. */
    async forget(sessionHashes: readonly string[]): Promise<void> {
      await Promise.all(sessionHashes.slice(0, maxForgotten).map((hash) => kv.delete(kvKey(hash))));
    },

    async end(sessionHash: string, now: number): Promise<void> {
      await batch(db, [revokeSessions('id_hash = ?1', '?2', [sessionHash, now])]);
    },
  };
}
