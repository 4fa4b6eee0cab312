import type { SignInMethod } from '#schema/accounts/sign-in-log.ts';
import { maxListedSignIns, secondsPerHour } from '#schema/rules.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import { windowStart } from '#worker/domain/time.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, execute, firstRow, rows, statement } from '#worker/store/sql.ts';
import { type NewSession, sessionIsValidSql } from './sessions.ts';

export interface SignInRow {
  id: number;
  outcome: 'opened' | 'failed' | 'refused';
  way: SignInMethod;
  at: number;
  userAgent: string | null;
  country: string | null;
  count: number;
}

export type SignInAttempt = Pick<NewSession, 'userAgent' | 'country' | 'way'>;

export const signInLogStore = bindStore({
  /** Adds at most one row per member, hour, outcome and method so that guessing passwords cannot fill the table. */
  async noteFailure(
    db,
    userId: number,
    outcome: 'failed' | 'refused',
    { way, userAgent, country }: SignInAttempt,
    now: number,
  ): Promise<void> {
    await execute(
      db,
      `INSERT INTO sign_ins (user_id, outcome, way, at, user_agent, country, hour)
       SELECT id, ?2, ?3, ?4, ?5, ?6, ?7 FROM users WHERE id = ?1 AND erased_at IS NULL
       ON CONFLICT (user_id, outcome, way, hour) WHERE outcome <> 'opened'
         DO UPDATE SET count = count + 1, at = excluded.at, user_agent = excluded.user_agent, country = excluded.country`,
      [userId, outcome, way, now, userAgent, country, windowStart(now, secondsPerHour)],
    );
  },

  /**
   * Lists sign-ins, newest first. If there are too many, the newest of each browser and country stay, so that an intruder cannot hide theirs
   * behind others. Returns undefined without a valid session.
   */
  async list(db, caller: Caller, now: number): Promise<SignInRow[] | undefined> {
    const [own, found] = await batch(db, [
      statement<{ one: 1 }, 'one'>(`SELECT 1 AS "one" WHERE ${sessionIsValidSql}`, [caller.sessionHash, caller.userId, now]),
      statement<SignInRow>(
        `SELECT id AS "id", outcome AS "outcome", way AS "way", at AS "at", user_agent AS "userAgent", country AS "country", count AS "count"
         FROM (SELECT *, row_number() OVER (PARTITION BY outcome, user_agent, country ORDER BY at DESC, id DESC) AS place
           FROM sign_ins WHERE user_id = ?1 ORDER BY place, at DESC LIMIT ?2)
         ORDER BY at DESC, id DESC`,
        [caller.userId, maxListedSignIns],
      ),
    ]);
    return firstRow(own) === undefined ? undefined : rows(found);
  },
});
