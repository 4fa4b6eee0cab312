/** Reads a member's finds from the ledger, where an index orders them, so that scans need no extra write for this list. */

import type { ShownVisibility } from '#schema/finding/shown-place.ts';
import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import { type SessionHolder, sessionHolder } from '#worker/store/accounts/users.ts';
import { isFindable, publicColumn } from '#worker/store/cards/findable-cards.ts';
import type { Database } from '#worker/store/database.ts';
import { isOnMap } from '#worker/store/finding/card-places.ts';
import { batch, firstRow, type OlderRows, rows, statement } from '#worker/store/sql.ts';
import { isFirstScan } from './scan-kinds.ts';

export interface FoundRow {
  id: number;
  cardId: string;
  name: string | null;
  foundAt: number;
  tokens: number;
  /** Public location in degrees; null, like `longitude`, if the card is not on the map. */
  latitude: number | null;
  longitude: number | null;
  visibility: ShownVisibility | null;
  logText: string | null;
  logWrittenAt: number | null;
  takesLog: 0 | 1;
}

export function findStore(db: Database) {
  return {
    async list(caller: Caller, page: OlderRows, now: number): Promise<{ member: SessionHolder | undefined; finds: FoundRow[] }> {
      const [member, finds] = await batch(db, [
        sessionHolder(caller, now),
        statement<FoundRow, 'latitude' | 'longitude' | 'visibility' | 'name' | 'takesLog'>(
          `SELECT t.id AS "id", iif(${isOnMap('c')}, c.shown_latitude_e6 / 1e6, NULL) AS "latitude", iif(${isOnMap('c')}, c.shown_longitude_e6 / 1e6, NULL) AS "longitude",
             iif(${isOnMap('c')}, c.visibility, NULL) AS "visibility", c.card_id AS "cardId", iif(${isFindable('c')}, ${publicColumn('c', 'location')}, NULL) AS "name", s.scan_date AS "foundAt",
             s.tokens_earned AS "tokens", l.text AS "logText", l.written_at AS "logWrittenAt",
             coalesce(${publicColumn('c', 'user_id')} <> ?1 AND ${isFindable('c')}, 0) AS "takesLog"
           FROM token_transactions t CROSS JOIN cache_cards c ON c.id = t.subject_id
             JOIN card_scans s ON s.card_id = c.id AND s.user_id = t.user_id AND ${isFirstScan('s')}
             LEFT JOIN find_logs l ON l.card_id = c.id AND l.user_id = t.user_id
           WHERE t.user_id = ?1 AND t.id < ?2 AND +t.kind = ${tokenKinds.scan.code} AND s.taken_back_by IS NULL ORDER BY t.id DESC LIMIT ?3`,
          [caller.userId, page.before ?? Number.MAX_SAFE_INTEGER, page.limit],
        ),
      ]);
      return { member: firstRow(member), finds: rows(finds) };
    },
  };
}
