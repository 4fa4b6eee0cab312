import type { Mail } from '#worker/domain/messages/mail.ts';
import type { PrintSignal, PrintState } from '#worker/domain/printing/print-signal.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueMemberMail } from '#worker/store/messages/mail.ts';
import { batch, firstRow, rows, runGuarded, statement } from '#worker/store/sql.ts';
import { isWithPrinter, markSent, type PrintOrderRow, printOrderColumns } from './admin-print-orders.ts';

export interface CardOwner {
  userId: number;
  email: string;
  firstName: string | null;
}

export interface SignalledOrder {
  order: PrintOrderRow;
  member: CardOwner | null;
  signals: PrintSignal[];
}

interface PrintStateUpdate {
  order: PrintOrderRow;
  state: PrintState;
  /** The printer's order id from the webhook, in case the response to our request was lost. */
  printerOrderId: string | null;
  mail: { userId: number; mail: Mail } | null;
}

export const printSignalStore = bindStore({
  /** Stores a webhook event once and returns all of the print order's events. Returns undefined for an unknown reference. */
  async saveSignal(db, reference: string, signal: PrintSignal, now: number): Promise<SignalledOrder | undefined> {
    const [, order, member, signals] = await batch(db, [
      statement(
        `INSERT INTO print_events (print_order_id, type, item, tracking, message, occurred_at, received_at)
         SELECT p.id, ?2, ?3, ?4, ?5, ?6, ?7 FROM print_orders p WHERE p.reference = ?1
         ON CONFLICT (print_order_id, type, item, occurred_at) DO UPDATE
           SET tracking = nullif(max(coalesce(tracking, ''), coalesce(excluded.tracking, '')), ''),
             message = nullif(max(coalesce(message, ''), coalesce(excluded.message, '')), '')`,
        [reference, signal.type, signal.item, signal.tracking, signal.message, signal.occurredAt, now],
      ),
      statement<PrintOrderRow>(`SELECT ${printOrderColumns('p')} FROM print_orders p WHERE p.reference = ?1`, [reference]),
      statement<CardOwner>(
        `SELECT u.id AS "userId", u.email AS "email", u.first_name AS "firstName" FROM print_orders p
         JOIN orders o ON o.id = p.order_id JOIN users u ON u.id = o.user_id WHERE p.reference = ?1`,
        [reference],
      ),
      statement<PrintSignal>(
        `SELECT e.type AS "type", e.item AS "item", e.occurred_at AS "occurredAt", e.tracking AS "tracking", e.message AS "message"
         FROM print_orders p JOIN print_events e ON e.print_order_id = p.id WHERE p.reference = ?1`,
        [reference],
      ),
    ]);
    const orderRow = firstRow(order);
    return orderRow && { order: orderRow, member: firstRow(member) ?? null, signals: rows(signals) };
  },

  /** Saves the state derived from the events. Returns false if a concurrent webhook saved another event; the caller must then reload. */
  async reconcile(db, { order, state, printerOrderId, mail }: PrintStateUpdate, now: number): Promise<boolean> {
    return runGuarded(db, [
      statement<{ id: number }>(
        `UPDATE print_orders SET status = ?3, status_at = ?4, tracking = ?5, error = ?6,
           printer_order_id = coalesce(printer_order_id, ?7), version = version + 1
         WHERE id = ?1 AND version = ?2 RETURNING id`,
        [order.id, order.version, state.status, state.statusAt, state.tracking, state.error, printerOrderId],
      ),
      ...markSent(order.id, now),
      // Allows cards from a canceled print order to be printed again.
      statement(
        `UPDATE cache_cards SET print_order_id = NULL
         WHERE order_id = (SELECT order_id FROM print_orders WHERE id = ?1 AND status = 'cancelled') AND print_order_id = ?1`,
        [order.id],
      ),
      statement(
        `UPDATE orders SET sent_to_print_at = NULL
         WHERE id = (SELECT order_id FROM print_orders WHERE id = ?1 AND status = 'cancelled' AND environment = 'production')
           AND NOT EXISTS (SELECT 1 FROM print_orders p WHERE p.order_id = orders.id AND ${isWithPrinter})`,
        [order.id],
      ),
      ...(mail ? [queueMemberMail(mail.userId, mail.mail, now)] : []),
    ]);
  },
});
