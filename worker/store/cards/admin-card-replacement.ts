/** Replaces the code of a damaged card and preserves the card's history. Product rules: Cards and scans; Administrators. */

import type { Actor } from '#worker/domain/admin/administrator.ts';
import type { ReplacedCard } from '#worker/domain/cards/admin-card.ts';
import { auditFromSelect } from '#worker/store/admin/audit/audit.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { type OwnedCardRow, ownersLanguage } from '#worker/store/printing/card-print.ts';
import { batch, firstRow, type Statement, statement } from '#worker/store/sql.ts';
import { listedCard } from './admin-cards.ts';
import { exposeCodes, exposureEnd } from './code-exposure.ts';

export interface Replacement {
  cardId: string;
  version: number;
  code: string;
  reason: string;
}

/** SQL condition: card `c` is being printed with its current code, so it still belongs to the buyer of the order. */
export const isAtPrinter = `EXISTS (SELECT 1 FROM print_orders p JOIN orders po ON po.id = p.order_id AND po.user_id = c.user_id
  WHERE p.order_id = c.order_id AND p.environment = 'production'
  AND (p.status IN ('ordered', 'validated', 'producing', 'produced') OR (p.status = 'draft' AND p.submitted_at IS NOT NULL)))`;

const replaceable = (cardId: string, version: string) =>
  `c.card_id = ${cardId} AND c.version = ${version} AND c.available_at IS NOT NULL AND c.is_test = 0 AND NOT ${isAtPrinter}`;

export const cardReplacementStore = bindStore({
  /**
   * Replaces the code only if the card can be replaced and has not changed since `version`, and notifies the owner. Codes are never logged.
   */
  async replace(db, { cardId, version, code, reason }: Replacement, actor: Actor, now: number) {
    const guard = replaceable('?1', '?2');
    const [seen, , , changed, after] = await batch(db, [
      statement<Omit<ReplacedCard, 'isTest' | 'isAtPrinter'> & { isTest: 0 | 1; isAtPrinter: 0 | 1 }, 'isAtPrinter'>(
        `SELECT c.version, c.is_test AS "isTest", ${isAtPrinter} AS "isAtPrinter" FROM cache_cards c
         WHERE c.card_id = ?1 AND c.available_at IS NOT NULL`,
        [cardId],
      ),
      auditFromSelect(
        actor,
        { action: 'card.replace', entityType: 'cache_card', reason },
        {
          sql: `SELECT c.card_id, c.user_id, NULL, NULL FROM cache_cards c WHERE ${replaceable('?8', '?9')}`,
          values: [cardId, version],
        },
        now,
      ),
      notifyOwner(guard, [cardId, version], now),
      statement<{ id: number }>(
        `UPDATE cache_cards AS c SET code = ?3, code_exposed_until = ${exposureEnd('?4')}, version = version + 1 WHERE ${guard} RETURNING id`,
        [cardId, version, code, now],
      ),
      listedCard(cardId),
    ]);
    const seenCard = firstRow(seen);
    return {
      snapshot: seenCard && { version: seenCard.version, isTest: seenCard.isTest === 1, isAtPrinter: seenCard.isAtPrinter === 1 },
      card: firstRow(changed) && firstRow(after),
    };
  },

  /**
   * Returns the card with its secret code, audits the download and emails the owner. Returns undefined if the card has no code to print.
   */
  async printFile(
    db,
    { cardId, reason }: { cardId: string; reason: string },
    actor: Actor,
    now: number,
  ): Promise<OwnedCardRow | undefined> {
    // A used-up card may have the code of the card that it replaced.
    const printable = (id: string) => `cache_cards c WHERE c.card_id = ${id} AND c.available_at IS NOT NULL AND c.is_test = 0
      AND c.used_for IS NULL`;
    const exposed = { sql: `SELECT c.id, 0 AS is_print_run FROM ${printable('?1')}`, values: [cardId] };
    const [, , , card] = await batch(db, [
      ...exposeCodes(exposed, actor.requestId, now),
      auditFromSelect(
        actor,
        { action: 'card.print_file', entityType: 'cache_card', reason },
        { sql: `SELECT c.card_id, c.user_id, NULL, NULL FROM ${printable('?8')}`, values: [cardId] },
        now,
      ),
      statement<OwnedCardRow, 'language'>(`SELECT c.card_id AS "cardId", c.code, ${ownersLanguage} FROM ${printable('?1')}`, [cardId]),
    ]);
    return firstRow(card);
  },
});

/** Emails the owner of card `c` that its code was replaced. Must precede the update of the code. */
export function notifyOwner(guard: string, values: Statement['values'], now: number): Statement {
  const sql = `SELECT u.id, u.email, json_object('firstName', u.first_name, 'cardId', c.card_id, 'name', c.location),
      'card_replaced:' || c.id || ':' || c.version
    FROM cache_cards c JOIN users u ON u.id = c.user_id AND u.deletion_requested_at IS NULL WHERE ${guard}`;
  return queueSelectedMails('card_replaced', { sql, values }, now);
}
