/** Reads a member's finds from the ledger, where they are indexed in order, so scans need no extra write for this list. */

import type { ShownVisibility } from '#schema/finding/shown-place.ts';
import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import { type SessionHolder, type SessionReader, sessionHolder } from '#worker/store/accounts/users.ts';
import { isFindable, publicColumn } from '#worker/store/cards/findable-cards.ts';
import type { Database } from '#worker/store/database.ts';
import { isOnMap } from '#worker/store/finding/card-places.ts';
import { batch, firstRow, type OlderRows, rows, type Statement, statement } from '#worker/store/sql.ts';
import { isFirstScan } from './scan-kinds.ts';

export interface FoundRow {
  id: number;
  cardId: string;
  name: string | null;
  foundAt: number;
  tokens: number;
  /** Public latitude in degrees; null, like `longitude`, if the card is not on the map. */
  latitude: number | null;
  longitude: number | null;
  visibility: ShownVisibility | null;
  logText: string | null;
  logWrittenAt: number | null;
  isThanked: 0 | 1;
  takesLog: 0 | 1;
}

/** The fields needed to count a find and draw it on the map. */
export interface OutlinedFind {
  id: number;
  foundAt: number;
  /** Public latitude in millionths of a degree; null, like `longitudeE6`, if the card is not on the map. */
  latitudeE6: number | null;
  longitudeE6: number | null;
  visibility: ShownVisibility | null;
}

/** A find whose note the card's owner thanked the member for. */
export interface ThankedFind {
  cardId: string;
  name: string | null;
}

export interface NumberedRow extends FoundRow {
  /** Position among all of the member's finds, counted from the first; null if the search did not read all of them. */
  number: number | null;
}

const maxNewThanks = 5;

/** SQL that joins the card, the scan and the note to a finder's ledger row `t`. */
const joinFind = `CROSS JOIN cache_cards c ON c.id = t.subject_id
  JOIN card_scans s ON s.card_id = c.id AND s.user_id = ?1 AND ${isFirstScan('s')}`;
const joinNote = 'LEFT JOIN find_logs l ON l.card_id = c.id AND l.user_id = ?1 AND l.removed_at IS NULL';
const shownName = `iif(${isFindable('c')}, ${publicColumn('c', 'location')}, NULL)`;

const foundColumns = `t.id AS "id", iif(${isOnMap('c')}, c.shown_latitude_e6 / 1e6, NULL) AS "latitude", iif(${isOnMap('c')}, c.shown_longitude_e6 / 1e6, NULL) AS "longitude",
  iif(${isOnMap('c')}, c.visibility, NULL) AS "visibility", c.card_id AS "cardId", ${shownName} AS "name", s.scan_date AS "foundAt",
  s.tokens_earned AS "tokens", l.text AS "logText", l.written_at AS "logWrittenAt",
  l.thanked_at IS NOT NULL AS "isThanked",
  coalesce(${publicColumn('c', 'user_id')} <> ?1 AND ${isFindable('c')}, 0) AS "takesLog"`;
type UncheckedColumns = 'latitude' | 'longitude' | 'visibility' | 'name' | 'isThanked' | 'takesLog';

/**
 * SQL for the newest ledger rows of a member's finds, limited to ?2. The plus sign makes SQLite read only the member's finds, from the
 * covering index `token_transactions_once`, and sort them.
 */
const ownFinds = `(SELECT t.id, t.subject_id FROM token_transactions t WHERE t.user_id = ?1 AND t.kind = ${tokenKinds.scan.code} ORDER BY +t.id DESC LIMIT ?2)`;

/** Number of the member's newest ledger rows to search for their newest find. An owner may have thousands of rewards since then. */
const maxSearchedRows = 20;

/** SQL that selects the member's newest find if it is among their newest ledger rows. */
export const selectRecentFind = (userId: string) => `SELECT s.scan_date AS "foundAt"
  FROM (SELECT t.id, t.kind, t.subject_id FROM token_transactions t WHERE t.user_id = ${userId} ORDER BY t.id DESC LIMIT ${maxSearchedRows}) t
    JOIN card_scans s ON s.card_id = t.subject_id AND s.user_id = ${userId} AND ${isFirstScan('s')}
  WHERE t.kind = ${tokenKinds.scan.code} AND s.taken_back_by IS NULL ORDER BY t.id DESC LIMIT 1`;

export function recentFindOf(userId: number): Statement<{ foundAt: number }> {
  return statement<{ foundAt: number }>(selectRecentFind('?1'), [userId]);
}

export function findStore(db: Database) {
  return {
    /** Lists the member's finds. `newThanks` is empty except on the first page. */
    async list(
      caller: Caller,
      page: OlderRows,
      now: number,
    ): Promise<{ member: SessionReader | undefined; finds: FoundRow[]; newThanks: ThankedFind[] }> {
      const [member, finds, newThanks] = await batch(db, [
        sessionHolder(caller, now),
        statement<FoundRow, UncheckedColumns>(
          `SELECT ${foundColumns} FROM token_transactions t ${joinFind} ${joinNote}
           WHERE t.user_id = ?1 AND t.id < ?2 AND +t.kind = ${tokenKinds.scan.code} AND s.taken_back_by IS NULL ORDER BY t.id DESC LIMIT ?3`,
          [caller.userId, page.before ?? Number.MAX_SAFE_INTEGER, page.limit],
        ),
        statement<ThankedFind, 'name'>(
          `SELECT c.card_id AS "cardId", ${shownName} AS "name" FROM find_logs l JOIN cache_cards c ON c.id = l.card_id
           WHERE ?2 IS NULL AND l.user_id = ?1 AND l.thanked_at IS NOT NULL AND l.thanks_seen_at IS NULL ORDER BY l.thanked_at DESC LIMIT ${maxNewThanks}`,
          [caller.userId, page.before],
        ),
      ]);
      return { member: firstRow(member), finds: rows(finds), newThanks: rows(newThanks) };
    },

    /** Returns the member's finds with these ledger ids, newest first. */
    async select(caller: Caller, ids: readonly number[], now: number): Promise<{ member: SessionHolder | undefined; finds: FoundRow[] }> {
      const [member, finds] = await batch(db, [
        sessionHolder(caller, now),
        statement<FoundRow, UncheckedColumns>(
          `SELECT ${foundColumns} FROM json_each(?2) i CROSS JOIN token_transactions t ON t.id = i.value ${joinFind} ${joinNote}
           WHERE +t.user_id = ?1 AND +t.kind = ${tokenKinds.scan.code} AND s.taken_back_by IS NULL ORDER BY t.id DESC`,
          [caller.userId, JSON.stringify(ids)],
        ),
      ]);
      return { member: firstRow(member), finds: rows(finds) };
    },

    /** Returns the facts of the member's newest finds. Reads five rows per find and no other ledger rows. */
    async outline(caller: Caller, limit: number, now: number): Promise<{ member: SessionHolder | undefined; finds: OutlinedFind[] }> {
      const [member, finds] = await batch(db, [
        sessionHolder(caller, now),
        statement<OutlinedFind, 'latitudeE6' | 'longitudeE6' | 'visibility'>(
          `SELECT t.id AS "id", s.scan_date AS "foundAt", iif(${isOnMap('c')}, c.shown_latitude_e6, NULL) AS "latitudeE6",
             iif(${isOnMap('c')}, c.shown_longitude_e6, NULL) AS "longitudeE6", iif(${isOnMap('c')}, c.visibility, NULL) AS "visibility"
           FROM ${ownFinds} t ${joinFind} WHERE s.taken_back_by IS NULL ORDER BY t.id DESC`,
          [caller.userId, limit],
        ),
      ]);
      return { member: firstRow(member), finds: rows(finds) };
    },

    /**
     * Returns the member's newest finds whose card id or displayed name contains the text, or whose ledger id is in `ids`. Numbers the
     * finds in the same pass and reads notes only for matches.
     */
    async search(
      caller: Caller,
      { text, ids, scanned, limit }: { text: string; ids: readonly number[]; scanned: number; limit: number },
      now: number,
    ): Promise<{ member: SessionHolder | undefined; finds: NumberedRow[] }> {
      const [member, finds] = await batch(db, [
        sessionHolder(caller, now),
        statement<NumberedRow, UncheckedColumns | 'number'>(
          `SELECT ${foundColumns}, t.number AS "number"
           FROM (SELECT t.id, t.subject_id, iif(count(*) OVER () < ?2, row_number() OVER (ORDER BY t.id), NULL) AS number FROM ${ownFinds} t
               JOIN card_scans s ON s.card_id = t.subject_id AND s.user_id = ?1 AND ${isFirstScan('s')} WHERE s.taken_back_by IS NULL) t
             ${joinFind} ${joinNote}
           WHERE instr(lower(c.card_id), ?3) OR instr(lower(coalesce(${shownName}, '')), ?3) OR instr(coalesce(${shownName}, ''), ?6) OR t.id IN (SELECT value FROM json_each(?4))
           ORDER BY t.id DESC LIMIT ?5`,
          // SQLite's lower() changes only ASCII letters, so other letters match as typed.
          [caller.userId, scanned, text.toLowerCase(), JSON.stringify(ids), limit, text],
        ),
      ]);
      return { member: firstRow(member), finds: rows(finds) };
    },
  };
}
