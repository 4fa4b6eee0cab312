import { cardOrderMaxQuantity } from '#schema/rules.ts';
import { cacheCards } from '#schema/tables/cards.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import { type Member, signedInMember } from '#worker/store/accounts/users.ts';
import { isFindable } from '#worker/store/cards/findable-cards.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, firstRow, type RowOf, rows, type Statement, selectList, statement } from '#worker/store/sql.ts';

const printKeys = ['cardId', 'code'] as const;
const printList = selectList(cacheCards, 'c', printKeys);
export type PrintableCard = RowOf<typeof cacheCards, (typeof printKeys)[number]>;

/** SQL column with the language of the owner of card `c`. */
export const ownersLanguage = `coalesce((SELECT u.language FROM users u WHERE u.id = c.user_id), 'en') AS "language"`;
export type OwnedCardRow = PrintableCard & { language: string };

export type PrintSelection = { cardId: string } | { orderId: number } | 'ordered';

export const cardPrintStore = bindStore({
  /**
   * Returns the member's printable cards of paid orders, oldest first. If there are more cards than one order can contain, returns only the
   * newest.
   */
  async cards(db, caller: Caller, selection: PrintSelection, now: number): Promise<{ member: Member | undefined; cards: PrintableCard[] }> {
    const [member, cards] = await batch(db, [signedInMember(caller, now), selectCards(caller, selection)]);
    return { member: firstRow(member), cards: rows(cards).toReversed() };
  },
});

function selectCards({ userId }: Caller, selection: PrintSelection): Statement<PrintableCard> {
  const [condition, value] =
    selection === 'ordered'
      ? ['c.user_id = ?1 AND c.status = ?2', 'ordered']
      : // The unary plus makes SQLite use the index of the card or order id because a member may have many cards.
        'cardId' in selection
        ? ['+c.user_id = ?1 AND c.card_id = ?2', selection.cardId]
        : ['+c.user_id = ?1 AND c.order_id = ?2', selection.orderId];
  return statement<PrintableCard>(
    `SELECT ${printList} FROM cache_cards c WHERE ${condition} AND ${isFindable('c')} ORDER BY c.id DESC LIMIT ${cardOrderMaxQuantity}`,
    [userId, value],
  );
}
