/**
 * Sessions of members. KV, under the id's hash, says at the edge whose session it is; the D1 row, read together with the
 * user, says whether it still holds. So a stale KV entry lets nobody in, and a session that KV does not know yet works.
 */
import { sessionTtlSeconds } from '#schema/rules.ts';
import { batch, firstRow, type Statement, statement } from './sql.ts';
import type { Caller } from './users.ts';

export interface NewSession {
  /** SHA-256 of the cookie's id. */
  hash: string;
  userAgent: string | null;
  /** The hash of the session that ends with this sign-in: the one that the browser had until then. */
  replaces: string | null;
}

/** Opens a session for the member with that e-mail; to be written with whatever makes the sign-in valid. */
export function openSession(db: D1Database, emailKey: string, session: NewSession, now: number): Statement {
  return statement(
    db,
    'INSERT INTO sessions (id_hash, user_id, created_at, expires_at, user_agent) SELECT ?1, id, ?3, ?4, ?5 FROM users WHERE email_key = ?2',
    session.hash,
    emailKey,
    now,
    now + sessionTtlSeconds,
    session.userAgent,
  );
}

/** Ends the session whose place a new one takes; after the statement that opens the new one, and nothing where that opened none. */
export function endReplaced(db: D1Database, session: NewSession, now: number): Statement[] {
  if (session.replaces === null) return [];
  return [
    statement(
      db,
      'UPDATE sessions SET revoked_at = ?3 WHERE id_hash = ?1 AND revoked_at IS NULL AND EXISTS (SELECT 1 FROM sessions WHERE id_hash = ?2)',
      session.replaces,
      session.hash,
      now,
    ),
  ];
}

/** Ends every session of a member. What KV still knows of them lets nobody in. */
export function endSessions(db: D1Database, userId: number, now: number): Statement {
  return statement(db, 'UPDATE sessions SET revoked_at = ?2 WHERE user_id = ?1 AND revoked_at IS NULL', userId, now);
}

const kvKey = (sessionHash: string) => `session:${sessionHash}`;

export function sessionStore(db: D1Database, kv: KVNamespace) {
  return {
    /** Whose session a hash names: from KV, else from D1 (and then KV learns it). */
    async find(sessionHash: string, now: number): Promise<Caller | undefined> {
      const known = Number(await kv.get(kvKey(sessionHash), { cacheTtl: 300 }));
      if (Number.isInteger(known) && known > 0) return { userId: known, sessionHash };
      const [found] = await batch(db, [
        statement(
          db,
          'SELECT user_id AS "userId", expires_at AS "expiresAt" FROM sessions WHERE id_hash = ?1 AND revoked_at IS NULL AND expires_at > ?2',
          sessionHash,
          now,
        ),
      ]);
      const row = firstRow<{ userId: number; expiresAt: number }>(found);
      if (!row) return undefined;
      await this.remember({ userId: row.userId, sessionHash }, row.expiresAt, now);
      return { userId: row.userId, sessionHash };
    },

    /** Tells KV of a session. KV wants at least 60 s to live. */
    async remember(caller: Caller, expiresAt: number, now: number): Promise<void> {
      await kv.put(kvKey(caller.sessionHash), String(caller.userId), { expirationTtl: Math.max(60, expiresAt - now) });
    },

    /** Ends every session of a member; sign-ins that a provider vouched for earlier open none either. */
    async endAll(caller: Caller, now: number): Promise<void> {
      await batch(db, [
        statement(db, 'UPDATE users SET sign_ins_valid_from = ?2 WHERE id = ?1', caller.userId, now),
        endSessions(db, caller.userId, now),
      ]);
      await kv.delete(kvKey(caller.sessionHash));
    },

    /** Lets KV forget a session that D1 has ended already. */
    async forget(sessionHash: string): Promise<void> {
      await kv.delete(kvKey(sessionHash));
    },

    /** Ends one session, at once and everywhere. */
    async end(sessionHash: string, now: number): Promise<void> {
      await batch(db, [statement(db, 'UPDATE sessions SET revoked_at = ?2 WHERE id_hash = ?1 AND revoked_at IS NULL', sessionHash, now)]);
      await kv.delete(kvKey(sessionHash));
    },
  };
}
