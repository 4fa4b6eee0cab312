import { dailyCards } from '#schema/finding/daily-cards.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import type { CardAllowance } from '#worker/domain/finding/card-allowance.ts';
import { utcDay } from '#worker/domain/time.ts';
import { sessionIsValidSql } from '#worker/store/accounts/sign-in/sessions.ts';
import { firstRow, type Statement, type StatementResult, statement } from '#worker/store/sql.ts';

interface AllowanceRow {
  shown: string;
  version: number;
}

/** SQL condition: the daily limit allows the member to see `cards` cards. Reads the member's row only if the result depends on it. */
function isWithinLimit(cards: string, userId: string): string {
  const isVerified = `EXISTS (SELECT 1 FROM users l WHERE l.id = ${userId} AND l.email_verified_at IS NOT NULL)`;
  return `(${cards} <= ${dailyCards(false)} OR (${cards} <= ${dailyCards(true)} AND ${isVerified}))`;
}

export function selectAllowance(userId: number, now: number): Statement<AllowanceRow> {
  return statement<AllowanceRow>('SELECT shown, version FROM card_allowances WHERE user_id = ?1 AND day = ?2', [userId, utcDay(now)]);
}

/**
 * SQL condition: a verified member has reached the daily limit, so the search can be skipped. Not checked for other members, because
 * reading the member's row would cost more than it saves.
 */
export function isAllowanceUsedUp(userId: string, day: string): string {
  return `EXISTS (SELECT 1 FROM card_allowances d WHERE d.user_id = ${userId} AND d.day = ${day} AND json_array_length(d.shown) >= ${dailyCards(true)})`;
}

export function readAllowance(result: StatementResult<AllowanceRow>, limit: number): CardAllowance {
  const row = firstRow(result);
  return row ? { shown: JSON.parse(row.shown), version: row.version, limit } : { shown: [], version: 0, limit };
}

export interface AllowanceUpdate extends Pick<CardAllowance, 'version' | 'limit'> {
  nextShown: readonly number[];
}

/**
 * Records the cards shown. Returns a row on success, and no row if a concurrent request was faster or the session has ended. A list beyond
 * the daily limit becomes NULL; the NOT NULL constraint then rolls the batch back.
 */
export function recordShownCards(caller: Caller, { version, nextShown }: AllowanceUpdate, now: number): Statement<{ version: number }> {
  return statement<{ version: number }>(
    `INSERT INTO card_allowances (user_id, day, shown) SELECT ?2, ?4, iif(${isWithinLimit('json_array_length(?5)', '?2')}, ?5, NULL) WHERE ${sessionIsValidSql}
     ON CONFLICT (user_id, day) DO UPDATE SET shown = excluded.shown, version = version + 1 WHERE version = ?6 RETURNING version`,
    [caller.sessionHash, caller.userId, now, utcDay(now), JSON.stringify(nextShown), version],
  );
}
