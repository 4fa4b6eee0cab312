import { currency, openOrderTtlSeconds, secondsPerMinute } from '#schema/rules.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import { type CheckoutAccount, type Price, type Purchase, replacedCard } from '#worker/domain/orders/checkout.ts';
import { signedInMember } from '#worker/store/accounts/users.ts';
import { unwalkedSql } from '#worker/store/admin/system/database-restores.ts';
import { selectLostCard } from '#worker/store/cards/lost-cards.ts';
import { bindStore } from '#worker/store/database.ts';
import { readMembershipPayments, readSubscriptions, subscriptionState } from '#worker/store/memberships/money-rows.ts';
import { batch, batchAfter, catchViolation, firstRow, rows, type Statement, statement } from '#worker/store/sql.ts';
import { declinedCardsKey, pausedUntilSql } from './declined-cards.ts';
import { type OrderCardRow, type OrderRow, type OwnOrder, orderCardColumns, orderList, ownOrder } from './orders.ts';

export interface NewCard {
  cardId: string;
  code: string;
}

/** Time after which an open order is first checked at Stripe, in case its webhook was lost. Webhooks usually arrive within seconds. */
const firstCheckAfterSeconds = 15 * secondsPerMinute;

export const checkoutStore = bindStore({
  /**
   * Loads the data for a checkout. `isChecked` is false while purchases may be missing after a database restore. `pausedUntil` is in the
   * future after too many declined payment cards.
   */
  async load(db, caller: Caller, purchase: Purchase, now: number) {
    const reads = [
      signedInMember(caller, now),
      statement<
        { customerId: string | null; stripeSubscriptionId: string | null; isToWalk: 0 | 1; pausedUntil: number | null },
        'isToWalk' | 'pausedUntil'
      >(
        `SELECT stripe_customer_id AS "customerId", stripe_subscription_id AS "stripeSubscriptionId", EXISTS (${unwalkedSql}) AS "isToWalk", ${pausedUntilSql('?2')} AS "pausedUntil"
         FROM users WHERE id = ?1`,
        [caller.userId, declinedCardsKey(caller.userId)],
      ),
      ...openOrder(caller.userId, purchase),
      selectLostCard(caller.userId, replacedCard(purchase)),
    ] as const;
    const memberships = [readSubscriptions(caller.userId), readMembershipPayments(caller.userId)] as const;
    const [member, customer, order, cards, lostCard, subscriptions, payments] = await batch(
      db,
      purchase.kind === 'membership' ? [...reads, ...memberships] : reads,
    );
    const ids = firstRow(customer);
    const account: CheckoutAccount = {
      stripeSubscriptionId: ids?.stripeSubscriptionId ?? null,
      subscriptions: rows(subscriptions).map(subscriptionState),
      payments: rows(payments),
    };
    const isChecked = ids?.isToWalk !== 1;
    return {
      member: firstRow(member),
      customerId: ids?.customerId ?? null,
      account,
      open: ownOrder(order, cards),
      lostCard: firstRow(lostCard),
      isChecked,
      pausedUntil: ids?.pausedUntil ?? 0,
    };
  },

  /**
   * Opens an order with its cards, or returns the existing open order for the same purchase. Concurrent calls create only one. Returns
   * undefined if too many candidate card ids are taken; the caller must then generate more. Returns `not_signed_in` if the member was
   * concurrently suspended.
   */
  async open(
    db,
    userId: number,
    purchase: Purchase,
    price: Price,
    candidates: NewCard[],
    now: number,
  ): Promise<OwnOrder | 'not_signed_in' | undefined> {
    return catchViolation({ 'orders.version': undefined, 'orders.user_id': 'not_signed_in' }, async () => {
      const statements = [
        insertOrder(userId, purchase, price, now),
        ...(purchase.kind === 'cache_cards' ? insertCards(userId, purchase, candidates, now) : []),
      ];
      return ownOrder(...(await batchAfter(db, statements, openOrder(userId, purchase))));
    });
  },
});

/**
 * SQL condition for the member's open order for the same purchase, found through its UNIQUE index. ?1 is the member, ?2 the tier, ?3 the
 * quantity.
 */
const sameOpenOrder = (purchase: Purchase) =>
  purchase.kind === 'membership'
    ? `o.user_id = ?1 AND o.status = 'open' AND o.kind = 'membership' AND o.tier = ?2 AND ?3 IS NULL`
    : `o.user_id = ?1 AND o.status = 'open' AND o.kind = 'cache_cards' AND o.quantity = ?3 AND ?2 IS NULL`;

const orderParameters = (userId: number, purchase: Purchase) =>
  [userId, purchase.kind === 'membership' ? purchase.tier : null, purchase.kind === 'cache_cards' ? purchase.quantity : null] as const;

const openOrder = (userId: number, purchase: Purchase) =>
  [
    statement<OrderRow>(`SELECT ${orderList} FROM orders o WHERE ${sameOpenOrder(purchase)}`, orderParameters(userId, purchase)),
    statement<OrderCardRow>(
      `SELECT ${orderCardColumns} FROM orders o JOIN cache_cards c ON c.order_id = o.id WHERE ${sameOpenOrder(purchase)} ORDER BY c.id`,
      orderParameters(userId, purchase),
    ),
  ] as const;

/**
 * Inserts nothing if an order for the same tier or quantity is already open. Members print a replacement themselves. For a suspended
 * member, the member id is NULL, which makes the batch fail.
 */
function insertOrder(userId: number, purchase: Purchase, price: Price, now: number): Statement {
  return statement(
    `INSERT INTO orders (user_id, kind, tier, quantity, amount_cents, credit_cents, currency, created_at, expires_at, next_check_at,
       replaces_card, delivery)
     VALUES ((SELECT id FROM users WHERE id = ?1 AND suspended_at IS NULL), ?4, ?2, ?3, ?5, ?6, ?7, ?8, ?9, ?10,
       ?11, iif(?11 IS NULL, NULL, 'self_print')) ON CONFLICT DO NOTHING`,
    [
      ...orderParameters(userId, purchase),
      purchase.kind,
      price.amountCents,
      price.creditCents,
      currency,
      now,
      now + openOrderTtlSeconds,
      now + firstCheckAfterSeconds,
      replacedCard(purchase),
    ],
  );
}

/** Inserts as many cards as the order needs, from candidates with unused ids. If too few are unused, the batch fails. */
function insertCards(userId: number, purchase: Purchase, candidates: NewCard[], now: number): Statement[] {
  return [
    statement(
      `INSERT INTO cache_cards (card_id, code, user_id, status, order_id, created_at)
       SELECT j.value ->> 'cardId', j.value ->> 'code', o.user_id, 'ordered', o.id, ?5 FROM orders o JOIN json_each(?4) j
       WHERE ${sameOpenOrder(purchase)} AND NOT EXISTS (SELECT 1 FROM cache_cards c WHERE c.order_id = o.id)
         AND NOT EXISTS (SELECT 1 FROM cache_cards c WHERE c.card_id = j.value ->> 'cardId') LIMIT ?3`,
      [...orderParameters(userId, purchase), JSON.stringify(candidates), now],
    ),
    statement(
      `UPDATE orders AS o SET version = iif((SELECT count(*) FROM cache_cards c WHERE c.order_id = o.id) = o.quantity, version, NULL)
       WHERE ${sameOpenOrder(purchase)}`,
      orderParameters(userId, purchase),
    ),
  ];
}
