import type { ChestPayout } from '#schema/chests/treasure-chest.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import type { ChestEffect, ChestMonth, DueMonth, EarnedKeys, MonthProgress } from '#worker/domain/chests/chests.ts';
import { type SessionHolder, selectForSession, signedInMember } from '#worker/store/accounts/users.ts';
import type { Database } from '#worker/store/database.ts';
import { allLines, removeFromRuns } from '#worker/store/payouts/admin-run-lines.ts';
import { batch, firstRow, rows, statement } from '#worker/store/sql.ts';
import { earnedAt, type KeyChange, keySums, openStatements, previewStatement } from './chest-openings.ts';

export interface ChestPayoutRow {
  id: number;
  month: string;
  level: number;
  amountCents: number;
  status: ChestPayout['status'];
  paidAt: number | null;
}

/** Number of membership periods per statement, which keeps its run time far below one second. */
const periodsPerStatement = 4_000;
const maxListedPayouts = 120;

/**
 * CTE for the next members of an unfinished month, as a range of ids: greater than `passed`, up to and including `through`. A null
 * `through` is unbounded.
 */
const chunkCte = (periods: number) => `chunk(passed, through) AS (
  SELECT last_user_id, (SELECT user_id FROM membership_periods WHERE user_id > last_user_id ORDER BY user_id LIMIT 1 OFFSET ${periods - 1})
  FROM chest_months WHERE month = ?1 AND finished_at IS NULL)`;

/** Loads the newest month whose chest the member has opened. */
export const selectOpenedChest = (caller: Caller, now: number) =>
  selectForSession<SessionHolder & { openedChestMonth: string | null }>(
    'u.id AS "id", u.opened_chest_month AS "openedChestMonth"',
    caller,
    now,
  );

export function chestStore(db: Database, periodsPerChunk: number = periodsPerStatement) {
  const chunk = chunkCte(periodsPerChunk);
  return {
    async progress(): Promise<{ progress: MonthProgress[]; firstMembershipAt: number | null }> {
      const [progress, firstMembership] = await batch(db, [
        statement<MonthProgress>('SELECT month, started_at AS "startedAt", finished_at AS "finishedAt" FROM chest_months'),
        statement<{ at: number | null }, 'at'>('SELECT min(starts_at) AS "at" FROM membership_periods'),
      ]);
      return { progress: rows(progress), firstMembershipAt: firstRow(firstMembership)?.at ?? null };
    },

    /** Starts a month, or restarts one that was finished too early. If several runs do so concurrently, only one succeeds. */
    async begin({ month, finishedEarlyAt }: DueMonth, now: number): Promise<void> {
      await batch(db, [
        finishedEarlyAt === null
          ? statement('INSERT INTO chest_months (month, started_at) VALUES (?1, ?2) ON CONFLICT (month) DO NOTHING', [month, now])
          : statement(
              'UPDATE chest_months SET last_user_id = 0, started_at = ?2, finished_at = NULL WHERE month = ?1 AND finished_at = ?3',
              [month, now, finishedEarlyAt],
            ),
      ]);
    },

    /** Computes chests for the next members and saves the progress, all or nothing. Returns true when all members are done. */
    async openSome({ month, keysFrom, lastSecond }: ChestMonth, now: number): Promise<boolean> {
      const results = await batch(db, [
        ...openStatements(
          `${chunk}, asked(user_id, month, keys_from, last_second) AS (
             SELECT DISTINCT p.user_id, ?1, ?2, ?3 FROM chunk JOIN membership_periods p
               ON p.user_id > chunk.passed AND p.user_id <= coalesce(chunk.through, ${Number.MAX_SAFE_INTEGER}))`,
          [month, keysFrom, lastSecond],
          now,
        ),
        statement<{ isUnfinished: 0 | 1 }, 'isUnfinished'>(
          `WITH ${chunk} UPDATE chest_months SET last_user_id = coalesce(chunk.through, last_user_id), finished_at = iif(chunk.through IS NULL, ?2, NULL)
           FROM chunk WHERE month = ?1 RETURNING finished_at IS NULL AS "isUnfinished"`,
          [month, now],
        ),
      ]);
      // If no row is returned, a concurrent run has already finished the month.
      const isDone = firstRow(results.at(-1))?.isUnfinished !== 1;
      // Removes changed chests from payout runs because a second pass over a month may change chests that a run already contains.
      if (isDone) await batch(db, removeFromRuns(allLines, now));
      return isDone;
    },

    async previewChanges(userId: number, months: ChestMonth[], changes: KeyChange[]): Promise<ChestEffect[]> {
      const [effects] = await batch(db, [previewStatement(userId, months, changes)]);
      return rows(effects);
    },

    /** Records that the member opened the chest for a month. Changes nothing if they have no such chest or have opened a newer one. */
    async markOpened(caller: Caller, month: string, now: number) {
      const [, opened] = await batch(db, [
        statement(
          `UPDATE users SET opened_chest_month = ?2 WHERE id = ?1 AND coalesce(opened_chest_month, '') < ?2
             AND EXISTS (SELECT 1 FROM treasure_chest_payouts t WHERE t.user_id = ?1 AND t.month = ?2)`,
          [caller.userId, month],
        ),
        selectOpenedChest(caller, now),
      ]);
      return firstRow(opened);
    },

    async loadMemberChest(caller: Caller, { keysFrom, lastSecond }: ChestMonth, now: number) {
      const [member, opened, earned, payouts] = await batch(db, [
        signedInMember(caller, now),
        selectOpenedChest(caller, now),
        statement<{ month: string; treasure: number; community: number }, 'month' | 'treasure' | 'community'>(
          `SELECT strftime('%Y-%m', ${earnedAt}, 'unixepoch') AS "month", ${keySums}
           FROM key_events k WHERE k.user_id = ?1 AND k.created_at BETWEEN ?2 AND ?3 AND ${earnedAt} >= ?2 GROUP BY 1 ORDER BY 1`,
          [caller.userId, keysFrom, lastSecond],
        ),
        statement<ChestPayoutRow>(
          `SELECT id, month, chest_level AS "level", amount_cents AS "amountCents", status, paid_at AS "paidAt"
           FROM treasure_chest_payouts WHERE user_id = ?1 ORDER BY month DESC LIMIT ?2`,
          [caller.userId, maxListedPayouts],
        ),
      ]);
      return {
        member: firstRow(member),
        openedMonth: firstRow(opened)?.openedChestMonth ?? null,
        earned: rows(earned).map(
          ({ month, treasure, community }): EarnedKeys => ({ month, treasureKeys: treasure, communityKeys: community }),
        ),
        payouts: rows(payouts),
      };
    },
  };
}
