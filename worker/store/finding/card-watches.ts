import type { Arrival, Watch } from '#worker/domain/finding/card-watch.ts';
import { bindStore } from '#worker/store/database.ts';
import { jsonParts } from '#worker/store/json-parts.ts';
import { choseEmail, chosePush, queuePush } from '#worker/store/messages/push.ts';
import { isFirstScan } from '#worker/store/scans/scan-kinds.ts';
import { batch, firstRow, queryAll, rows, statement } from '#worker/store/sql.ts';
import { cardNameSql, isOnMap } from './card-places.ts';
import { canReceiveNews, dueNews, type NewsMail, queueNews } from './news-mails.ts';

export interface DueWatch extends Watch {
  firstName: string | null;
  nextAt: number;
  /** Whether the member can receive and wants the email or the push notification. */
  receivesNews: 0 | 1;
}

const walkJob = 'note-arrivals';
/** Number of cards per step. With 1 million cards, hourly runs take a day to go through all of them. */
const perStep = 10_000;
const choseMail = choseEmail('u.id', 'new_cards');

/** Emails about new cards announce only cards among this many that most recently appeared on the map. */
const maxArrivals = 2_000;

const walkPositionSql = `coalesce((SELECT p.through_id FROM job_progress p WHERE p.job = '${walkJob}'), 0)`;

export const cardWatchStore = bindStore({
  /**
   * Processes the next chunk of cards and records those that are on the map for the first time. This is why placing a card needs no extra
   * write. Returns true after the last card; the next call starts over. Safe to run concurrently.
   */
  async noteArrivals(db): Promise<boolean> {
    const [, walked] = await batch(db, [
      statement(
        `INSERT INTO card_arrivals (card_id) SELECT c.id FROM cache_cards c
         WHERE c.id > ${walkPositionSql} AND c.id <= ${walkPositionSql} + ${perStep} AND ${isOnMap('c')}
           AND NOT EXISTS (SELECT 1 FROM card_arrivals a WHERE a.card_id = c.id)
         ORDER BY c.id`,
      ),
      statement<{ throughId: number }>(
        `INSERT INTO job_progress (job, through_id)
         SELECT '${walkJob}', n.through_id FROM (SELECT iif(${walkPositionSql} + ${perStep} >= (SELECT coalesce(max(id), 0) FROM cache_cards), 0,
           ${walkPositionSql} + ${perStep}) AS through_id) n WHERE n.through_id <> ${walkPositionSql}
         ON CONFLICT (job) DO UPDATE SET through_id = excluded.through_id RETURNING through_id AS "throughId"`,
      ),
    ]);
    return (firstRow(walked)?.throughId ?? 0) === 0;
  },

  async arrivals(db): Promise<{ arrivals: Arrival[]; lastId: number }> {
    const [lastArrival, arrivals] = await batch(db, [
      statement<{ lastId: number }, 'lastId'>('SELECT coalesce(max(id), 0) AS "lastId" FROM card_arrivals'),
      statement<Arrival, 'name' | 'ownerId' | 'latitude' | 'longitude'>(
        `SELECT a.id AS "id", a.card_id AS "cardRowId", ${cardNameSql('c')} AS "name", c.user_id AS "ownerId",
           c.shown_latitude_e6 / 1e6 AS "latitude", c.shown_longitude_e6 / 1e6 AS "longitude"
         FROM (SELECT * FROM card_arrivals ORDER BY id DESC LIMIT ${maxArrivals}) a JOIN cache_cards c ON c.id = a.card_id AND ${isOnMap('c')}`,
      ),
    ]);
    return { arrivals: rows(arrivals), lastId: firstRow(lastArrival)?.lastId ?? 0 };
  },

  async due(db, now: number, limit: number): Promise<DueWatch[]> {
    return queryAll<DueWatch, 'receivesNews'>(
      db,
      `SELECT w.user_id AS "userId", u.first_name AS "firstName", w.latitude AS "latitude", w.longitude AS "longitude",
         w.radius_km AS "radiusKm", w.after_arrival_id AS "afterArrivalId", w.next_at AS "nextAt",
         (${canReceiveNews} AND ${choseMail} OR ${chosePush('u.id', 'new_cards')}) AS "receivesNews"
       FROM card_watches w JOIN users u ON u.id = w.user_id WHERE w.next_at <= ?1 ORDER BY w.next_at, w.user_id LIMIT ?2`,
      [now, limit],
    );
  },

  async findExistingFinds(db, pairs: { userId: number; cardRowId: number }[]): Promise<{ userId: number; cardRowId: number }[]> {
    if (pairs.length === 0) return [];
    return queryAll<{ userId: number; cardRowId: number }>(
      db,
      `SELECT s.user_id AS "userId", s.card_id AS "cardRowId" FROM json_each(?1) v
         CROSS JOIN card_scans s ON s.card_id = v.value ->> 'cardRowId' AND s.user_id = v.value ->> 'userId' AND ${isFirstScan('s')}`,
      [JSON.stringify(pairs)],
    );
  },

  /**
   * Queues the emails and push notifications and records their progress, in as many batches as D1's limit on values requires. Skips members
   * who have been notified since they were loaded.
   */
  async sendNews(db, news: NewsMail[], lastArrivalId: number, now: number): Promise<void> {
    for (const part of jsonParts(news))
      await batch(db, [
        queueNews('new_cards', 'card_watches', part, now, choseMail),
        queuePush(
          'new_cards',
          { sql: `SELECT d.user_id, NULL, v.value ->> 'payload', v.value ->> 'cause' FROM ${dueNews('card_watches')}`, values: [part] },
          now,
        ),
        statement(
          `UPDATE card_watches SET next_at = v.value ->> 'nextAt', after_arrival_id = ?2
           FROM json_each(?1) v WHERE user_id = v.value ->> 'userId' AND next_at = v.value ->> 'dueAt'`,
          [part, lastArrivalId],
        ),
      ]);
  },
});
