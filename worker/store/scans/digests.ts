/**
 * Find digests. Finds are read from the owner's ledger rows newer than the last one reported. Scans therefore need no extra write, and each
 * find is credited to the member who owned the card at the time.
 */

import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { type CardNews, type DigestReader, emptyNews } from '#worker/domain/scans/news.ts';
import { bindStore } from '#worker/store/database.ts';
import { canReceiveNews, isNewsSql, type NewsMail, queueNews } from '#worker/store/finding/news-mails.ts';
import { jsonParts } from '#worker/store/json-parts.ts';
import { isVisibleLog } from '#worker/store/scans/find-logs.ts';
import { finderForOwner } from '#worker/store/scans/owner-view.ts';
import { isFirstScan } from '#worker/store/scans/scan-kinds.ts';
import { batch, firstRow, queryAll, rows, statement } from '#worker/store/sql.ts';

export interface DueDigest extends DigestReader {
  nextAt: number;
}

export interface NewsProgress {
  entryId: number;
  reportId: number;
  /** Notes to owners are included up to this time (Unix seconds). */
  at: number;
}

/** Number of emails per statement, to limit its run time. */
const perStatement = 5_000;

/**
 * Delay before a note is included in a digest because a note may be committed slightly after its timestamp. Later notes wait for the next
 * digest.
 */
const commitDelaySeconds = 60;

const dueCte = `WITH due AS MATERIALIZED (SELECT * FROM digest_choices WHERE next_at <= ?1 ORDER BY next_at, user_id LIMIT ?2)`;
/** The due digests of owners who can receive them. */
const receivedCte = `${dueCte}, received AS MATERIALIZED (SELECT due.* FROM due JOIN users u ON u.id = due.user_id WHERE ${canReceiveNews})`;

export const digestStore = bindStore({
  /** Loads up to `limit` due digests in one round trip. `news` only has entries for owners who can receive it. */
  async load(db, now: number, limit: number): Promise<{ due: DueDigest[]; news: Map<number, CardNews>; through: NewsProgress }> {
    const at = now - commitDelaySeconds;
    const [readers, lastIds, finds, logs, reports] = await batch(db, [
      statement<DueDigest>(
        `${dueCte} SELECT d.user_id AS "userId", u.first_name AS "firstName", d.frequency AS "frequency", d.next_at AS "nextAt"
         FROM due d JOIN users u ON u.id = d.user_id ORDER BY d.next_at, d.user_id`,
        [now, limit],
      ),
      statement<{ entryId: number; reportId: number }, 'entryId' | 'reportId'>(
        `SELECT coalesce((SELECT max(id) FROM token_transactions), 0) AS "entryId", coalesce((SELECT max(id) FROM card_reports), 0) AS "reportId"`,
      ),
      statement<{ userId: number; cardId: string; name: string | null; finds: number }, 'finds'>(
        `${receivedCte} SELECT d.user_id AS "userId", c.card_id AS "cardId", c.location AS "name", count(*) AS "finds"
         FROM received d CROSS JOIN token_transactions t ON t.user_id = d.user_id AND t.id > d.after_entry_id AND +t.kind = ${tokenKinds.owner_scan.code}
           CROSS JOIN cache_cards c ON c.id = t.subject_id
         WHERE NOT EXISTS (SELECT 1 FROM card_scans s WHERE s.card_id = c.id AND s.taken_back_by IS NOT NULL AND s.user_id = t.other_id)
         GROUP BY d.user_id, c.id`,
        [now, limit],
      ),
      statement<{ userId: number; cardId: string; finder: string | null; text: string }, 'finder'>(
        `${receivedCte} SELECT d.user_id AS "userId", c.card_id AS "cardId", ${finderForOwner('w.username', 's.scan_date', '?1')} AS "finder", l.text AS "text"
         FROM received d CROSS JOIN find_logs l ON l.owner_id = d.user_id AND l.written_at > d.told_through AND l.written_at <= ?3
           JOIN cache_cards c ON c.id = l.card_id AND c.user_id = l.owner_id JOIN users w ON w.id = l.user_id
           JOIN card_scans s ON s.card_id = l.card_id AND s.user_id = l.user_id AND ${isFirstScan('s')}
         WHERE l.hidden_at IS NULL AND ${isVisibleLog('l')} ORDER BY l.written_at, l.id`,
        [now, limit, at],
      ),
      statement<{ userId: number; cardId: string; name: string | null; reports: number; isMissing: 0 | 1 }, 'reports' | 'isMissing'>(
        `${receivedCte} SELECT d.user_id AS "userId", c.card_id AS "cardId", c.location AS "name", count(*) AS "reports", (c.status = 'missing') AS "isMissing"
         FROM received d CROSS JOIN cache_cards c ON c.user_id = d.user_id
           CROSS JOIN card_reports r ON r.card_id = c.id AND r.id > d.after_report_id AND r.is_counted = 1
         GROUP BY d.user_id, c.id`,
        [now, limit],
      ),
    ]);
    const news = new Map<number, CardNews>();
    const selectNews = (userId: number) => {
      const ownerNews = news.get(userId) ?? emptyNews();
      news.set(userId, ownerNews);
      return ownerNews;
    };
    for (const { userId, ...card } of rows(finds)) selectNews(userId).finds.push(card);
    for (const { userId, ...log } of rows(logs)) selectNews(userId).logs.push(log);
    for (const { userId, ...card } of rows(reports)) selectNews(userId).reports.push(card);
    const { entryId = 0, reportId = 0 } = firstRow(lastIds) ?? {};
    return { due: rows(readers), news, through: { entryId, reportId, at } };
  },

  /**
   * Clears emails older than `before` that mention other members' finds, notes or cards, so that such data does not outlive its account.
   * Clears a few thousand per call; returns true when none are left.
   */
  async forget(db, before: number): Promise<boolean> {
    const unwatchedCards = await queryAll<{ one: 1 }, 'one'>(
      db,
      `UPDATE outbox SET payload = '{}', status = iif(status = 'sent', 'sent', 'dropped') WHERE id IN (
         SELECT id FROM outbox INDEXED BY outbox_news WHERE ${isNewsSql} AND payload <> '{}' AND created_at < ?1 LIMIT ${perStatement})
       RETURNING 1 AS "one"`,
      [before],
    );
    return unwatchedCards.length < perStatement;
  },

  /**
   * Queues the digests and records their progress, in as many batches as D1's limit on values requires. Skips owners who have received theirs
   * since they were loaded.
   */
  async sendNews(db, newsMails: NewsMail[], through: NewsProgress, now: number): Promise<void> {
    for (const part of jsonParts(newsMails))
      await batch(db, [
        queueNews('card_digest', 'digest_choices', part, now),
        statement(
          `UPDATE digest_choices SET next_at = v.value ->> 'nextAt', after_entry_id = ?2, after_report_id = ?3, told_through = max(told_through, ?4)
           FROM json_each(?1) v WHERE user_id = v.value ->> 'userId' AND next_at = v.value ->> 'dueAt'`,
          [part, through.entryId, through.reportId, through.at],
        ),
      ]);
  },
});
