import { orderKinds } from '#schema/orders/admin-orders.ts';
import { orderStatuses } from '#schema/orders/order.ts';
import type { ShippingAddress } from '#schema/orders/shipping-address.ts';
import { orders } from '#schema/tables/orders.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { describeAddress } from '#worker/domain/orders/parcel.ts';
import type { RefundablePayment } from '#worker/domain/orders/refund.ts';
import { auditFromSelect, auditStatement } from '#worker/store/admin/audit/audit.ts';
import { columnConditions, dateFilter, type ListPage, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';
import { matchEmail } from '#worker/store/admin/search/exact-matches.ts';
import { exposeCodes } from '#worker/store/cards/code-exposure.ts';
import { bindStore } from '#worker/store/database.ts';
import { type PaymentRow, paymentColumns } from '#worker/store/memberships/payments.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { type OrderCardRow, orderCardColumns } from '#worker/store/orders/orders.ts';
import { paymentsOfOrder, type RefundRow, readRefunds } from '#worker/store/orders/refunds.ts';
import { isBuyerStaying, type PrintOrderRow, printOrderColumns } from '#worker/store/printing/admin-print-orders.ts';
import { type OwnedCardRow, ownersLanguage } from '#worker/store/printing/card-print.ts';
import { batch, firstRow, queryFirst, type RowOf, rows, runGuarded, type Statement, selectList, statement } from '#worker/store/sql.ts';

const orderKeys = [
  'id',
  'userId',
  'kind',
  'tier',
  'quantity',
  'amountCents',
  'creditCents',
  'refundedCents',
  'status',
  'delivery',
  'createdAt',
  'paidAt',
] as const;
const orderColumns = `${selectList(orders, 't', orderKeys)}, u.email AS "email", p.status AS "printStatus",
  (SELECT sum(c.price_cents) FROM print_orders c WHERE c.order_id = t.id AND c.environment = 'production' AND c.status NOT IN ('draft', 'cancelled'))
    AS "printCostCents"`;
/**
 * Joins the latest production print order that is not canceled. Ignores drafts of resends, which would hide the print order that was
 * shipped.
 */
const joinedTables = `JOIN users u ON u.id = t.user_id
  LEFT JOIN print_orders p ON p.id = (SELECT max(l.id) FROM print_orders l WHERE l.order_id = t.id AND l.environment = 'production'
    AND l.status <> 'cancelled' AND (l.resend_of_id IS NULL OR l.status <> 'draft'))`;

export type AdminOrderRow = RowOf<typeof orders, (typeof orderKeys)[number]> & {
  email: string;
  printStatus: PrintOrderRow['status'] | null;
  printCostCents: number | null;
};
/** SQL expression that increases with every change to order ?1, its payments, refunds and print orders. */
export const orderRevision = `t.version + (SELECT coalesce(sum(p.version), 0) FROM print_orders p WHERE p.order_id = ?1)
  + (SELECT coalesce(sum(p.version), 0) FROM payments p WHERE ${paymentsOfOrder})
  + (SELECT count(*) + coalesce(sum(r.state <> 'asked'), 0) FROM order_refunds r WHERE r.order_id = ?1)`;
const pageColumns = `${orderColumns}, t.shipping_address AS "shippingAddress", t.version AS "version", ${orderRevision} AS "revision",
  u.deletion_requested_at IS NOT NULL AS "isLeaving", u.erased_at IS NOT NULL AS "isErased",
  (SELECT a.email FROM print_orders p LEFT JOIN admins a ON a.id = p.requested_by_admin_id WHERE p.order_id = ?1 ORDER BY p.id DESC LIMIT 1)
    AS "quotedBy",
  (SELECT a.email FROM audit_log l JOIN admins a ON a.id = l.admin_id
    WHERE l.entity_type = 'order' AND l.entity_id = CAST(t.id AS TEXT) AND +l.action = 'order.address' ORDER BY l.created_at DESC, l.id DESC LIMIT 1)
    AS "addressCorrectedBy"`;
export type AdminOrderPageRow = AdminOrderRow & {
  shippingAddress: string | null;
  version: number;
  revision: number;
  isLeaving: 0 | 1;
  isErased: 0 | 1;
  quotedBy: string | null;
  addressCorrectedBy: string | null;
};

/**
 * SQL condition: the order has cards of the buyer that still have to be sent to the printer. The unary plus makes SQLite use the partial
 * index for this condition.
 */
const toPrint = `+t.kind = 'cache_cards' AND t.status = 'paid' AND t.delivery = 'ship' AND t.sent_to_print_at IS NULL
  AND EXISTS (SELECT 1 FROM cache_cards c WHERE c.order_id = t.id AND c.user_id = t.user_id)`;
export const ordersToPrint = `orders t INDEXED BY orders_to_print WHERE ${toPrint}`;

export const orderList: ListShape = {
  from: 'orders t',
  join: joinedTables,
  columns: orderColumns,
  // Uses a subquery so that the email is read only for searches.
  search: `'Order ' || t.id || char(10) || (SELECT email FROM users WHERE users.id = t.user_id)`,
  sorts: { created: 't.created_at' },
  defaultSort: '-created',
  filters: {
    print: { conditions: { waiting: toPrint }, sorts: ['created'], indexes: { waiting: 'orders_to_print' } },
    status: { conditions: columnConditions('status', orderStatuses), sorts: ['created'], common: ['paid'] },
    kind: { conditions: columnConditions('kind', orderKinds), sorts: ['created'] },
  },
  dates: dateFilter('t.created_at', ['created']),
  exact: {
    number: 'order',
    email: matchEmail('orders'),
    tracking: (number) => `SELECT p.order_id AS id FROM print_events e JOIN print_orders p ON p.id = e.print_order_id
      WHERE upper(replace(replace(e.tracking, ' ', ''), '-', '')) = ${number} AND e.tracking IS NOT NULL`,
    stripe: (id) => `SELECT id FROM orders WHERE stripe_payment_intent_id = ${id} OR stripe_subscription_id = ${id}
      UNION ALL SELECT order_id FROM payments WHERE stripe_payment_intent_id = ${id} OR stripe_invoice_id = ${id}`,
  },
};

export type OrderPaymentRow = PaymentRow & Pick<RefundablePayment, 'refundRequestedAt'>;

export interface UnconfirmedOrder {
  order: AdminOrderPageRow;
  payments: OrderPaymentRow[];
  refunds: RefundRow[];
  cards: OrderCardRow[];
  /** The cards that still belong to the buyer. Only these can be printed by order. */
  printableCards: OrderCardRow[];
  prints: PrintOrderRow[];
}

export const adminOrderStore = bindStore({
  list(db, request: ListRowsQuery): Promise<ListPage<AdminOrderRow>> {
    return readList<AdminOrderRow, 'printCostCents'>(db, orderList, request);
  },

  async find(db, orderId: number): Promise<UnconfirmedOrder | undefined> {
    const [order, payments, cards, prints, refunds] = await batch(db, [
      statement<AdminOrderPageRow, 'printCostCents' | 'revision' | 'isLeaving' | 'isErased'>(
        `SELECT ${pageColumns} FROM orders t ${joinedTables} WHERE t.id = ?1`,
        [orderId],
      ),
      statement<OrderPaymentRow>(
        `SELECT ${paymentColumns}, p.refund_requested_at AS "refundRequestedAt" FROM payments p
         WHERE ${paymentsOfOrder} ORDER BY p.id DESC LIMIT 50`,
        [orderId],
      ),
      statement<OrderCardRow & { isBuyers: 0 | 1 }, 'isBuyers'>(
        `SELECT ${orderCardColumns}, c.user_id = o.user_id AS "isBuyers" FROM orders o JOIN cache_cards c ON c.order_id = o.id
         WHERE o.id = ?1 ORDER BY c.id`,
        [orderId],
      ),
      statement<PrintOrderRow>(`SELECT ${printOrderColumns('p')} FROM print_orders p WHERE p.order_id = ?1 ORDER BY p.id DESC LIMIT 50`, [
        orderId,
      ]),
      readRefunds(orderId),
    ]);
    const orderRow = firstRow(order);
    return (
      orderRow && {
        order: orderRow,
        payments: rows(payments),
        refunds: rows(refunds),
        cards: rows(cards),
        printableCards: rows(cards).filter(({ isBuyers }) => isBuyers === 1),
        prints: rows(prints),
      }
    );
  },

  /**
   * Corrects the delivery address and invalidates a draft's quote. Returns false if the order has changed or the printer already has the
   * address.
   */
  async correctAddress(
    db,
    { id, userId, version, shippingAddress }: AdminOrderPageRow,
    corrected: ShippingAddress,
    actor: Actor,
    now: number,
  ): Promise<boolean> {
    return runGuarded(db, [
      statement<{ id: number }>(
        `UPDATE orders SET shipping_address = ?3, version = version + 1
         WHERE id = ?1 AND version = ?2 AND status = 'paid' AND delivery = 'ship' AND shipping_address IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM print_orders p WHERE p.order_id = ?1 AND p.environment = 'production'
             AND p.status NOT IN ('cancelled', 'shipped') AND (p.status <> 'draft' OR p.submitted_at IS NOT NULL))
         RETURNING id`,
        [id, version, JSON.stringify(corrected)],
      ),
      auditStatement(
        actor,
        {
          action: 'order.address',
          entityType: 'order',
          entityId: id,
          userId,
          before: parseShippingAddress(shippingAddress),
          after: corrected,
        },
        now,
      ),
      statement(
        `UPDATE print_orders SET quote = NULL, quote_id = NULL, price_cents = NULL, currency = NULL, version = version + 1
         WHERE changes() > 0 AND order_id = ?1 AND status = 'draft' AND submitted_at IS NULL`,
        [id],
      ),
      queueAddressChanged({ id, version }, corrected, now),
      // The parcel may go to someone else, who can then scan the cards until their owner places them.
      statement(
        `UPDATE cache_cards SET code_exposed_from = coalesce(code_exposed_from, ?4) WHERE order_id = ?1
           AND EXISTS (SELECT 1 FROM orders o WHERE o.id = ?1 AND o.version = ?2 + 1 AND o.shipping_address = ?3)`,
        [id, version, JSON.stringify(corrected), now],
      ),
    ]);
  },

  async countCards(db, orderIds: readonly number[]): Promise<number> {
    const count = await queryFirst<{ cards: number }, 'cards'>(
      db,
      'SELECT coalesce(sum(quantity), 0) AS "cards" FROM orders WHERE id IN (SELECT value FROM json_each(?1))',
      [JSON.stringify(orderIds)],
    );
    return count?.cards ?? 0;
  },

  /**
   * Returns the orders' cards with their secret codes and audits the download. Emails the owners, except about cards that we have yet to
   * print. Returns an empty list if there is nothing to print.
   */
  async printFile(
    db,
    { orderIds, reason }: { orderIds: readonly number[]; reason: string },
    actor: Actor,
    now: number,
  ): Promise<OwnedCardRow[]> {
    const ids = JSON.stringify(orderIds);
    const printable = (list: string) => `orders o JOIN cache_cards c ON c.order_id = o.id AND c.user_id = o.user_id
      WHERE o.id IN (SELECT value FROM json_each(${list})) AND o.status = 'paid' AND c.available_at IS NOT NULL
        AND c.used_for IS NULL AND ${isBuyerStaying('o')}`;
    // An administrator can set the status of a placed card to `ordered`.
    const isToPrint = "c.status = 'ordered' AND c.placement_at IS NULL AND o.delivery IS 'ship' AND o.sent_to_print_at IS NULL";
    const [, , , cards] = await batch(db, [
      ...exposeCodes({ sql: `SELECT c.id, ${isToPrint} AS is_print_run FROM ${printable('?1')}`, values: [ids] }, actor.requestId, now),
      auditFromSelect(
        actor,
        { action: 'order.print_file', entityType: 'order', reason },
        {
          sql: `SELECT CAST(o.id AS TEXT), o.user_id, NULL, json_object('cards', count(*)) FROM ${printable('?8')} GROUP BY o.id`,
          values: [ids],
        },
        now,
      ),
      statement<OwnedCardRow, 'language'>(
        `SELECT c.card_id AS "cardId", c.code AS "code", ${ownersLanguage} FROM ${printable('?1')} ORDER BY o.id, c.id`,
        [ids],
      ),
    ]);
    return rows(cards);
  },
});

export function parseShippingAddress(shippingAddress: string | null): ShippingAddress | undefined {
  return shippingAddress === null ? undefined : (JSON.parse(shippingAddress) as ShippingAddress);
}

/**
 * Emails the member about a changed delivery address because the cards carry secret codes and may now be sent to someone else. Must run
 * after the change.
 */
function queueAddressChanged({ id, version }: { id: number; version: number }, corrected: ShippingAddress, now: number): Statement {
  const sql = `SELECT u.id, u.email, json_object('firstName', u.first_name, 'order', CAST(o.id AS TEXT), 'address', ?4),
      'order_address_changed:' || o.id || ':' || o.version
    FROM orders o JOIN users u ON u.id = o.user_id AND u.erased_at IS NULL
    WHERE o.id = ?1 AND o.version = ?2 + 1 AND o.shipping_address = ?3`;
  const values = [id, version, JSON.stringify(corrected), describeAddress(corrected)];
  return queueSelectedMails('order_address_changed', { sql, values }, now);
}
