/** A member's own cards: list, page, placement; and reports that a card is missing. */

import { reportersToMarkMissing } from '#schema/rules.ts';
import { cacheCards } from '#schema/tables/cards.ts';
import type { Caller } from '#worker/domain/caller.ts';
import { isFindable } from './findable.ts';
import { countMiss, missCounts, type Requester, spentLimit } from './lookups.ts';
import { batch, firstRow, type RowOf, rows, selectList, statement } from './sql.ts';
import { type Member, signedInMember } from './users.ts';

const ownCardKeys = [
  'id',
  'cardId',
  'status',
  'location',
  'description',
  'latitude',
  'longitude',
  'placedDate',
  'totalScans',
  'tokensEarned',
  'createdAt',
] as const;
const ownCardList = selectList(cacheCards, 'c', ownCardKeys);
const pageList = selectList(cacheCards, 'c', [...ownCardKeys, 'code', 'placementAt', 'placementConfirmedAt']);

export type OwnCardRow = RowOf<typeof cacheCards, (typeof ownCardKeys)[number]>;
export type OwnCardPageRow = RowOf<typeof cacheCards, (typeof ownCardKeys)[number] | 'code' | 'placementAt' | 'placementConfirmedAt'> & {
  openReports: number;
  reportedByMe: 0 | 1;
};

export type OwnCardKey = RowOf<typeof cacheCards, 'id' | 'cardId' | 'code' | 'status'>;

export interface FindRow {
  id: number;
  scanDate: number;
  finder: string | null;
  source: 'camera' | 'photo' | 'typed' | 'link' | 'offline';
}

export interface Placement {
  location: string;
  description: string;
  latitude: number | null;
  longitude: number | null;
}

/** Newest finds that a card's page lists. */
const findsListed = 50;
const own = `c.user_id = ?1 AND ${isFindable('c')}`;

export function cardStore(db: D1Database) {
  return {
    /** All cards of the member, newest first. */
    async listOwn(caller: Caller, now: number): Promise<{ member: Member | undefined; cards: OwnCardRow[] }> {
      const [member, cards] = await batch(db, [
        signedInMember(caller, now),
        statement<OwnCardRow>(`SELECT ${ownCardList} FROM cache_cards c WHERE ${own} ORDER BY c.id DESC`, caller.userId),
      ]);
      return { member: firstRow(member), cards: rows(cards) };
    },

    /** One card of the member with its newest finds. */
    async ownPage(
      caller: Caller,
      cardId: string,
      now: number,
    ): Promise<{ member: Member | undefined; card: OwnCardPageRow | undefined; finds: FindRow[] }> {
      const [member, card, finds] = await batch(db, [
        signedInMember(caller, now),
        statement<OwnCardPageRow, 'openReports' | 'reportedByMe'>(
          `SELECT ${pageList},
             (SELECT COUNT(*) FROM card_reports r WHERE r.card_id = c.id AND r.closed_at IS NULL) AS "openReports",
             EXISTS (SELECT 1 FROM card_reports r WHERE r.card_id = c.id AND r.user_id = ?1 AND r.closed_at IS NULL) AS "reportedByMe"
           FROM cache_cards c WHERE c.card_id = ?2 AND ${own}`,
          caller.userId,
          cardId,
        ),
        statement<FindRow>(
          `SELECT s.id AS "id", s.scan_date AS "scanDate", f.username AS "finder", s.source AS "source"
           FROM cache_cards c JOIN card_scans s ON s.card_id = c.id JOIN users f ON f.id = s.user_id
           WHERE c.card_id = ?2 AND ${own} AND s.kind = 'rewarded' AND s.taken_back_by IS NULL ORDER BY s.id DESC LIMIT ?3`,
          caller.userId,
          cardId,
          findsListed,
        ),
      ]);
      return { member: firstRow(member), card: firstRow(card), finds: rows(finds) };
    },

    /** One card of the member, without its finds. */
    async own(caller: Caller, cardId: string, now: number): Promise<{ member: Member | undefined; card: OwnCardKey | undefined }> {
      const [member, card] = await batch(db, [
        signedInMember(caller, now),
        statement<OwnCardKey>(
          `SELECT c.id, c.card_id AS "cardId", c.code, c.status FROM cache_cards c WHERE c.card_id = ?2 AND ${own}`,
          caller.userId,
          cardId,
        ),
      ]);
      return { member: firstRow(member), card: firstRow(card) };
    },

    /**
     * Writes the placement form. The first time it makes an ordered card active and placement exists from then on;
     * later it corrects the text. Undefined where the card is not this member's any more, or they are no paid member.
     */
    async place(userId: number, cardRowId: number, placement: Placement, now: number): Promise<OwnCardRow | undefined> {
      const [placed, card] = await batch(db, [
        statement<{ id: number }>(
          `UPDATE cache_cards AS c SET location = ?3, description = ?4, latitude = ?5, longitude = ?6,
             placement_at = COALESCE(placement_at, ?7), placed_date = COALESCE(placed_date, ?7),
             status = iif(status = 'ordered', 'active', status), version = version + 1
           WHERE c.id = ?2 AND ${own} AND EXISTS (SELECT 1 FROM users u WHERE u.id = ?1 AND u.role <> 'free') RETURNING id`,
          userId,
          cardRowId,
          placement.location,
          placement.description,
          placement.latitude,
          placement.longitude,
          now,
        ),
        statement<OwnCardRow>(`SELECT ${ownCardList} FROM cache_cards c WHERE c.id = ?2 AND ${own}`, userId, cardRowId),
      ]);
      return firstRow(placed) === undefined ? undefined : firstRow(card);
    },

    /** The member and the card that is to be reported; guessed ids are counted. */
    async loadForReport(requester: Requester & { caller: Caller }, cardId: string, now: number) {
      const [counts, found, card] = await batch(db, [
        missCounts(requester),
        signedInMember(requester.caller, now),
        statement<{ id: number; status: OwnCardRow['status'] }>(
          `SELECT c.id, c.status FROM cache_cards c WHERE c.card_id = ?1 AND ${isFindable('c')}`,
          cardId,
        ),
        countMiss(requester, { cardId }, now),
      ]);
      const member = firstRow(found);
      return {
        member,
        refusal: spentLimit(requester, { sessionHeld: member !== undefined }, counts, now),
        card: firstRow(card),
      };
    },

    /** Adds the member's open report, once; two different reporters make the card missing. Answers its status. */
    async report(userId: number, cardRowId: number, now: number): Promise<OwnCardRow['status']> {
      const results = await batch(db, [
        statement(
          `INSERT INTO card_reports (card_id, user_id, created_at) VALUES (?1, ?2, ?3)
           ON CONFLICT (card_id, user_id) WHERE closed_at IS NULL DO NOTHING`,
          cardRowId,
          userId,
          now,
        ),
        statement(
          `UPDATE cache_cards SET status = 'missing', version = version + 1 WHERE id = ?1 AND status = 'active'
           AND (SELECT COUNT(*) FROM card_reports WHERE card_id = ?1 AND closed_at IS NULL) >= ?2`,
          cardRowId,
          reportersToMarkMissing,
        ),
        statement<{ status: OwnCardRow['status'] }>('SELECT status FROM cache_cards WHERE id = ?1', cardRowId),
      ]);
      return firstRow(results.at(-1))?.status ?? 'active';
    },
  };
}
