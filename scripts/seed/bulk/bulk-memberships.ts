/** Seeds paid memberships with everything that belongs to them, and the bookings of all seeded payments. */
import type { D1Database } from '@cloudflare/workers-types';
import { membershipPriceCents, openOrderTtlSeconds, secondsPerDay } from '#schema/rules.ts';
import { paymentRevenue } from '#schema/tables/orders.ts';
import type { BulkRows } from '#scripts/seed/bulk/bulk.ts';
import { insertInChunks, runInRanges } from '#scripts/seed/bulk/bulk-series.ts';

const year = 365 * secondsPerDay;
const refundAfter = 5 * secondsPerDay;

/**
 * Gives a quarter of the established members a paid membership since they joined, which three in four of them renew, and a third of the new
 * members one within 45 days. The other new members are free. Some memberships are refunded.
 */
export async function seedMemberships(db: D1Database, { firstMember, members, established }: BulkRows, now: number): Promise<void> {
  const id = `(${firstMember} + n - 1)`;
  const paidAt = `iif(n > ${established}, u.created_at + n * 31 % 45 * 86400, u.created_at + n % 20 * 86400) + 3600`;
  const isRefunded = (at: string) => `(n % 60 = 0 AND ${at} < ${now - refundAfter})`;
  const price = (tier: string) => `iif(${tier} = 'premium', ${membershipPriceCents.premium}, ${membershipPriceCents.basic})`;
  const tier = `iif(n % 5 = 0, 'premium', 'basic')`;
  await insertInChunks(
    db,
    members,
    `INSERT INTO orders (user_id, kind, tier, amount_cents, status, stripe_payment_intent_id, stripe_subscription_id, refunded_cents, created_at,
       expires_at, paid_at)
     SELECT id, 'membership', tier, price, iif(refunded, 'refunded', 'paid'), 'pi_bulk_m' || id, 'sub_bulk_' || id, iif(refunded, price, 0), paid_at - 60,
       paid_at - 60 + ${openOrderTtlSeconds}, paid_at
     FROM (SELECT u.id, ${tier} AS tier, ${price(tier)} AS price, ${paidAt} AS paid_at, ${isRefunded(paidAt)} AS refunded
       FROM series CROSS JOIN users u ON u.id = ${id} WHERE n % iif(n > ${established}, 3, 4) = 0 AND ${paidAt} < ${now})`,
  );
  // With CROSS JOIN, SQLite reads the orders of the series; otherwise it reads the series once for each paid order.
  const paid = `series CROSS JOIN orders o ON o.stripe_payment_intent_id = 'pi_bulk_m' || ${id}`;
  const firstEnd = `o.paid_at + ${year}`;
  const isRenewed = `(${firstEnd} < ${now} AND n % 16 <> 0 AND o.status = 'paid')`;
  const end = `iif(o.status = 'refunded', o.paid_at + ${refundAfter}, iif(${isRenewed}, ${firstEnd} + ${year}, ${firstEnd}))`;
  await insertInChunks(
    db,
    members,
    `INSERT INTO subscriptions (user_id, stripe_subscription_id, tier, status, current_period_start, current_period_end, price_cents, ended_at,
       created_at, updated_at, renewal_told_for)
     SELECT user_id, stripe_subscription_id, tier, iif(ends_at > ${now}, 'active', 'canceled'), ends_at - ${year}, ends_at, amount_cents,
       iif(ends_at > ${now}, NULL, ends_at), paid_at, paid_at, ends_at
     FROM (SELECT o.user_id, o.stripe_subscription_id, o.tier, o.amount_cents, o.paid_at, ${end} AS ends_at FROM ${paid})`,
  );
  const withSubscription = `${paid} CROSS JOIN subscriptions s ON s.stripe_subscription_id = o.stripe_subscription_id`;
  const payments = `INSERT INTO payments (user_id, order_id, subscription_id, stripe_payment_intent_id, stripe_invoice_id, amount_cents, currency,
    refunded_cents, description, paid_at, period_start, period_end, revoked_at)`;
  const periods = 'INSERT INTO membership_periods (user_id, tier, starts_at, ends_at, source, subscription_id, cause, created_at)';
  const renewed = `${withSubscription} WHERE ${isRenewed}`;
  for (const insert of [
    `${payments} SELECT o.user_id, o.id, s.id, o.stripe_payment_intent_id, 'in_bulk_m' || o.user_id, o.amount_cents, 'usd', o.refunded_cents,
       'Membership, one year', o.paid_at, o.paid_at, ${firstEnd}, iif(o.status = 'refunded', o.paid_at + ${refundAfter}, NULL) FROM ${withSubscription}`,
    `${payments} SELECT o.user_id, NULL, s.id, 'pi_bulk_r' || o.user_id, 'in_bulk_r' || o.user_id, o.amount_cents, 'usd', 0,
       'Membership, renewal for one year', ${firstEnd} + 3600, ${firstEnd}, ${firstEnd} + ${year}, NULL FROM ${renewed}`,
    `${periods} SELECT o.user_id, o.tier, o.paid_at, iif(o.status = 'refunded', o.paid_at + ${refundAfter}, ${firstEnd}), 'stripe', s.id,
       'invoice:in_bulk_m' || o.user_id, o.paid_at FROM ${withSubscription}`,
    `${periods} SELECT o.user_id, o.tier, ${firstEnd}, ${firstEnd} + ${year}, 'stripe', s.id, 'invoice:in_bulk_r' || o.user_id, ${firstEnd} + 3600 FROM ${renewed}`,
    `DELETE FROM membership_periods WHERE cause IN (SELECT 'grant:bulk:' || ${id} FROM series LEFT JOIN orders o ON o.stripe_payment_intent_id = 'pi_bulk_m' || ${id}
       WHERE n > ${established} OR o.id IS NOT NULL)`,
    `UPDATE users SET role = 'free', membership_expires_at = NULL FROM series WHERE users.id = ${id} AND n > ${established}`,
    `UPDATE users SET role = iif(s.ended_at IS NULL, s.tier, 'free'), membership_expires_at = iif(s.ended_at IS NULL, s.current_period_end, NULL),
       stripe_customer_id = 'cus_bulk_' || s.user_id, stripe_subscription_id = iif(s.ended_at IS NULL, s.stripe_subscription_id, NULL)
     FROM series JOIN subscriptions s ON s.stripe_subscription_id = 'sub_bulk_' || ${id} WHERE users.id = ${id}`,
  ])
    await insertInChunks(db, members, insert);
}

/** Books the payments with ids above `lastPayment` as Stripe reports them: the payment, its fee, and its refund or lost dispute. */
export async function bookSeededPayments(db: D1Database, lastPayment: number): Promise<void> {
  const newest = await db.prepare('SELECT coalesce(max(id), 0) AS id FROM payments').first<{ id: number }>();
  const insert = 'INSERT INTO payment_bookings (payment_id, kind, amount_cents, source, booked_at)';
  const range = 'p.id BETWEEN ?1 AND ?2';
  await runInRanges(
    db,
    [lastPayment + 1, newest?.id ?? 0],
    `${insert} SELECT p.id, 'payment', p.amount_cents, NULL, p.paid_at FROM payments p WHERE ${range}`,
    `${insert} SELECT p.id, 'fee', -(30 + p.amount_cents * 29 / 1000), 'txn_bulk_' || p.id, p.paid_at FROM payments p WHERE ${range}`,
    `${insert} SELECT p.id, 'refund', -p.refunded_cents, 're_bulk_' || p.id, p.revoked_at FROM payments p WHERE ${range} AND p.refunded_cents > 0`,
    `${insert} SELECT p.id, 'fee', -1500, 'txn_bulk_d' || d.id, d.opened_at FROM payments p JOIN disputes d ON d.payment_id = p.id WHERE ${range}`,
    `${insert} SELECT p.id, 'dispute', -p.amount_cents, NULL, p.revoked_at FROM payments p WHERE ${range} AND p.dispute_status = 'lost'`,
    `UPDATE payments AS p SET counted_cents = ${paymentRevenue} WHERE ${range}`,
  );
}
