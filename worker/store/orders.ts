/** Orders: opening one, and reading one's own. */
import { currency, openOrderTtlSeconds, secondsPerMinute } from '#schema/rules.ts';
import { cacheCards } from '#schema/tables/cards.ts';
import { orders } from '#schema/tables/orders.ts';
import type { PaymentState } from '#worker/domain/money/account.ts';
import type { CheckoutAccount, Price, Wanted } from '#worker/domain/money/checkout.ts';
import { readMembershipPayments, readSubscriptions, type SubscriptionRow, subscriptionState } from './money-rows.ts';
import { batch, firstRow, type RowOf, rows, type Statement, selectList, statement, violatedConstraint } from './sql.ts';
import { type Caller, type Member, signedInMember } from './users.ts';

const orderKeys = [
  'id',
  'userId',
  'kind',
  'tier',
  'quantity',
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
const orderList = selectList(orders, 'o', orderKeys);
export type OrderRow = RowOf<typeof orders, (typeof orderKeys)[number]>;

const cardKeys = ['id', 'cardId', 'status'] as const;
export const orderCardColumns = selectList(cacheCards, 'c', cardKeys);
export type OrderCardRow = RowOf<typeof cacheCards, (typeof cardKeys)[number]>;

export interface OwnOrder {
  order: OrderRow;
  /** Of a card order: those that were made with it. */
  cards: OrderCardRow[];
}

/** A card that is to be: `cardId` drawn at random, perhaps taken already. */
export interface NewCard {
  cardId: string;
  code: string;
}

/** Webhooks come within seconds; the first look at an order that hears of none. */
const firstCheckAfterSeconds = 15 * secondsPerMinute;

/** The open order of a member for the same thing, by the index that allows only one; ?1 member, ?2 tier, ?3 quantity. */
const sameOpenOrder = (wanted: Wanted) =>
  wanted.kind === 'membership'
    ? `o.user_id = ?1 AND o.status = 'open' AND o.kind = 'membership' AND o.tier = ?2 AND ?3 IS NULL`
    : `o.user_id = ?1 AND o.status = 'open' AND o.kind = 'cache_cards' AND o.quantity = ?3 AND ?2 IS NULL`;

export function orderStore(db: D1Database) {
  const tierOf = (wanted: Wanted) => (wanted.kind === 'membership' ? wanted.tier : null);
  const quantityOf = (wanted: Wanted) => (wanted.kind === 'cache_cards' ? wanted.quantity : null);
  const openOrder = (userId: number, wanted: Wanted): Statement[] => [
    statement(db, `SELECT ${orderList} FROM orders o WHERE ${sameOpenOrder(wanted)}`, userId, tierOf(wanted), quantityOf(wanted)),
    statement(
      db,
      `SELECT ${orderCardColumns} FROM orders o JOIN cache_cards c ON c.order_id = o.id WHERE ${sameOpenOrder(wanted)} ORDER BY c.id`,
      userId,
      tierOf(wanted),
      quantityOf(wanted),
    ),
  ];
  const ownById = (userId: number, orderId: number): Statement[] => [
    statement(db, `SELECT ${orderList} FROM orders o WHERE o.id = ?2 AND o.user_id = ?1`, userId, orderId),
    statement(
      db,
      `SELECT ${orderCardColumns} FROM orders o JOIN cache_cards c ON c.order_id = o.id WHERE o.id = ?2 AND o.user_id = ?1 ORDER BY c.id`,
      userId,
      orderId,
    ),
  ];

  return {
    /** All that a checkout decides on: the member, their open order for the same thing, and for a membership those they have. */
    async lookToBuy(caller: Caller, wanted: Wanted, now: number) {
      const isMembership = wanted.kind === 'membership';
      const [found, customer, order, cards, subscriptions, payments] = await batch(db, [
        signedInMember(db, caller, now),
        statement(
          db,
          'SELECT stripe_customer_id AS "customerId", stripe_subscription_id AS "stripeSubscriptionId" FROM users WHERE id = ?1',
          caller.userId,
        ),
        ...openOrder(caller.userId, wanted),
        ...(isMembership ? [readSubscriptions(db, caller.userId), readMembershipPayments(db, caller.userId)] : []),
      ]);
      const ids = firstRow<{ customerId: string | null; stripeSubscriptionId: string | null }>(customer);
      const account: CheckoutAccount = {
        stripeSubscriptionId: ids?.stripeSubscriptionId ?? null,
        subscriptions: rows<SubscriptionRow>(subscriptions).map(subscriptionState),
        payments: rows<PaymentState>(payments),
      };
      return { member: firstRow<Member>(found), customerId: ids?.customerId ?? null, account, open: ownOrder(order, cards) };
    },

    /**
     * Opens an order with its cards, or answers the one that is open already: of two at once one is made. Undefined where
     * too many of the drawn card ids were taken: draw more.
     */
    async open(userId: number, wanted: Wanted, price: Price, drawn: NewCard[], now: number): Promise<OwnOrder | undefined> {
      const bound = [userId, tierOf(wanted), quantityOf(wanted)] as const;
      const cards =
        wanted.kind === 'cache_cards'
          ? [
              statement(
                db,
                `INSERT INTO cache_cards (card_id, code, user_id, status, order_id, created_at)
                 SELECT j.value ->> 'cardId', j.value ->> 'code', o.user_id, 'ordered', o.id, ?5 FROM orders o JOIN json_each(?4) j
                 WHERE ${sameOpenOrder(wanted)} AND NOT EXISTS (SELECT 1 FROM cache_cards c WHERE c.order_id = o.id)
                   AND NOT EXISTS (SELECT 1 FROM cache_cards c WHERE c.card_id = j.value ->> 'cardId') LIMIT ?3`,
                ...bound,
                JSON.stringify(drawn),
                now,
              ),
              statement(
                db,
                `UPDATE orders AS o SET version = iif((SELECT count(*) FROM cache_cards c WHERE c.order_id = o.id) = o.quantity, version, NULL)
                 WHERE ${sameOpenOrder(wanted)}`,
                ...bound,
              ),
            ]
          : [];
      try {
        const results = await batch(db, [
          statement(
            db,
            `INSERT INTO orders (user_id, kind, tier, quantity, amount_cents, credit_cents, currency, created_at, expires_at, next_check_at)
             VALUES (?1, ?4, ?2, ?3, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT DO NOTHING`,
            ...bound,
            wanted.kind,
            price.amountCents,
            price.creditCents,
            currency,
            now,
            now + openOrderTtlSeconds,
            now + firstCheckAfterSeconds,
          ),
          ...cards,
          ...openOrder(userId, wanted),
        ]);
        return ownOrder(results.at(-2), results.at(-1));
      } catch (error) {
        if (violatedConstraint(error) === 'orders.version') return undefined;
        throw error;
      }
    },

    /** Notes which customer of Stripe's a member is; the first one stays. */
    async keepCustomer(userId: number, customerId: string): Promise<string> {
      const [kept] = await batch(db, [
        statement(
          db,
          'UPDATE users SET stripe_customer_id = coalesce(stripe_customer_id, ?2) WHERE id = ?1 RETURNING stripe_customer_id AS "customerId"',
          userId,
          customerId,
        ),
      ]);
      return firstRow<{ customerId: string }>(kept)?.customerId ?? customerId;
    },

    /** A customer that Stripe does not have any more: the next checkout makes another. */
    async forgetCustomer(userId: number, customerId: string): Promise<void> {
      await batch(db, [
        statement(db, 'UPDATE users SET stripe_customer_id = NULL WHERE id = ?1 AND stripe_customer_id = ?2', userId, customerId),
      ]);
    },

    /** Notes what Stripe made for an order. False where the order goes by something else, or is open no more. */
    async attach(
      order: Pick<OrderRow, 'id' | 'attempt'>,
      made: { paymentIntentId: string; subscriptionId: string | null },
    ): Promise<boolean> {
      const [attached] = await batch(db, [
        statement(
          db,
          `UPDATE orders SET stripe_payment_intent_id = ?3, stripe_subscription_id = coalesce(?4, stripe_subscription_id)
           WHERE id = ?1 AND attempt = ?2 AND status = 'open' AND coalesce(stripe_payment_intent_id, ?3) = ?3
             AND (?4 IS NULL OR coalesce(stripe_subscription_id, ?4) = ?4) RETURNING id`,
          order.id,
          order.attempt,
          made.paymentIntentId,
          made.subscriptionId,
        ),
      ]);
      return firstRow(attached) !== undefined;
    },

    /** After Stripe refused: its answer is kept under the old key, so the next try needs a key of its own. */
    async tryAnew(order: Pick<OrderRow, 'id' | 'attempt'>): Promise<void> {
      await batch(db, [
        statement(
          db,
          `UPDATE orders SET attempt = attempt + 1 WHERE id = ?1 AND attempt = ?2 AND stripe_payment_intent_id IS NULL
             AND stripe_subscription_id IS NULL AND status = 'open'`,
          order.id,
          order.attempt,
        ),
      ]);
    },

    /** Closes an order for which nothing was ever made at Stripe. False where something was, meanwhile. */
    async closeUnmade(orderId: number, now: number): Promise<boolean> {
      const [closed] = await batch(db, [
        statement(
          db,
          `UPDATE orders SET status = 'cancelled', cancelled_at = ?2, version = version + 1 WHERE id = ?1 AND status = 'open'
             AND stripe_payment_intent_id IS NULL AND stripe_subscription_id IS NULL RETURNING id`,
          orderId,
          now,
        ),
        statement(
          db,
          `DELETE FROM cache_cards WHERE order_id = ?1 AND available_at IS NULL
             AND EXISTS (SELECT 1 FROM orders WHERE id = ?1 AND status = 'cancelled')`,
          orderId,
        ),
      ]);
      return firstRow(closed) !== undefined;
    },

    /** One order of the member. */
    async own(caller: Caller, orderId: number, now: number): Promise<{ member: Member | undefined; own: OwnOrder | undefined }> {
      const [member, order, cards] = await batch(db, [signedInMember(db, caller, now), ...ownById(caller.userId, orderId)]);
      return { member: firstRow<Member>(member), own: ownOrder(order, cards) };
    },

    /** Unpaid orders of the member that can still be paid, newest first, without their cards. */
    async listOpen(caller: Caller, now: number): Promise<{ member: Member | undefined; orders: OrderRow[] }> {
      const [member, found] = await batch(db, [
        signedInMember(db, caller, now),
        statement(
          db,
          `SELECT * FROM (
             SELECT ${orderList} FROM orders o INDEXED BY orders_one_open_membership
               WHERE o.user_id = ?1 AND o.status = 'open' AND o.kind = 'membership' AND o.expires_at > ?2
             UNION ALL SELECT ${orderList} FROM orders o INDEXED BY orders_one_open_cards
               WHERE o.user_id = ?1 AND o.status = 'open' AND o.kind = 'cache_cards' AND o.expires_at > ?2
           ) ORDER BY id DESC LIMIT 20`,
          caller.userId,
          now,
        ),
      ]);
      return { member: firstRow<Member>(member), orders: rows<OrderRow>(found) };
    },

    /** The order that a PaymentIntent is to pay. */
    async byPayment(
      caller: Caller,
      paymentIntentId: string,
      now: number,
    ): Promise<{ member: Member | undefined; order: OrderRow | undefined }> {
      const [member, order] = await batch(db, [
        signedInMember(db, caller, now),
        statement(
          db,
          `SELECT ${orderList} FROM orders o WHERE o.stripe_payment_intent_id = ?2 AND o.user_id = ?1`,
          caller.userId,
          paymentIntentId,
        ),
      ]);
      return { member: firstRow<Member>(member), order: firstRow<OrderRow>(order) };
    },

    /** How the cards of an order reach the member. Undefined where it is not an order of theirs that this may still be said of. */
    async setDelivery(
      userId: number,
      orderId: number,
      delivery: 'ship' | 'self_print',
      address: string | null,
    ): Promise<OwnOrder | undefined> {
      const [updated, order, cards] = await batch(db, [
        statement(
          db,
          `UPDATE orders SET delivery = ?3, shipping_address = ?4 WHERE id = ?2 AND user_id = ?1 AND kind = 'cache_cards' AND status = 'open'
           RETURNING id`,
          userId,
          orderId,
          delivery,
          address,
        ),
        ...ownById(userId, orderId),
      ]);
      return firstRow(updated) === undefined ? undefined : ownOrder(order, cards);
    },
  };
}

function ownOrder(order: D1Result<unknown> | undefined, cards: D1Result<unknown> | undefined): OwnOrder | undefined {
  const row = firstRow<OrderRow>(order);
  return row && { order: row, cards: rows<OrderCardRow>(cards) };
}
