/** Administrators' card list and card changes. Excludes cards of unpaid orders, which nobody can see. */

import { type CardStatus, cardStatuses } from '#schema/cards/card.ts';
import type { Place } from '#schema/finding/geo.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import type { CardUnderChange } from '#worker/domain/cards/admin-card.ts';
import type { PlaceOnMap } from '#worker/domain/finding/place-on-map.ts';
import { auditDifferences } from '#worker/store/admin/audit/audit-differences.ts';
import { columnConditions, dateFilter, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';
import { matchEmail } from '#worker/store/admin/search/exact-matches.ts';
import { emailManyGivenCards, queueCardEdited, queueCardLeft, queueStatusChanged } from '#worker/store/cards/admin-card-mails.ts';
import { exposureEnd } from '#worker/store/cards/code-exposure.ts';
import { recordFormerPlaces } from '#worker/store/cards/former-places.ts';
import { isMove } from '#worker/store/cards/moved-cards.ts';
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
import { setDefaultDigest } from '#worker/store/scans/digest-defaults.ts';
import { batch, firstRow, queryAll, rows, type StatementResult, statement } from '#worker/store/sql.ts';

export interface AdminCardRow {
  id: number;
  cardId: string;
  status: CardStatus;
  location: string | null;
  totalScans: number;
  createdAt: number;
  ownerId: number | null;
  ownerEmail: string | null;
  isTest: 0 | 1;
  version: number;
}

export interface CardEdit {
  cardId: string;
  version: number;
  location: string | null;
  description: string | null;
  place: Place | null;
  onMap: PlaceOnMap;
  /** Normalized email of the owner, for comparison; null if the card has no owner. */
  ownerKey: string | null;
  /** Secret code for a new owner; the former owner’s stops working. */
  code: string;
  /** Whether the caller may change the owner. If false, a write that would change the owner is rejected. */
  mayTransfer: boolean;
}

export interface StatusChange {
  cardId: string;
  version: number;
  status: CardStatus;
  reason: string | null;
  /** Whether one of many cards changes. Owners of several such cards are emailed once. */
  isBulk: boolean;
}

export interface CardChange {
  before: CardUnderChange | undefined;
  ownerId: number | null;
  isChanged: boolean;
  after: AdminCardRow | undefined;
}

export const listedCardColumns = `t.id AS "id", t.card_id AS "cardId", t.status AS "status", t.location AS "location",
  t.total_scans AS "totalScans", t.created_at AS "createdAt", t.user_id AS "ownerId", u.email AS "ownerEmail", t.is_test AS "isTest",
  t.version AS "version"`;
export const cardsWithOwner = 'cache_cards t LEFT JOIN users u ON u.id = t.user_id';

export const cardList: ListShape = {
  from: cardsWithOwner,
  columns: listedCardColumns,
  where: 't.available_at IS NOT NULL',
  search: `t.card_id || char(10) || coalesce(t.location, '') || char(10) || coalesce(u.email, '')`,
  sorts: { created: 't.created_at', card: 't.card_id' },
  defaultSort: '-created',
  filters: {
    kind: { conditions: { test: 't.is_test = 1' }, sorts: ['created'], indexes: { test: 'cache_cards_test' } },
    status: { conditions: columnConditions('status', cardStatuses), sorts: ['created'] },
  },
  dates: dateFilter('t.created_at', ['created']),
  exact: {
    card: (cardId) => `SELECT t.id FROM cache_cards t WHERE t.card_id = ${cardId}`,
    email: matchEmail('cache_cards'),
  },
};

/**
 * SQL for the id of the member with the given email: the card's current owner, or another member who is not leaving. `key` is the
 * placeholder for the normalized email.
 */
const newOwner = (key: string) =>
  `coalesce((SELECT o.id FROM users o WHERE o.id = c.user_id AND lower(o.email) = ${key}),
    (SELECT o.id FROM users o WHERE o.email_key = ${key} AND o.deletion_requested_at IS NULL))`;

/**
 * SQL that is true if card `c` was disabled with its payment, or is disabled while its order's payment is returned or disputed and it has no
 * later owner.
 */
const isPaymentReturned = `(c.payment_returned_at IS NOT NULL OR (c.status = 'disabled' AND EXISTS (SELECT 1 FROM orders p
  WHERE p.id = c.order_id AND (p.user_id = c.user_id OR c.user_id IS NULL) AND p.status IN ('refunded', 'disputed'))))`;

const getAnchorKey = (cardId: string, ownerKey: string | null) =>
  statement<CardState, 'newOwnerId' | 'isPaymentReturned' | 'isUsedUp'>(
    `SELECT c.version AS "version", c.status AS "status", c.is_test AS "isTest", ${isPaymentReturned} AS "isPaymentReturned",
       c.used_for IS NOT NULL AS "isUsedUp", c.user_id AS "ownerId", ${newOwner('?2')} AS "newOwnerId"
     FROM cache_cards c WHERE c.card_id = ?1 AND c.available_at IS NOT NULL`,
    [cardId, ownerKey],
  );
export const listedCard = (cardId: string) =>
  statement<AdminCardRow>(`SELECT ${listedCardColumns} FROM ${cardsWithOwner} WHERE t.card_id = ?1`, [cardId]);

export const adminCardStore = bindStore({
  list: (db, request: ListRowsQuery) => readList<AdminCardRow>(db, cardList, request),

  async loadForEdit(
    db,
    cardId: string,
    { place, ownerKey }: Pick<CardEdit, 'place' | 'ownerKey'>,
  ): Promise<{ before: ReturnType<typeof placeBefore>; anchors: Place[]; newOwnerId: number | null | undefined }> {
    const [card, anchors] = await batch(db, [
      statement<PlaceOnMapRow & { isTransfer: 0 | 1; ownerId: number | null }, 'isTransfer' | 'ownerId'>(
        `SELECT ${placeOnMapColumns}, c.is_test = 0 AND c.user_id IS NOT ${newOwner('?2')} AS "isTransfer", ${newOwner('?2')} AS "ownerId"
         FROM cache_cards c WHERE c.card_id = ?1 AND c.available_at IS NOT NULL`,
        [cardId, ownerKey],
      ),
      nearbyAnchors(cardId, place),
    ]);
    const cardRow = firstRow(card);
    const before = cardRow ?? { visibility: null, anchorLatitude: null, anchorLongitude: null };
    return { before: placeBefore(before), anchors: rows(anchors), newOwnerId: cardRow?.isTransfer === 1 ? cardRow.ownerId : undefined };
  },

  /**
   * Edits a card. Another place counts as a move, as if the owner had moved it. Emails the owner. Changing the owner clears the
   * description and location, as after an approved claim.
   * Returns undefined if another of the owner's cards is now shown close to this card's anchor.
   */
  async edit(db, edit: CardEdit, actor: Actor, now: number): Promise<CardChange | undefined> {
    const { cardId, version, location, description, place, onMap, ownerKey, code, mayTransfer } = edit;
    const guard = `c.card_id = ?1 AND c.version = ?2 AND c.available_at IS NOT NULL
      AND (?3 IS NULL OR (c.is_test = 0 AND ${newOwner('?3')} IS NOT NULL))
      AND (c.user_id IS ${newOwner('?3')}${mayTransfer ? ` OR NOT ${isPaymentReturned}` : ''})`;
    const keepUnlessNewOwner = (value: string) => `iif(c.user_id IS ${newOwner('?3')}, ${value}, NULL)`;
    const values = [cardId, version, ownerKey, location, description, place?.latitude ?? null, place?.longitude ?? null];
    const results = await ignoreAnchorCollision(() =>
      batch(db, [
        getAnchorKey(cardId, ownerKey),
        auditDifferences(
          actor,
          { action: 'card.update', entityType: 'cache_card' },
          {
            sql: `SELECT c.card_id AS entity_id, coalesce(c.user_id, ${newOwner('?3')}) AS user_id,
              json_object('location', c.location, 'description', c.description, 'latitude', c.latitude, 'longitude', c.longitude,
                'ownerId', c.user_id) AS before,
              json_object('location', ${keepUnlessNewOwner('?4')}, 'description', ${keepUnlessNewOwner('?5')}, 'latitude', ${keepUnlessNewOwner('?6')}, 'longitude', ${keepUnlessNewOwner('?7')},
                'ownerId', ${newOwner('?3')}) AS after
              FROM cache_cards c WHERE ${guard}`,
            values,
          },
          now,
        ),
        auditDifferences(
          actor,
          { action: 'card.owner', entityType: 'cache_card' },
          {
            sql: `SELECT c.card_id AS entity_id, ${newOwner('?3')} AS user_id, json_object('ownerId', c.user_id) AS before,
              json_object('ownerId', ${newOwner('?3')}) AS after
              FROM cache_cards c WHERE ${guard} AND ${newOwner('?3')} IS NOT c.user_id AND ${newOwner('?3')} IS NOT NULL`,
            values,
          },
          now,
        ),
        queueCardEdited(guard, values, now),
        queueCardLeft(`${guard} AND c.user_id IS NOT ${newOwner('?3')}`, [cardId, version, ownerKey], now),
        recordFormerPlaces(`${guard} AND (c.latitude, c.longitude, c.user_id) IS NOT (?4, ?5, ${newOwner('?3')})`, [
          cardId,
          version,
          ownerKey,
          place?.latitude ?? null,
          place?.longitude ?? null,
        ]),
        statement<{ id: number }>(
          `UPDATE cache_cards AS c SET location = ?4, description = ?5, latitude = ?6, longitude = ?7, ${setPlaceOnMap(8)},
             moved_at = iif(${isMove('?6', '?7')}, ?14, moved_at), user_id = ${newOwner('?3')},
             code = iif(c.user_id IS ${newOwner('?3')}, code, ?13),
             code_exposed_until = iif(c.user_id IS ${newOwner('?3')}, code_exposed_until, ${exposureEnd('?14')}),
             version = version + 1 WHERE ${guard} AND (c.location IS NOT ?4 OR c.description IS NOT ?5 OR c.latitude IS NOT ?6
             OR c.longitude IS NOT ?7 OR c.user_id IS NOT ${newOwner('?3')}) RETURNING id`,
          [...values, ...placeOnMapValues(onMap), code, now],
        ),
        saveAnchor('card_id', cardId),
        listedCard(cardId),
        setDefaultDigest(
          { member: 'c.user_id', sql: 'FROM cache_cards c WHERE c.card_id = ?1 AND c.user_id IS NOT NULL', values: [cardId] },
          now,
        ),
        emailManyGivenCards(actor, now),
      ]),
    );
    if (!results) return undefined;
    const [before, , , , , , updated, , card] = results;
    return toCardChange(before, updated, card);
  },

  /** Returns the card's owner and the member who invited them, as far as they exist. */
  async ownerAndReferrer(db, cardId: string): Promise<number[]> {
    const people = await queryAll<{ id: number }>(
      db,
      `SELECT u.id AS "id" FROM cache_cards c JOIN users o ON o.id = c.user_id JOIN users u ON u.id IN (o.id, o.referred_by_id) WHERE c.card_id = ?1`,
      [cardId],
    );
    return people.map(({ id }) => id);
  },

  /**
   * Activating a card that was never placed counts as its placement. The next scan of a card reset to `ordered` activates it again, with its
   * former date of placement if it has one. Every change closes missing-card reports. The owner is emailed if others no longer find the card.
   */
  async setStatus(db, { cardId, version, status, reason, isBulk }: StatusChange, actor: Actor, now: number): Promise<CardChange> {
    const guard = `c.card_id = ?1 AND c.version = ?2 AND c.available_at IS NOT NULL AND c.status <> ?3 AND c.used_for IS NULL
      AND NOT ${isPaymentReturned}`;
    const results = await batch(db, [
      getAnchorKey(cardId, null),
      auditDifferences(
        actor,
        { action: 'card.status', entityType: 'cache_card', reason },
        {
          sql: `SELECT c.card_id AS entity_id, c.user_id AS user_id, json_object('status', c.status) AS before,
            json_object('status', ?3) AS after FROM cache_cards c WHERE ${guard}`,
          values: [cardId, version, status],
        },
        now,
      ),
      ...queueStatusChanged(guard, { cardId, version, status, isBulk }, actor.requestId, now),
      statement(
        `UPDATE card_reports SET closed_at = ?4, mailbox_hash = NULL, address_hash = NULL WHERE closed_at IS NULL
           AND card_id = (SELECT c.id FROM cache_cards c WHERE ${guard})`,
        [cardId, version, status, now],
      ),
      statement<{ id: number }>(
        `UPDATE cache_cards AS c SET status = ?3, version = version + 1,
           placed_date = iif(?3 = 'active', coalesce(placed_date, ?4), placed_date)
         WHERE ${guard} RETURNING id`,
        [cardId, version, status, now],
      ),
      listedCard(cardId),
    ]);
    const [changed, card] = results.slice(-2) as [StatementResult<{ id: number }>, StatementResult<AdminCardRow>];
    return toCardChange(results[0], changed, card);
  },
});

type CardState = Omit<CardUnderChange, 'isTest' | 'isPaymentReturned' | 'isUsedUp'> & {
  isTest: 0 | 1;
  isPaymentReturned: 0 | 1;
  isUsedUp: 0 | 1;
  newOwnerId: number | null;
};

function toCardChange(
  before: StatementResult<CardState>,
  selectChanged: StatementResult<{ id: number }>,
  after: StatementResult<AdminCardRow>,
): CardChange {
  const card = firstRow(before);
  return {
    before: card && {
      version: card.version,
      status: card.status,
      isTest: card.isTest === 1,
      isPaymentReturned: card.isPaymentReturned === 1,
      isUsedUp: card.isUsedUp === 1,
      ownerId: card.ownerId,
    },
    ownerId: card?.newOwnerId ?? null,
    isChanged: firstRow(selectChanged) !== undefined,
    after: firstRow(after),
  };
}
