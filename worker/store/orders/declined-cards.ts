/** Counts declined bank cards to stop thieves from testing stolen cards. Product rules: Payments and memberships. */
import { declinedCards, secondsPerHour } from '#schema/rules.ts';
import { windowStart } from '#worker/domain/time.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, firstRow, statement } from '#worker/store/sql.ts';

/** Key of a counter that exists while the card-testing alarm is active. */
export const cardTestingKey = 'card-testing';
const siteKey = 'declined-cards:site';

export const declinedCardsKey = (userId: number) => `declined-cards:member:${userId}`;

/** SQL for the time until which the member with this key cannot open a checkout; NULL if checkouts are not paused. */
export const pausedUntilSql = (key: string) =>
  `(SELECT expires_at - ${declinedCards.windowSeconds - declinedCards.pauseSeconds} FROM rate_counters
    WHERE key = ${key} AND window_start = 0 AND count >= ${declinedCards.perMember})`;

export const declinedCardStore = bindStore({
  /** Counts a declined bank card and returns the member's total, including this one. Each declined card extends the counter's window. */
  async count(db, userId: number, now: number): Promise<number> {
    const key = declinedCardsKey(userId);
    const hour = windowStart(now, secondsPerHour);
    const [counted] = await batch(db, [
      statement<{ count: number }>(
        `INSERT INTO rate_counters (key, window_start, count, expires_at) VALUES (?1, 0, 1, ?3)
         ON CONFLICT (key, window_start) DO UPDATE SET count = iif(expires_at > ?2, count + 1, 1), expires_at = ?3 RETURNING count`,
        [key, now, now + declinedCards.windowSeconds],
      ),
      statement(
        `INSERT INTO rate_counters (key, window_start, count, expires_at) VALUES ('${siteKey}', ?1, 1, ?2)
         ON CONFLICT (key, window_start) DO UPDATE SET count = count + 1`,
        [hour, hour + secondsPerHour],
      ),
      statement(
        `INSERT INTO rate_counters (key, window_start, count, expires_at) SELECT '${cardTestingKey}', 0, 1, ?3
         WHERE EXISTS (SELECT 1 FROM rate_counters WHERE key = ?1 AND window_start = 0 AND count >= ${declinedCards.perMember})
           OR EXISTS (SELECT 1 FROM rate_counters WHERE key = '${siteKey}' AND window_start = ?2 AND count >= ${declinedCards.perHour})
         ON CONFLICT (key, window_start) DO UPDATE SET expires_at = ?3`,
        [key, hour, now + declinedCards.pauseSeconds],
      ),
    ]);
    return firstRow(counted)?.count ?? 0;
  },
});
