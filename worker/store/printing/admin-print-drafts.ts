import type { AuditAction } from '#schema/admin/audit-actions.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import type { PrintChoices, StoredQuote } from '#worker/domain/printing/print-order.ts';
import { auditFromSelect } from '#worker/store/admin/audit/audit.ts';
import { bindStore, type Database } from '#worker/store/database.ts';
import { batch, firstRow, type Statement, statement } from '#worker/store/sql.ts';
import { type PrintOrderRow, printOrderColumns, responseIsOverdue, toPrintDraft } from './admin-print-orders.ts';

export interface Resend {
  print: PrintOrderRow;
  quantity: number;
  reason: string;
  hasNewCodes: boolean;
}

export const printDraftStore = bindStore({
  /** Creates a draft for a test print; nothing is ordered yet. */
  async draftForTest(
    db,
    choices: PrintChoices,
    reference: string,
    quote: StoredQuote,
    actor: Actor,
    now: number,
  ): Promise<PrintOrderRow | undefined> {
    const [service] = quote.services;
    const [drafted] = await batch(db, [
      statement<PrintOrderRow>(
        `INSERT INTO print_orders (reference, requested_by_admin_id, environment, card_size, quantity, design_url, quote_id, quote,
           price_cents, currency, status_at, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11) RETURNING ${returnedColumns}`,
        [
          reference,
          actor.adminId,
          choices.environment,
          choices.cardSize,
          choices.quantity,
          choices.designUrl,
          service?.quoteId ?? null,
          JSON.stringify(quote),
          service?.cost.total ?? null,
          service?.currency ?? null,
          now,
        ],
      ),
      auditPrint(actor, 'print.quote', { where: 'p.reference = ?8', values: [reference] }, { after: auditFields(choices, quote) }, now),
    ]);
    return firstRow(drafted);
  },

  /**
   * Creates the order's print draft, or updates the draft's quote. Returns undefined if the print order is no longer a draft or the order
   * is not paid.
   */
  async draftForOrder(
    db,
    orderId: number,
    choices: PrintChoices,
    reference: string,
    quote: StoredQuote,
    actor: Actor,
    now: number,
  ): Promise<PrintOrderRow | undefined> {
    const activePrint = {
      where: `p.order_id = ?8 AND p.environment = ?9 AND p.status <> 'cancelled' AND p.resend_of_id IS NULL`,
      values: [orderId, choices.environment],
    };
    const [drafted] = await batch(db, [
      statement<PrintOrderRow>(
        `INSERT INTO print_orders (reference, order_id, requested_by_admin_id, environment, card_size, quantity, quote, status_at, created_at)
         SELECT ?1, o.id, ?3, ?4, ?5, ?6, ?7, ?8, ?8 FROM orders o
         WHERE o.id = ?2 AND o.kind = 'cache_cards' AND o.status = 'paid' AND o.delivery = 'ship'
         ON CONFLICT (order_id, environment) WHERE order_id IS NOT NULL AND status <> 'cancelled' AND resend_of_id IS NULL DO UPDATE
           SET card_size = excluded.card_size, quantity = excluded.quantity, quote = excluded.quote, quote_id = NULL, price_cents = NULL,
             currency = NULL, error = NULL, requested_by_admin_id = excluded.requested_by_admin_id, version = version + 1
           WHERE status = 'draft' AND submitted_at IS NULL
         RETURNING ${returnedColumns}`,
        [reference, orderId, actor.adminId, choices.environment, choices.cardSize, choices.quantity, JSON.stringify(quote), now],
      ),
      auditPrint(actor, 'print.quote', activePrint, { after: { orderId, ...auditFields(choices, quote) } }, now),
    ]);
    return firstRow(drafted);
  },

  /**
   * Creates or updates the draft that reprints and resends a shipped print order. Returns undefined if the draft or the shipped order has
   * changed.
   */
  async draftResend(
    db,
    resend: Resend,
    reference: string,
    quote: StoredQuote,
    actor: Actor,
    now: number,
  ): Promise<PrintOrderRow | undefined> {
    const { print, quantity, reason, hasNewCodes } = resend;
    const [drafted] = await batch(db, [
      statement<PrintOrderRow>(
        `INSERT INTO print_orders (reference, order_id, requested_by_admin_id, environment, card_size, quantity, quote, status_at, created_at,
           resend_of_id, resend_reason, has_new_codes)
         SELECT ?1, o.id, ?3, p.environment, p.card_size, ?4, ?5, ?6, ?6, p.id, ?7, ?8
         FROM print_orders p JOIN orders o ON o.id = p.order_id AND o.status = 'paid' AND o.delivery = 'ship'
         WHERE p.id = ?2 AND p.status = 'shipped'
         ON CONFLICT (resend_of_id) WHERE resend_of_id IS NOT NULL AND status <> 'cancelled' DO UPDATE
           SET quantity = excluded.quantity, quote = excluded.quote, quote_id = NULL, price_cents = NULL, currency = NULL, error = NULL,
             requested_by_admin_id = excluded.requested_by_admin_id, resend_reason = excluded.resend_reason,
             has_new_codes = excluded.has_new_codes, version = version + 1
           WHERE status = 'draft' AND submitted_at IS NULL
         RETURNING ${returnedColumns}`,
        [reference, print.id, actor.adminId, quantity, JSON.stringify(quote), now, reason, hasNewCodes ? 1 : 0],
      ),
      auditPrint(
        actor,
        'print.quote',
        { where: `p.resend_of_id = ?8 AND p.status <> 'cancelled'`, values: [print.id] },
        {
          after: { orderId: print.orderId, resendOfId: print.id, hasNewCodes, ...auditFields({ ...toPrintDraft(print), quantity }, quote) },
        },
        now,
        reason,
      ),
    ]);
    return firstRow(drafted);
  },

  /** Cancels a draft. Returns undefined if the printer may already have received it. */
  cancel(db, id: number, actor: Actor, now: number): Promise<PrintOrderRow | undefined> {
    return cancelDraft(db, id, 'submitted_at IS NULL', { action: 'print.cancel', before: { status: 'draft' } }, actor, now);
  },

  /**
   * Writes off a submitted print order that got no response from the printer, even though the cards may be printing. Returns undefined for
   * any other print order.
   */
  writeOff(db, id: number, actor: Actor, now: number): Promise<PrintOrderRow | undefined> {
    const hasNoResponse = `submitted_at IS NOT NULL AND ${responseIsOverdue('?2')}`;
    return cancelDraft(db, id, hasNoResponse, { action: 'print.write_off', before: { status: 'draft', isUnanswered: true } }, actor, now);
  },
});

async function cancelDraft(
  db: Database,
  id: number,
  condition: string,
  { action, before }: { action: AuditAction; before: Record<string, unknown> },
  actor: Actor,
  now: number,
): Promise<PrintOrderRow | undefined> {
  const [cancelledOrders] = await batch(db, [
    statement<PrintOrderRow>(
      `UPDATE print_orders SET status = 'cancelled', status_at = ?2, version = version + 1
       WHERE id = ?1 AND status = 'draft' AND printer_order_id IS NULL AND ${condition} RETURNING ${returnedColumns}`,
      [id, now],
    ),
    auditPrint(actor, action, { where: 'p.id = ?8', values: [id] }, { before, after: { status: 'cancelled' } }, now),
  ]);
  return firstRow(cancelledOrders);
}

/** The print order's columns without the table's alias, which a RETURNING clause cannot use. */
const returnedColumns = printOrderColumns('print_orders').replaceAll('print_orders.', '');

/**
 * Writes an audit entry for the row that the previous statement changed. The entry names the member whose cards are printed. Placeholders
 * start at ?8.
 */
function auditPrint(
  actor: Actor,
  action: AuditAction,
  { where, values }: { where: string; values: (string | number)[] },
  { before, after }: { before?: Record<string, unknown>; after: Record<string, unknown> },
  now: number,
  reason: string | null = null,
): Statement {
  const parameterSql = (index: number) => `?${7 + values.length + index}`;
  return auditFromSelect(
    actor,
    { action, entityType: 'print_order', reason },
    {
      sql: `SELECT CAST(p.id AS TEXT), o.user_id, ${parameterSql(1)}, ${parameterSql(2)} FROM print_orders p LEFT JOIN orders o ON o.id = p.order_id
            WHERE changes() > 0 AND ${where}`,
      values: [...values, before ? JSON.stringify(before) : null, JSON.stringify(after)],
    },
    now,
  );
}

function auditFields({ environment, cardSize, quantity, designUrl }: PrintChoices, quote: StoredQuote): Record<string, unknown> {
  const choices = { environment, cardSize, quantity, designUrl };
  return { ...choices, quotes: quote.services.map(({ service, cost, currency }) => ({ service, priceCents: cost.total, currency })) };
}
