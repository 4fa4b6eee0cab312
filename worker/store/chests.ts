/** Monthly treasure chests: computed for all members by the database itself, and read for one. Rulings section 8. */

import { treasureChestLevels } from '#schema/rules.ts';
import type { ChestPayout } from '#schema/treasure-chest.ts';
import type { ChestMonth, DueMonth, EarnedKeys, MonthProgress } from '#worker/domain/chests.ts';
import { batch, firstRow, rows, statement } from './sql.ts';
import { type Caller, type Member, signedInMember } from './users.ts';

export interface ChestPayoutRow {
  id: number;
  month: string;
  level: number;
  amountCents: number;
  status: ChestPayout['status'];
  paidAt: number | null;
}

/** Membership periods that one statement looks at: so few that it stays far below a second. */
const periodsAStatement = 4_000;
/** Newest payouts that the history shows: ten years. */
const listed = 120;

/**
 * When the keys of row `k` were earned. A row that takes keys back or gives them again (`referral:17:2`) speaks of those of
 * its family's first row (`referral:17`), and counts as long as they do.
 */
const earnedAt = `iif(k.cause GLOB 'referral:*:*' OR k.cause GLOB 'placement:*:*',
  coalesce((SELECT o.created_at FROM key_events o WHERE o.cause = substr(k.cause, 1, instr(k.cause, ':')
    + instr(substr(k.cause, instr(k.cause, ':') + 1), ':') - 1)), k.created_at),
  k.created_at)`;
const keySums = `sum(iif(k.kind = 'treasure', k.amount, 0)) AS treasure, sum(iif(k.kind = 'community', k.amount, 0)) AS community`;
const levels = treasureChestLevels.map((chest) => `(${chest.level}, ${chest.treasureKeys}, ${chest.communityKeys}, ${chest.payoutCents})`);

/** From whom (exclusive) to whom (inclusive, null for everybody left) the next chunk of an unfinished month goes. */
const chunkOf = (periods: number) => `chunk(passed, through) AS (
  SELECT last_user_id, (SELECT user_id FROM membership_periods WHERE user_id > last_user_id ORDER BY user_id LIMIT 1 OFFSET ${periods - 1})
  FROM chest_months WHERE month = ?1 AND finished_at IS NULL)`;

export function chestStore(db: D1Database, periodsAChunk: number = periodsAStatement) {
  const chunk = chunkOf(periodsAChunk);
  return {
    /** The months begun so far; as long as there is none, when the first membership began. */
    async progress(): Promise<{ known: MonthProgress[]; firstMembershipAt: number | null }> {
      const [known, first] = await batch(db, [
        statement(db, 'SELECT month, started_at AS "startedAt", finished_at AS "finishedAt" FROM chest_months'),
        statement(db, 'SELECT iif(EXISTS (SELECT 1 FROM chest_months), NULL, (SELECT min(starts_at) FROM membership_periods)) AS "at"'),
      ]);
      return { known: rows<MonthProgress>(known), firstMembershipAt: firstRow<{ at: number | null }>(first)?.at ?? null };
    },

    /** Begins a month, or begins again with one that was finished early. Of several runs at once only the first one does. */
    async begin({ month, finishedEarlyAt }: DueMonth, now: number): Promise<void> {
      await batch(db, [
        finishedEarlyAt === null
          ? statement(db, 'INSERT INTO chest_months (month, started_at) VALUES (?1, ?2) ON CONFLICT (month) DO NOTHING', month, now)
          : statement(
              db,
              'UPDATE chest_months SET last_user_id = 0, started_at = ?2, finished_at = NULL WHERE month = ?1 AND finished_at = ?3',
              month,
              now,
              finishedEarlyAt,
            ),
      ]);
    },

    /**
     * Computes the chests of the month's next members and remembers how far it came, all or nothing. True when all are
     * done. A payout that is there stays one; it only grows where something was heard of late and nobody has dealt with it yet.
     */
    async openSome({ month, keysFrom, lastSecond }: ChestMonth, now: number): Promise<boolean> {
      const [, step] = await batch(db, [
        statement(
          db,
          `WITH ${chunk}, levels(level, treasure, community, cents) AS (VALUES ${levels.join(', ')}),
             members AS (
               SELECT p.user_id, max(p.tier = 'premium') AS is_premium FROM chunk JOIN membership_periods p
                 ON p.user_id > chunk.passed AND p.user_id <= coalesce(chunk.through, ${Number.MAX_SAFE_INTEGER})
               WHERE p.starts_at <= ?3 AND p.ends_at > ?3 GROUP BY p.user_id),
             holders AS (
               SELECT m.user_id, m.is_premium, ${keySums}
               FROM members m JOIN key_events k ON k.user_id = m.user_id AND k.created_at BETWEEN ?2 AND ?3
               WHERE ${earnedAt} >= ?2 GROUP BY m.user_id)
           INSERT INTO treasure_chest_payouts (user_id, month, chest_level, amount_cents, is_premium, created_at)
           SELECT h.user_id, ?1, max(l.level), l.cents, h.is_premium, ?4
           FROM holders h JOIN levels l ON h.treasure >= l.treasure AND h.community >= l.community
           WHERE true GROUP BY h.user_id
           ON CONFLICT (user_id, month) DO UPDATE SET chest_level = excluded.chest_level, amount_cents = excluded.amount_cents,
             is_premium = excluded.is_premium, version = version + 1
             WHERE status = 'pending' AND excluded.chest_level >= chest_level
               AND (excluded.chest_level > chest_level OR excluded.is_premium > is_premium)`,
          month,
          keysFrom,
          lastSecond,
          now,
        ),
        statement(
          db,
          `WITH ${chunk} UPDATE chest_months SET last_user_id = coalesce(chunk.through, last_user_id), finished_at = iif(chunk.through IS NULL, ?2, NULL)
           FROM chunk WHERE month = ?1 RETURNING finished_at IS NULL AS "isUnfinished"`,
          month,
          now,
        ),
      ]);
      // No row: another run has finished it meanwhile.
      return firstRow<{ isUnfinished: 0 | 1 }>(step)?.isUnfinished !== 1;
    },

    /** One member's keys that count for a month's chest, and their payouts, in one round trip. */
    async ofMember(caller: Caller, { keysFrom, lastSecond }: ChestMonth, now: number) {
      const [member, earned, payouts] = await batch(db, [
        signedInMember(db, caller, now),
        statement(
          db,
          `SELECT strftime('%Y-%m', ${earnedAt}, 'unixepoch') AS "month", ${keySums}
           FROM key_events k WHERE k.user_id = ?1 AND k.created_at BETWEEN ?2 AND ?3 AND ${earnedAt} >= ?2 GROUP BY 1 ORDER BY 1`,
          caller.userId,
          keysFrom,
          lastSecond,
        ),
        statement(
          db,
          `SELECT id, month, chest_level AS "level", amount_cents AS "amountCents", status, paid_at AS "paidAt"
           FROM treasure_chest_payouts WHERE user_id = ?1 ORDER BY month DESC LIMIT ?2`,
          caller.userId,
          listed,
        ),
      ]);
      return {
        member: firstRow<Member>(member),
        earned: rows<{ month: string; treasure: number; community: number }>(earned).map(
          ({ month, treasure, community }): EarnedKeys => ({ month, treasureKeys: treasure, communityKeys: community }),
        ),
        payouts: rows<ChestPayoutRow>(payouts),
      };
    },
  };
}
