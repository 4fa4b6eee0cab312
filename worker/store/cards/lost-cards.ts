/** Replaces an owner's lost card at the price of one of their unplaced cards, or of one bought for it. Product rules: Cards and scans. */
import type { Caller } from '#worker/domain/accounts/caller.ts';
import type { LostCard } from '#worker/domain/cards/card.ts';
import { type SessionHolder, sessionHolder } from '#worker/store/accounts/users.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, firstRow, type Statement, statement } from '#worker/store/sql.ts';
import { isAtPrinter, notifyOwner } from './admin-card-replacement.ts';
import { exposureEnd } from './code-exposure.ts';
import { isFindable } from './findable-cards.ts';

/**
 * SQL for the cards of member ?1 that can replace a lost one: paid, not placed, and not printed by us, because a printed card has a number
 * of its own.
 */
const spareCards = `cache_cards s JOIN orders o ON o.id = s.order_id
  WHERE s.user_id = ?1 AND s.status = 'ordered' AND s.available_at IS NOT NULL AND o.status = 'paid' AND o.delivery IS NOT 'ship'`;
/** SQL for the id (TC-…) of the oldest card that can replace a lost card of member ?1; NULL if there is none. */
export const spareCardId = `(SELECT s.card_id FROM ${spareCards} ORDER BY s.id LIMIT 1)`;
/** Query for card ?3 if it can replace a lost card of member ?1. */
const namedSpare = `SELECT s.id FROM ${spareCards} AND s.card_id = ?3`;

const ownCard = `c.user_id = ?1 AND c.card_id = ?2 AND ${isFindable('c')}`;
const replaceable = `${ownCard} AND c.status <> 'ordered' AND NOT ${isAtPrinter} AND EXISTS (${namedSpare})`;

/** Selects a lost card of a member who wants to buy its replacement. */
export function selectLostCard(userId: number, cardId: string | null): Statement<Omit<LostCard, 'hasSpare'>> {
  return statement<Omit<LostCard, 'hasSpare'>, 'isAtPrinter'>(
    `SELECT c.status, ${isAtPrinter} AS "isAtPrinter" FROM cache_cards c WHERE ${ownCard}`,
    [userId, cardId],
  );
}

/**
 * Replaces the lost card that order ?1 was for with the order's card, whose code it takes, and emails the owner. If the lost card can no
 * longer be replaced, the bought one stays as an unplaced card.
 */
export function replaceByOrder(orderId: number, now: number): Statement[] {
  const boughtCard = `SELECT s.code FROM cache_cards s WHERE s.order_id = ?1 AND s.status = 'ordered' AND s.available_at IS NOT NULL`;
  const lostCard = `(c.card_id, c.user_id) = (SELECT o.replaces_card, o.user_id FROM orders o WHERE o.id = ?1) AND ${isFindable('c')}
    AND c.status <> 'ordered' AND NOT ${isAtPrinter} AND EXISTS (${boughtCard})`;
  return [
    notifyOwner(lostCard, [orderId], now),
    statement(
      `UPDATE cache_cards AS c SET code = (${boughtCard}), code_exposed_until = ${exposureEnd('?2')}, edited_at = ?2, version = version + 1
       WHERE ${lostCard}`,
      [orderId, now],
    ),
    statement(
      `UPDATE cache_cards SET status = 'disabled', used_for = (SELECT o.replaces_card FROM orders o WHERE o.id = ?1), version = version + 1
       WHERE changes() > 0 AND order_id = ?1`,
      [orderId],
    ),
  ];
}

interface Replacement {
  userId: number;
  cardId: string;
  spareCardId: string;
  code: string;
}

export const lostCardStore = bindStore({
  async load(
    db,
    caller: Caller,
    { cardId, spareCardId }: { cardId: string; spareCardId: string },
    now: number,
  ): Promise<{ member: SessionHolder | undefined; card: LostCard | undefined }> {
    const [member, card] = await batch(db, [
      sessionHolder(caller, now),
      statement<LostCard, 'isAtPrinter' | 'hasSpare'>(
        `SELECT c.status, ${isAtPrinter} AS "isAtPrinter", EXISTS (${namedSpare}) AS "hasSpare" FROM cache_cards c WHERE ${ownCard}`,
        [caller.userId, cardId, spareCardId],
      ),
    ]);
    return { member: firstRow(member), card: firstRow(card) };
  },

  /**
   * Gives the card a new code, uses up the spare card and emails the owner. Returns false if the card can no longer be replaced. A refund of
   * the spare card's order does not affect the replaced card.
   */
  async replace(db, { userId, cardId, spareCardId, code }: Replacement, now: number): Promise<boolean> {
    const [, replaced] = await batch(db, [
      notifyOwner(replaceable, [userId, cardId, spareCardId], now),
      statement<{ id: number }>(
        `UPDATE cache_cards AS c SET code = ?4, code_exposed_until = ${exposureEnd('?5')}, edited_at = ?5, version = version + 1
         WHERE ${replaceable} RETURNING id`,
        [userId, cardId, spareCardId, code, now],
      ),
      statement(
        `UPDATE cache_cards SET status = 'disabled', used_for = ?2, version = version + 1 WHERE changes() > 0 AND id = (${namedSpare})`,
        [userId, cardId, spareCardId],
      ),
    ]);
    return firstRow(replaced) !== undefined;
  },
});
