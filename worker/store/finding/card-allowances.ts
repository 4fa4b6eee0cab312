import { cardsShownPerDay } from '#schema/rules.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import type { CardAllowance } from '#worker/domain/finding/card-allowance.ts';
import { utcDay } from '#worker/domain/time.ts';
import { sessionIsValidSql } from '#worker/store/accounts/sign-in/sessions.ts';
import { firstRow, type Statement, type StatementResult, statement } from '#worker/store/sql.ts';

interface AllowanceRow {
  shown: string;
  version: number;
}

export function selectAllowance(userId: number, now: number): Statement<AllowanceRow> {
  return statement<AllowanceRow>('SELECT shown, version FROM card_allowances WHERE user_id = ?1 AND day = ?2', [userId, utcDay(now)]);
}

export function isAllowanceUsedUp(userId: string, day: string): string {
  return `EXISTS (SELECT 1 FROM card_allowances d WHERE d.user_id = ${userId} AND d.day = ${day} AND json_array_length(d.shown) >= ${cardsShownPerDay})`;
}

export function readAllowance(result: StatementResult<AllowanceRow>): CardAllowance {
  const row = firstRow(result);
  return row ? { shown: JSON.parse(row.shown), version: row.version } : { shown: [], version: 0 };
}

export interface AllowanceUpdate {
  version: number;
  nextShown: readonly number[];
}

/**
 * Records the cards shown. Returns a row if it was written, and none if another request was first or the session has ended. A list beyond
 * the daily limit becomes NULL, which its column rejects, so that the batch rolls back.
 */
export function recordShown(caller: Caller, { version, nextShown }: AllowanceUpdate, now: number): Statement<{ version: number }> {
  return statement<{ version: number }>(
    `INSERT INTO card_allowances (user_id, day, shown) SELECT ?2, ?4, iif(json_array_length(?5) <= ${cardsShownPerDay}, ?5, NULL) WHERE ${sessionIsValidSql}
     ON CONFLICT (user_id, day) DO UPDATE SET shown = excluded.shown, version = version + 1 WHERE version = ?6 RETURNING version`,
    [caller.sessionHash, caller.userId, now, utcDay(now), JSON.stringify(nextShown), version],
  );
}
