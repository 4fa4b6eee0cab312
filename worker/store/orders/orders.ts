import { cacheCards } from '#schema/tables/cards.ts';
import { orders } from '#schema/tables/orders.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { type Member, signedInMember } from '#worker/store/accounts/users.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueMail, withLink } from '#worker/store/messages/mail.ts';
import { batch, firstRow, type RowOf, rows, type StatementResult, selectList, statement } from '#worker/store/sql.ts';

const orderKeys = [
  'id',
  'reference',
  'userId',
  'kind',
  'tier',
  'quantity',
  'replacesCard',
  'amountCents',
  'creditCents',
  'status',
  'attempt',
  'stripePaymentIntentId',
  'stripeSubscriptionId',
  'delivery',
  'shippingAddress',
  'createdAt',
  'expiresAt',
  'paidAt',
] as const;
export const orderList = selectList(orders, 'o', orderKeys);
export type OrderRow = RowOf<typeof orders, (typeof orderKeys)[number]>;

const cardKeys = ['id', 'cardId', 'status'] as const;
export const orderCardColumns = selectList(cacheCards, 'c', cardKeys);
export type OrderCardRow = RowOf<typeof cacheCards, (typeof cardKeys)[number]>;
/** A card of a member's own order. After a change of owner, what became of the card is no longer the buyer's business. */
type OwnOrderCardRow = Omit<OrderCardRow, 'status'> & { status: OrderCardRow['status'] | null };

export interface OwnOrder {
  order: OrderRow;
  cards: OwnOrderCardRow[];
}

const selectOwnOrder = (userId: number, orderId: number) =>
  [
    statement<OrderRow>(`SELECT ${orderList} FROM orders o WHERE o.id = ?2 AND o.user_id = ?1`, [userId, orderId]),
    statement<OwnOrderCardRow, 'status'>(
      `SELECT c.id AS "id", c.card_id AS "cardId", iif(c.user_id IS o.user_id, c.status, NULL) AS "status" FROM orders o JOIN cache_cards c ON c.order_id = o.id WHERE o.id = ?2 AND o.user_id = ?1 ORDER BY c.id`,
      [userId, orderId],
    ),
  ] as const;

/** SQL condition: the address of the order's parcel was removed when the account was recovered, so the member enters it again. */
export const lacksAddress = (order: string) =>
  `(${order}.delivery = 'ship' AND ${order}.shipping_address IS NULL AND ${order}.sent_to_print_at IS NULL)`;

export const orderStore = bindStore({
  async own(db, caller: Caller, orderId: number, now: number): Promise<{ member: Member | undefined; own: OwnOrder | undefined }> {
    const [member, order, cards] = await batch(db, [signedInMember(caller, now), ...selectOwnOrder(caller.userId, orderId)]);
    return { member: firstRow(member), own: ownOrder(order, cards) };
  },

  async listOpen(db, caller: Caller, now: number): Promise<{ member: Member | undefined; orders: OrderRow[] }> {
    const [member, openOrders] = await batch(db, [
      signedInMember(caller, now),
      statement<OrderRow>(
        `SELECT * FROM (
           SELECT ${orderList} FROM orders o INDEXED BY orders_one_open_membership
             WHERE o.user_id = ?1 AND o.status = 'open' AND o.kind = 'membership' AND o.expires_at > ?2
           UNION ALL SELECT ${orderList} FROM orders o INDEXED BY orders_one_open_cards
             WHERE o.user_id = ?1 AND o.status = 'open' AND o.kind = 'cache_cards' AND o.expires_at > ?2
         ) ORDER BY id DESC LIMIT 20`,
        [caller.userId, now],
      ),
    ]);
    return { member: firstRow(member), orders: rows(openOrders) };
  },

  async findByPayment(
    db,
    caller: Caller,
    paymentIntentId: string,
    now: number,
  ): Promise<{ member: Member | undefined; order: OrderRow | undefined }> {
    const [member, order] = await batch(db, [
      signedInMember(caller, now),
      statement<OrderRow>(`SELECT ${orderList} FROM orders o WHERE o.stripe_payment_intent_id = ?2 AND o.user_id = ?1`, [
        caller.userId,
        paymentIntentId,
      ]),
    ]);
    return { member: firstRow(member), order: firstRow(order) };
  },

  /**
   * Changes the order's delivery details. Returns undefined if the order does not belong to the member, or its delivery can no longer be
   * changed. Sends `warning` if the order is already paid for.
   */
  async setDelivery(
    db,
    userId: number,
    orderId: number,
    { delivery, address, warning }: { delivery: 'ship' | 'self_print'; address: string | null; warning: Mail | undefined },
    now: number,
  ): Promise<OwnOrder | undefined> {
    const from = `FROM orders o WHERE o.id = ?1 AND o.status = 'paid' AND changes() > 0`;
    const queueWarning = warning && withLink(queueMail(warning, { userId: 'o.user_id', from, values: [orderId] }, now), warning, now);
    const [updatedOrders, order, cards] = await batch(db, [
      statement<{ id: number }>(
        `UPDATE orders SET delivery = ?3, shipping_address = ?4, version = version + (status = 'paid')
         WHERE id = ?2 AND user_id = ?1 AND kind = 'cache_cards' AND replaces_card IS NULL
           AND (status = 'open' OR status = 'paid' AND ${lacksAddress('orders')} AND ?3 = 'ship') RETURNING id`,
        [userId, orderId, delivery, address],
      ),
      ...selectOwnOrder(userId, orderId),
      ...(queueWarning ?? []),
    ]);
    return firstRow(updatedOrders) === undefined ? undefined : ownOrder(order, cards);
  },
});

export function ownOrder(order: StatementResult<OrderRow>, cards: StatementResult<OwnOrderCardRow>): OwnOrder | undefined {
  const row = firstRow(order);
  return row && { order: row, cards: rows(cards) };
}
