import { codeExposureSeconds } from '#schema/rules.ts';
import { printOrders } from '#schema/tables/orders.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { type PrintDraft, printResponseTimeoutSeconds, type QuotedService, type StoredQuote } from '#worker/domain/printing/print-order.ts';
import { auditStatement } from '#worker/store/admin/audit/audit.ts';
import { dateFilter, type ListPage, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';
import { setExposedSince } from '#worker/store/cards/code-exposure.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, firstRow, queryFirst, type RowOf, rows, runGuarded, type Statement, selectList, statement } from '#worker/store/sql.ts';
import { type OwnedCardRow, ownersLanguage } from './card-print.ts';
import { resendStatements } from './resends.ts';

const printOrderKeys = [
  'id',
  'reference',
  'orderId',
  'environment',
  'cardSize',
  'quantity',
  'designUrl',
  'quoteId',
  'quote',
  'submittedAt',
  'printerOrderId',
  'priceCents',
  'currency',
  'status',
  'statusAt',
  'tracking',
  'error',
  'createdAt',
  'version',
  'resendOfId',
  'resendReason',
  'hasNewCodes',
  'codesReplacedAt',
] as const;
export const printOrderColumns = (alias: string) => selectList(printOrders, alias, printOrderKeys);
export interface PrintedCard {
  cardId: string;
  code: string;
}

export type PrintOrderRow = RowOf<typeof printOrders, (typeof printOrderKeys)[number]>;

export const testPrintList: ListShape = {
  from: 'print_orders t',
  columns: printOrderColumns('t'),
  where: 't.order_id IS NULL',
  search: 't.reference',
  sorts: { created: 't.created_at' },
  defaultSort: '-created',
  dates: dateFilter('t.created_at', ['created']),
};

export function toPrintDraft(row: PrintOrderRow): PrintDraft {
  const { environment, quantity, designUrl, status, quoteId } = row;
  return {
    environment,
    quantity,
    designUrl,
    status,
    quoteId,
    cardSize: row.cardSize as PrintDraft['cardSize'],
    quote: row.quote === null ? null : (JSON.parse(row.quote) as StoredQuote),
    isUnanswered: isUnanswered(row),
  };
}

/** Whether the print order was submitted to the printer and the outcome is still unknown. */
export function isUnanswered({ status, submittedAt }: PrintOrderRow): boolean {
  return status === 'draft' && submittedAt !== null;
}

const selectById = (id: number) => statement<PrintOrderRow>(`SELECT ${printOrderColumns('p')} FROM print_orders p WHERE p.id = ?1`, [id]);

export const printOrderStore = bindStore({
  list(db, request: ListRowsQuery): Promise<ListPage<PrintOrderRow>> {
    return readList<PrintOrderRow>(db, testPrintList, request);
  },

  async find(db, id: number): Promise<PrintOrderRow | undefined> {
    const [orderRows] = await batch(db, [selectById(id)]);
    return firstRow(orderRows);
  },

  async testByQuote(db, quoteId: string): Promise<PrintOrderRow | undefined> {
    return queryFirst<PrintOrderRow>(
      db,
      `SELECT ${printOrderColumns('p')} FROM print_orders p
         WHERE p.quote_id = ?1 AND p.order_id IS NULL AND p.status <> 'cancelled' ORDER BY p.id DESC LIMIT 1`,
      [quoteId],
    );
  },

  /**
   * Claims the draft right before the print order is sent to the printer so that only one caller can submit it. Returns false if the draft
   * has changed, the printer may still respond to an earlier submission, or the order is no longer paid or has changed, such as its address.
   */
  async submit(
    db,
    draft: PrintOrderRow,
    {
      userId,
      orderVersion,
      service,
      newCodes,
    }: { userId: number | null; orderVersion: number | null; service: QuotedService; newCodes: PrintedCard[] },
    actor: Actor,
    now: number,
  ): Promise<boolean> {
    return runGuarded(db, [
      statement<{ id: number }>(
        `UPDATE print_orders SET submitted_at = ?3, quote_id = ?4, price_cents = ?5, currency = ?6, error = NULL, version = version + 1,
           resend_reason = ?7, codes_replaced_at = iif(has_new_codes = 1, coalesce(codes_replaced_at, ?3), NULL)
         WHERE id = ?1 AND version = ?2 AND status = 'draft' AND (submitted_at IS NULL OR (quote_id = ?4 AND ${responseIsOverdue('?3')}))
           AND (order_id IS NULL OR EXISTS (SELECT 1 FROM orders o WHERE o.id = order_id AND o.version = ?8 AND o.status = 'paid' AND ${isBuyerStaying('o')}))
         RETURNING id`,
        [draft.id, draft.version, now, service.quoteId, service.cost.total, service.currency, draft.resendReason, orderVersion],
      ),
      // Writes the audit entry before the printer responds because the cards may be printed even if no response arrives.
      auditStatement(
        actor,
        { action: 'print.submit', ...describePrintAudit(draft, userId), after: auditOrder(draft, service), reason: draft.resendReason },
        now,
      ),
      ...resendStatements(draft, newCodes, now),
    ]);
  },

  /** Records that the printer accepted the print order submitted at `now`. The printer's webhooks may have arrived first. */
  async markOrdered(
    db,
    { draft, userId }: { draft: PrintOrderRow; userId: number | null },
    actor: Actor,
    now: number,
  ): Promise<PrintOrderRow | undefined> {
    const results = await batch(db, [
      statement(
        `UPDATE print_orders SET status = iif(status = 'draft', 'ordered', status), status_at = iif(status = 'draft', ?2, status_at),
           error = iif(status = 'draft', NULL, error)
         WHERE id = ?1 AND submitted_at = ?2`,
        [draft.id, now],
      ),
      auditStatement(
        actor,
        {
          action: 'print.order',
          ...describePrintAudit(draft, userId),
          before: { status: 'draft' },
          after: { status: 'ordered', reference: draft.reference, environment: draft.environment },
        },
        now,
      ),
      ...markSent(draft.id, now),
      selectById(draft.id),
    ]);
    return firstRow(results.at(-1));
  },

  /**
   * Records that the print order submitted at `now` was rejected, or that its outcome is unknown. Returns the print order, since webhooks
   * may have changed it.
   */
  async markFailed(
    db,
    id: number,
    { message, isRefusal }: { message: string; isRefusal: boolean },
    now: number,
  ): Promise<PrintOrderRow | undefined> {
    const [, order] = await batch(db, [
      statement(
        `UPDATE print_orders SET error = ?2, submitted_at = iif(?3 = 1, NULL, submitted_at)
         WHERE id = ?1 AND status = 'draft' AND submitted_at = ?4`,
        [id, message, isRefusal ? 1 : 0, now],
      ),
      selectById(id),
    ]);
    return firstRow(order);
  },

  /** Returns the print order with the cards that still belong to the buyer. */
  async file(db, reference: string): Promise<{ order: PrintOrderRow | undefined; cards: OwnedCardRow[] }> {
    const [order, cards] = await batch(db, [
      statement<PrintOrderRow>(`SELECT ${printOrderColumns('p')} FROM print_orders p WHERE p.reference = ?1`, [reference]),
      statement<OwnedCardRow, 'language'>(
        `SELECT c.card_id AS "cardId", c.code AS "code", ${ownersLanguage} FROM print_orders p JOIN orders o ON o.id = p.order_id
           JOIN cache_cards c ON c.order_id = o.id AND c.user_id = o.user_id
         WHERE p.reference = ?1 ORDER BY c.id`,
        [reference],
      ),
    ]);
    return { order: firstRow(order), cards: rows(cards) };
  },
});

/** Returns SQL that is true if the printer's response to a submitted draft was inconclusive or has timed out. */
export function responseIsOverdue(now: string): string {
  return `(error IS NOT NULL OR submitted_at <= ${now} - ${printResponseTimeoutSeconds})`;
}

/** SQL condition: the buyer of order `order` is not about to leave. Cards are not printed for members who are deleting their account. */
export const isBuyerStaying = (order: string) =>
  `EXISTS (SELECT 1 FROM users b WHERE b.id = ${order}.user_id AND b.deletion_requested_at IS NULL)`;

export const isWithPrinter = "p.environment = 'production' AND p.status NOT IN ('draft', 'cancelled')";

/**
 * Marks an order, and those of its cards that are still the buyer's, as sent to print once the printer accepts a production print. If an
 * administrator changed the delivery address, the printed codes count as known.
 */
export function markSent(printOrderId: number, now: number): Statement[] {
  const sentOrders = `FROM print_orders p WHERE p.id = ?1 AND p.order_id IS NOT NULL AND ${isWithPrinter}`;
  const printedCards = `order_id = (SELECT p.order_id ${sentOrders}) AND print_order_id IS NOT ?1
    AND user_id = (SELECT o.user_id FROM orders o WHERE o.id = order_id)`;
  return [
    statement(`UPDATE orders SET sent_to_print_at = ?2 WHERE id = (SELECT p.order_id ${sentOrders}) AND sent_to_print_at IS NULL`, [
      printOrderId,
      now,
    ]),
    // Whoever gets a parcel that an administrator redirected reads the printed codes: new ones too, and of cards already placed.
    statement(
      `UPDATE cache_cards SET ${setExposedSince('?2', '?2')} WHERE ${printedCards} AND EXISTS (SELECT 1 FROM audit_log a
         WHERE a.entity_type = 'order' AND a.entity_id = CAST(cache_cards.order_id AS TEXT) AND +a.action = 'order.address')`,
      [printOrderId, now],
    ),
    statement(`UPDATE cache_cards SET print_order_id = ?1 WHERE ${printedCards}`, [printOrderId]),
    // The printer prints the cards, so a print file downloaded before was not for their print run.
    statement(
      `UPDATE cache_cards SET code_exposed_until = ?2 + ${codeExposureSeconds}
       WHERE print_order_id = ?1 AND code_exposed_from IS NOT NULL AND code_exposed_until IS NULL AND order_id = (SELECT p.order_id ${sentOrders})
         AND EXISTS (SELECT 1 FROM print_orders p JOIN audit_log a ON a.entity_type = 'order' AND a.entity_id = CAST(p.order_id AS TEXT)
           AND +a.action = 'order.print_file' WHERE p.id = ?1)`,
      [printOrderId, now],
    ),
  ];
}

function describePrintAudit({ id }: PrintOrderRow, userId: number | null) {
  return { entityType: 'print_order', entityId: id, userId };
}

function auditOrder(
  { reference, orderId, environment, quantity, resendOfId, hasNewCodes }: PrintOrderRow,
  { service, cost, currency }: QuotedService,
) {
  const resend = resendOfId === null ? {} : { resendOfId, hasNewCodes: hasNewCodes === 1 };
  return { reference, orderId, environment, quantity, service, priceCents: cost.total, currency, ...resend };
}
