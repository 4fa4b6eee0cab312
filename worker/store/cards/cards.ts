import type { Place } from '#schema/finding/geo.ts';
import { cacheCards } from '#schema/tables/cards.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import type { PlaceOnMap } from '#worker/domain/finding/place-on-map.ts';
import { type Member, signedInMember } from '#worker/store/accounts/users.ts';
import { bindStore } from '#worker/store/database.ts';
import {
  ignoreAnchorCollision,
  nearbyAnchors,
  type PlaceOnMapRow,
  placeBefore,
  placeOnMapColumns,
  placeOnMapValues,
  saveAnchor,
  setPlaceOnMap,
} from '#worker/store/finding/place-on-map.ts';
import { isWithPrinter } from '#worker/store/printing/admin-print-orders.ts';
import { dayForOwner, finderForOwner, isFindOfOwner, placedDateForOwner } from '#worker/store/scans/owner-view.ts';
import { isRewardedScan, scanSource } from '#worker/store/scans/scan-kinds.ts';
import { batch, firstRow, type RowOf, rows, selectList, statement } from '#worker/store/sql.ts';
import { hasOpenReports, reportColumns } from './card-reports.ts';
import { isFindable } from './findable-cards.ts';
import { recordFormerPlaces } from './former-places.ts';
import { spareCardId } from './lost-cards.ts';
import { confirmedAt, isMove, movedAt } from './moved-cards.ts';

const ownCardKeys = [
  'id',
  'cardId',
  'status',
  'location',
  'description',
  'latitude',
  'longitude',
  'visibility',
  'totalScans',
  'tokensEarned',
  'createdAt',
] as const;
const shippedAt = `iif(c.status = 'ordered', (SELECT max(p.status_at) FROM print_orders p WHERE p.order_id = c.order_id AND ${isWithPrinter} AND p.status = 'shipped'), NULL)`;
const ownCardList = `${selectList(cacheCards, 'c', ownCardKeys)}, ${placedDateForOwner('c')} AS "placedDate", ${shippedAt} AS "shippedAt",
  (c.status = 'missing' AND NOT ${hasOpenReports}) AS "isTakenOff"`;
const pageList = `${ownCardList}, ${selectList(cacheCards, 'c', ['code', 'placementAt', 'shownLatitudeE6', 'shownLongitudeE6', 'checkedAt'])}`;

export type OwnCardRow = RowOf<typeof cacheCards, (typeof ownCardKeys)[number] | 'placedDate'> & {
  shippedAt: number | null;
  isTakenOff: 0 | 1;
};
export type OwnCardPageRow = OwnCardRow &
  RowOf<typeof cacheCards, 'code' | 'placementAt' | 'shownLatitudeE6' | 'shownLongitudeE6' | 'checkedAt'> & {
    isConfirmed: 0 | 1;
    confirmedOn: string | null;
    /** When a confirmed card was moved. */
    movedAt: number | null;
    openReports: number;
    uncountedReports: number;
    isReturnLimited: 0 | 1;
    spareCardId: string | null;
  };

export type OwnCardKey = RowOf<typeof cacheCards, 'id' | 'cardId' | 'code' | 'status'>;

export interface FindRow {
  scanDate: string | null;
  finder: string | null;
  source: 'camera' | 'photo' | 'typed' | 'link' | 'offline';
}

export interface Placement {
  location: string;
  description: string;
  place: Place | null;
  onMap: PlaceOnMap;
}

type PlacementBefore = ReturnType<typeof placeBefore>;

const maxListedFinds = 50;
const own = `c.user_id = ?1 AND ${isFindable('c')}`;

export const cardStore = bindStore({
  async listOwn(db, caller: Caller, now: number): Promise<{ member: Member | undefined; cards: OwnCardRow[] }> {
    const [member, cards] = await batch(db, [
      signedInMember(caller, now),
      statement<OwnCardRow, 'placedDate' | 'shippedAt' | 'isTakenOff'>(
        `SELECT ${ownCardList} FROM cache_cards c WHERE ${own} ORDER BY c.id DESC`,
        [caller.userId],
      ),
    ]);
    return { member: firstRow(member), cards: rows(cards) };
  },

  async ownPage(
    db,
    caller: Caller,
    cardId: string,
    now: number,
  ): Promise<{ member: Member | undefined; card: OwnCardPageRow | undefined; finds: FindRow[] }> {
    const [member, card, finds] = await batch(db, [
      signedInMember(caller, now),
      statement<
        OwnCardPageRow,
        | 'placedDate'
        | 'shippedAt'
        | 'isTakenOff'
        | 'isConfirmed'
        | 'confirmedOn'
        | 'movedAt'
        | 'openReports'
        | 'uncountedReports'
        | 'isReturnLimited'
        | 'spareCardId'
      >(
        `SELECT ${pageList}, ${confirmedAt} IS NOT NULL AS "isConfirmed", ${dayForOwner(confirmedAt, '?3')} AS "confirmedOn",
           iif(c.placement_confirmed_at IS NULL, NULL, ${movedAt}) AS "movedAt",
           ${reportColumns('?3')}, ${spareCardId} AS "spareCardId"
         FROM cache_cards c WHERE c.card_id = ?2 AND ${own}`,
        [caller.userId, cardId, now],
      ),
      statement<FindRow, 'scanDate' | 'finder' | 'source'>(
        `SELECT ${dayForOwner('s.scan_date', '?4')} AS "scanDate", ${finderForOwner('f.username', 's.scan_date', '?4')} AS "finder", ${scanSource('s')} AS "source"
         FROM cache_cards c JOIN card_scans s ON s.card_id = c.id JOIN users f ON f.id = s.user_id
         WHERE c.card_id = ?2 AND ${own} AND ${isRewardedScan('s')} AND s.taken_back_by IS NULL AND ${isFindOfOwner} ORDER BY s.id DESC LIMIT ?3`,
        [caller.userId, cardId, maxListedFinds, now],
      ),
    ]);
    return { member: firstRow(member), card: firstRow(card), finds: rows(finds) };
  },

  async own(db, caller: Caller, cardId: string, now: number): Promise<{ member: Member | undefined; card: OwnCardKey | undefined }> {
    const [member, card] = await batch(db, [
      signedInMember(caller, now),
      statement<OwnCardKey>(`SELECT c.id, c.card_id AS "cardId", c.code, c.status FROM cache_cards c WHERE c.card_id = ?2 AND ${own}`, [
        caller.userId,
        cardId,
      ]),
    ]);
    return { member: firstRow(member), card: firstRow(card) };
  },

  async loadForPlacement(
    db,
    caller: Caller,
    cardId: string,
    place: Place | null,
    now: number,
  ): Promise<{ member: Member | undefined; card: (OwnCardKey & { before: PlacementBefore }) | undefined; anchors: Place[] }> {
    const [member, card, anchors] = await batch(db, [
      signedInMember(caller, now),
      statement<OwnCardKey & PlaceOnMapRow>(
        `SELECT c.id, c.card_id AS "cardId", c.code, c.status, ${placeOnMapColumns} FROM cache_cards c WHERE c.card_id = ?2 AND ${own}`,
        [caller.userId, cardId],
      ),
      nearbyAnchors(cardId, place),
    ]);
    const cardRow = firstRow(card);
    return { member: firstRow(member), card: cardRow && { ...cardRow, before: placeBefore(cardRow) }, anchors: rows(anchors) };
  },

  /**
   * Places a card. The first placement activates an ordered card; later ones edit its description and location. Returns undefined if the
   * card no longer belongs to the member or the member has no paid membership. Also returns undefined if another of the member's cards is
   * now shown close to this card's anchor.
   */
  async place(db, userId: number, cardRowId: number, placement: Placement, now: number): Promise<OwnCardRow | undefined> {
    const { location, description, place, onMap } = placement;
    const updateResult = await ignoreAnchorCollision(() =>
      batch(db, [
        recordFormerPlaces('c.id = ?1 AND (c.latitude, c.longitude) IS NOT (?2, ?3)', [
          cardRowId,
          place?.latitude ?? null,
          place?.longitude ?? null,
        ]),
        statement<{ id: number }>(
          `UPDATE cache_cards AS c SET location = ?3, description = ?4, latitude = ?5, longitude = ?6, ${setPlaceOnMap(8)},
           moved_at = iif(${isMove('?5', '?6')}, ?7, moved_at), placement_at = COALESCE(placement_at, ?7), placed_date = COALESCE(placed_date, ?7),
           edited_at = ?7,
           status = iif(status = 'ordered', 'active', status), version = version + 1
         WHERE c.id = ?2 AND ${own} AND EXISTS (SELECT 1 FROM users u WHERE u.id = ?1 AND u.role <> 'free')
         RETURNING id`,
          [userId, cardRowId, location, description, place?.latitude ?? null, place?.longitude ?? null, now, ...placeOnMapValues(onMap)],
        ),
        saveAnchor('id', cardRowId),
        statement<OwnCardRow, 'placedDate' | 'shippedAt' | 'isTakenOff'>(
          `SELECT ${ownCardList} FROM cache_cards c WHERE c.id = ?2 AND ${own}`,
          [userId, cardRowId],
        ),
      ]),
    );
    if (!updateResult) return undefined;
    const [, placed, , card] = updateResult;
    return firstRow(placed) === undefined ? undefined : firstRow(card);
  },
});
