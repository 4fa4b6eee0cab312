/** Test cards have no owner and no order, and are active immediately. */

import type { Actor } from '#worker/domain/admin/administrator.ts';
import { auditStatement } from '#worker/store/admin/audit/audit.ts';
import { dateFilter, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';
import { countNewCards } from '#worker/store/admin/system/sums.ts';
import { bindStore } from '#worker/store/database.ts';
import type { NewCard } from '#worker/store/orders/checkouts.ts';
import { batch, firstRow, queryAll, statement } from '#worker/store/sql.ts';

export interface TestCardRow {
  id: number;
  cardId: string;
  location: string | null;
  description: string | null;
  createdAt: number;
}

const columns = `t.id AS "id", t.card_id AS "cardId", t.location AS "location", t.description AS "description", t.created_at AS "createdAt"`;
/** SQL condition for test cards. Excludes disabled test cards, which cannot be found. */
const isTestCard = `t.is_test = 1 AND t.status <> 'disabled'`;

export const testCardList: ListShape = {
  from: 'cache_cards t',
  columns,
  where: isTestCard,
  search: `t.card_id || char(10) || coalesce(t.location, '') || char(10) || coalesce(t.description, '')`,
  sorts: { created: 't.created_at' },
  defaultSort: '-created',
  dates: dateFilter('t.created_at', ['created']),
  exact: { card: (cardId) => `SELECT t.id FROM cache_cards t WHERE t.card_id = ${cardId}` },
};

export const testCardStore = bindStore({
  list: (db, request: ListRowsQuery) => readList<TestCardRow>(db, testCardList, request),

  async make(db, { cardId, code }: NewCard, place: { location: string; description: string }, actor: Actor, now: number) {
    const [inserted] = await batch(db, [
      statement<TestCardRow>(
        `INSERT INTO cache_cards (card_id, code, status, location, description, is_test, placed_date, available_at, created_at)
         VALUES (?1, ?2, 'active', ?3, ?4, 1, ?5, ?5, ?5) ON CONFLICT (card_id) DO NOTHING
         RETURNING id, card_id AS "cardId", location, description, created_at AS "createdAt"`,
        [cardId, code, place.location, place.description, now],
      ),
      auditStatement(actor, { action: 'test_card.create', entityType: 'cache_card', entityId: cardId, after: place }, now),
      // Does nothing unless the preceding audit statement inserted a row, so the card is added to the totals only if it was created.
      countNewCards(),
    ]);
    return firstRow(inserted);
  },

  /** Returns the ids of test cards, newest first: the selected ones, or all if `cardIds` is undefined. */
  async listForPrinting(db, cardIds: string[] | undefined, limit: number): Promise<string[]> {
    const condition = cardIds ? 'AND t.card_id IN (SELECT value FROM json_each(?2))' : 'AND ?2 IS NULL';
    return (
      await queryAll<{ cardId: string }>(
        db,
        `SELECT t.card_id AS "cardId" FROM cache_cards t WHERE ${isTestCard} ${condition} ORDER BY t.created_at DESC, t.id DESC LIMIT ?1`,
        [limit, cardIds ? JSON.stringify(cardIds) : null],
      )
    ).map(({ cardId }) => cardId);
  },
});
