/** Computes in SQL which chest each member opens in a month, for many members at once, and recomputes it after changes to keys or memberships. */

import { treasureChestLevels } from '#schema/rules.ts';
import { keyCodes, keyKinds } from '#schema/tokens/ledger-kinds.ts';
import { type ChestEffect, type ChestMonth, endedMonthsSince } from '#worker/domain/chests/chests.ts';
import type { KeyRow } from '#worker/domain/memberships/account.ts';
import type { ChestNews } from '#worker/domain/memberships/chest-news.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { removeFromRuns, selectMembersLines } from '#worker/store/payouts/admin-run-lines.ts';
import { isHeldMember } from '#worker/store/reviews/open-holds.ts';
import { type Statement, statement } from '#worker/store/sql.ts';
import { isFirstOfSubject } from '#worker/store/tokens/ledger-kinds.ts';

/**
 * SQL for the start of the 12 months during which the keys in row `k` count toward chests. For a row that revokes or restores keys, this is
 * the date of the first row with the same subject.
 */
export const earnedAt = `iif(k.other_id = 0 AND k.turn = 0, k.created_at,
  coalesce((SELECT o.created_at FROM key_events o WHERE ${isFirstOfSubject}), k.created_at))`;
export const keySums = `sum(iif(k.kind IN (${keyCodes('treasure')}), k.amount, 0)) AS treasure, sum(iif(k.kind IN (${keyCodes('community')}), k.amount, 0)) AS community`;
const levels = treasureChestLevels.map((chest) => `(${chest.level}, ${chest.treasureKeys}, ${chest.communityKeys}, ${chest.payoutCents})`);

const keysSql = `SELECT k.user_id, k.kind, k.amount, k.created_at, ${earnedAt} AS earned_at FROM key_events k`;

/** Returns CTEs that end with `opened`, the chests that open for `asked(user_id, month, keys_from, last_second)`. */
function chestOpeningSql(memberMonthsSql: string, keys = keysSql): string {
  return `levels(level, treasure, community, cents) AS (VALUES ${levels.join(', ')}),
    members AS (
      SELECT a.user_id, a.month, a.keys_from, a.last_second, max(p.tier = 'premium') AS is_premium
      FROM ${memberMonthsSql} a JOIN membership_periods p ON p.user_id = a.user_id
      WHERE p.starts_at <= a.last_second AND p.ends_at > a.last_second GROUP BY a.user_id, a.month),
    holders AS (
      SELECT m.user_id, m.month, m.is_premium, ${keySums}
      FROM members m JOIN (${keys}) k ON k.user_id = m.user_id AND k.created_at BETWEEN m.keys_from AND m.last_second
      WHERE k.earned_at >= m.keys_from GROUP BY m.user_id, m.month),
    opened AS (
      SELECT h.user_id, h.month, max(l.level) AS level, l.cents, h.is_premium
      FROM holders h JOIN levels l ON h.treasure >= l.treasure AND h.community >= l.community GROUP BY h.user_id, h.month)`;
}

/**
 * Recomputes chest payouts for the given members and months: adds, changes or reverses them. Paid and refused payouts do not change, and
 * held ones stay held. Payouts that are added or restored while a group decision holds the member are held. `memberMonthsSql` is a list of
 * CTEs that ends with `asked(user_id, month, keys_from, last_second)`; `values` are its parameters.
 */
export function openStatements(memberMonthsSql: string, values: (string | number)[], now: number): Statement[] {
  return [
    // Reverses unpaid payouts of chests that no longer open. Must run before new payouts are inserted. Has no effect the first time a month
    // is processed.
    statement(
      `WITH ${memberMonthsSql},
         unpaid AS (
           SELECT a.* FROM asked a JOIN treasure_chest_payouts t ON t.user_id = a.user_id AND t.month = a.month
           WHERE +t.status IN ('pending', 'held')),
         ${chestOpeningSql('unpaid')}
       UPDATE treasure_chest_payouts AS t SET status = 'reversed', version = version + 1 FROM unpaid u
       WHERE t.user_id = u.user_id AND t.month = u.month AND (u.user_id, u.month) NOT IN (SELECT user_id, month FROM opened)`,
      values,
    ),
    statement(
      `WITH ${memberMonthsSql}, ${chestOpeningSql('asked')}
       INSERT INTO treasure_chest_payouts (user_id, month, chest_level, amount_cents, is_premium, status, held_reason, created_at)
       SELECT user_id, month, level, cents, is_premium, iif(is_held, 'held', 'pending'), iif(is_held, 'decision', NULL), ?${values.length + 1}
       FROM (SELECT *, ${isHeldMember('opened.user_id')} AS is_held FROM opened) WHERE true
       ON CONFLICT (user_id, month) DO UPDATE SET chest_level = excluded.chest_level, amount_cents = excluded.amount_cents,
         is_premium = excluded.is_premium, version = version + 1,
         status = iif(status <> 'reversed', status, iif(coalesce(held_reason, excluded.held_reason) IS NULL, 'pending', 'held')),
         held_reason = iif(status <> 'reversed', held_reason, coalesce(held_reason, excluded.held_reason))
         WHERE status <> 'paid' AND refused_at IS NULL
           AND (excluded.chest_level <> chest_level OR excluded.is_premium <> is_premium OR status = 'reversed')`,
      [...values, now],
    ),
    queueChestMails(memberMonthsSql, values, now),
  ];
}

/** Queues emails for chests that the previous statement opened, once per chest. */
function queueChestMails(memberMonthsSql: string, values: (string | number)[], now: number): Statement {
  const sql = `WITH ${memberMonthsSql}
    SELECT u.id, u.email, json_object('firstName', u.first_name, 'month', t.month), 'chest_opened:' || t.user_id || ':' || t.month
    FROM asked a JOIN treasure_chest_payouts t ON t.user_id = a.user_id AND t.month = a.month AND +t.status IN ('pending', 'held') AND t.created_at = ?${values.length + 1}
      JOIN users u ON u.id = t.user_id AND u.deletion_requested_at IS NULL`;
  return queueSelectedMails('chest_opened', { sql, values: [...values, now] }, now);
}

/**
 * Recomputes the members' chests for the months since the given times; a member may appear more than once. Skips months that the job has
 * not started yet.
 */
export function reopenStatements(news: ChestNews[], now: number): Statement[] {
  const earliest = new Map<number, number>();
  for (const { userId, since } of news) earliest.set(userId, Math.min(since, earliest.get(userId) ?? since));
  const months = [...earliest].flatMap(([userId, since]) => endedMonthsSince(since, now).map((month) => ({ userId, ...month })));
  if (months.length === 0) return [];
  return [
    ...openStatements(
      `asked(user_id, month, keys_from, last_second) AS (
         SELECT w.value ->> 'userId', c.month, w.value ->> 'keysFrom', w.value ->> 'lastSecond'
         FROM json_each(?1) w JOIN chest_months c ON c.month = w.value ->> 'month')`,
      [JSON.stringify(months)],
      now,
    ),
    ...removeFromRuns(selectMembersLines('SELECT value FROM json_each(?1)', JSON.stringify([...earliest.keys()])), now),
  ];
}

/** CTE of the months to preview for one member. ?1 is the member, ?2 a JSON array of months. Skips months that the job has not started. */
const memberMonths = `asked(user_id, month, keys_from, last_second) AS (
  SELECT ?1, c.month, w.value ->> 'keysFrom', w.value ->> 'lastSecond'
  FROM json_each(?2) w JOIN chest_months c ON c.month = w.value ->> 'month')`;

/** A hypothetical change of keys. `earnedAt` is the start of the 12 months during which the keys count. */
export type KeyChange = KeyRow & { earnedAt: number };

export function previewStatement(userId: number, months: ChestMonth[], changes: KeyChange[]): Statement<ChestEffect> {
  const keys = `${keysSql} WHERE k.user_id = ?1
    UNION ALL SELECT ?1, ${keyKinds.referral.code}, w.value ->> 'amount', w.value ->> 'at', w.value ->> 'earnedAt' FROM json_each(?3) w`;
  return statement<ChestEffect, 'levelBefore' | 'levelAfter' | 'centsBefore' | 'centsAfter'>(
    `WITH ${memberMonths}, ${chestOpeningSql('asked', keys)},
       standing AS (
         SELECT a.month, coalesce(t.status, '') AS status, t.refused_at, iif(t.status IN ('pending', 'held'), t.chest_level, 0) AS level,
           iif(t.status IN ('pending', 'held'), t.amount_cents, 0) AS cents
         FROM asked a LEFT JOIN treasure_chest_payouts t ON t.user_id = a.user_id AND t.month = a.month)
     SELECT s.month, s.level AS "levelBefore", coalesce(o.level, 0) AS "levelAfter", s.cents AS "centsBefore", coalesce(o.cents, 0) AS "centsAfter"
     FROM standing s LEFT JOIN opened o ON o.month = s.month
     WHERE s.status <> 'paid' AND s.refused_at IS NULL AND s.level <> coalesce(o.level, 0) ORDER BY s.month`,
    [userId, JSON.stringify(months), JSON.stringify(changes)],
  );
}
