import type { Caller } from '#worker/domain/accounts/caller.ts';
import { secondsPerWeek } from '#worker/domain/weeks.ts';
import { type SessionHolder, sessionHolder } from '#worker/store/accounts/users.ts';
import { bindStore } from '#worker/store/database.ts';
import { shownMedal } from '#worker/store/progress/shown-medal.ts';
import { isVisibleLog } from '#worker/store/scans/find-logs.ts';
import { dayForOwner, finderForOwner, isFindOfOwner } from '#worker/store/scans/owner-view.ts';
import { isFirstScan } from '#worker/store/scans/scan-kinds.ts';
import { batch, firstRow, rows, statement } from '#worker/store/sql.ts';
import { isFindable } from './findable-cards.ts';
import { isCountedFind } from './moved-cards.ts';

const maxListedLogs = 50;
/**
 * Maximum number of newest finds that the weekly counts scan. If a card has more in 12 weeks, the counts for the oldest weeks are too low.
 */
const maxScannedFinds = 5_000;

export interface CardLogRow {
  id: number;
  finder: string | null;
  finderMedal: string | null;
  text: string;
  writtenOn: string | null;
  isHidden: 0 | 1;
  isThanked: 0 | 1;
  isEditedSinceThanks: 0 | 1;
}

export interface ActivityRows {
  member: SessionHolder | undefined;
  card: { id: number } | undefined;
  weeks: { week: number; finds: number }[];
  logs: CardLogRow[];
}

const ownCard = `cache_cards c WHERE c.card_id = ?2 AND c.user_id = ?1 AND ${isFindable('c')}`;
const finds = `SELECT s.scan_date FROM (SELECT c.id, c.user_id, c.has_changed_owner FROM ${ownCard}) c CROSS JOIN card_scans s
  WHERE s.card_id = c.id AND ${isCountedFind} AND ${isFindOfOwner} ORDER BY s.id DESC`;

export const cardActivityStore = bindStore({
  async read(db, caller: Caller, cardId: string, since: number, now: number): Promise<ActivityRows> {
    const [member, card, weeks, logs] = await batch(db, [
      sessionHolder(caller, now),
      statement<{ id: number }>(`SELECT c.id FROM ${ownCard}`, [caller.userId, cardId]),
      statement<ActivityRows['weeks'][number], 'week' | 'finds'>(
        `SELECT CAST((f.scan_date - ?3) / ${secondsPerWeek} AS INTEGER) AS "week", COUNT(*) AS "finds"
         FROM (${finds} LIMIT ${maxScannedFinds}) f WHERE f.scan_date >= ?3 GROUP BY 1`,
        [caller.userId, cardId, since],
      ),
      statement<CardLogRow, 'finder' | 'finderMedal' | 'writtenOn' | 'isHidden' | 'isThanked' | 'isEditedSinceThanks'>(
        `SELECT l.id AS "id", ${finderForOwner('u.username', 's.scan_date', '?3')} AS "finder",
           ${finderForOwner(shownMedal('u'), 's.scan_date', '?3')} AS "finderMedal", l.text AS "text",
           ${dayForOwner('s.scan_date', '?3', 'l.written_at')} AS "writtenOn", (l.hidden_at IS NOT NULL) AS "isHidden",
           (l.thanked_at IS NOT NULL) AS "isThanked", coalesce(l.thanked_at < l.written_at, 0) AS "isEditedSinceThanks"
         FROM find_logs l JOIN users u ON u.id = l.user_id
           JOIN card_scans s ON s.card_id = l.card_id AND s.user_id = l.user_id AND ${isFirstScan('s')}
         WHERE l.card_id = (SELECT c.id FROM ${ownCard}) AND l.owner_id = ?1 AND ${isVisibleLog('l')}
         ORDER BY l.written_at DESC, l.id DESC LIMIT ${maxListedLogs}`,
        [caller.userId, cardId, now],
      ),
    ]);
    return {
      member: firstRow(member),
      card: firstRow(card),
      weeks: rows(weeks),
      logs: rows(logs),
    };
  },
});
