/** What the product owes its members: referral commissions and monthly treasure chests. */
import { sql } from 'drizzle-orm';
import { check, index, integer, type SQLiteColumn, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { admins } from './admins.ts';
import { createdAt, flag, oneOf, rowId, seconds, version } from './columns.ts';
import { users } from './members.ts';
import { orders } from './orders.ts';

const commissionStatuses = ['pending', 'paid', 'reversed', 'held'] as const;
const payoutStatuses = ['pending', 'paid', 'held', 'reversed'] as const;

/** A commission, or the reversal of one: a row of its own with a negative amount. */
export const referralCommissions = sqliteTable(
  'referral_commissions',
  {
    id: rowId(),
    kind: text('kind', { enum: ['commission', 'reversal'] })
      .notNull()
      .default('commission'),
    referrerId: integer('referrer_id')
      .notNull()
      .references(() => users.id),
    referredId: integer('referred_id')
      .notNull()
      .references(() => users.id),
    orderId: integer('order_id').references(() => orders.id),
    amountCents: integer('amount_cents').notNull(),
    status: text('status', { enum: commissionStatuses }).notNull().default('pending'),
    reversesId: integer('reverses_id')
      .unique()
      .references((): SQLiteColumn => referralCommissions.id),
    /** Why it waits for an administrator: same_card, same_address, disposable_email, dispute. */
    heldReason: text('held_reason'),
    paidAt: seconds('paid_at'),
    paidById: integer('paid_by_id').references(() => admins.id),
    paymentReference: text('payment_reference'),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('referral_commissions_once').on(t.referredId).where(sql`kind = 'commission'`),
    index('referral_commissions_referrer').on(t.referrerId, t.id),
    index('referral_commissions_status').on(t.status, t.createdAt),
    check('referral_commissions_status_known', sql.raw(oneOf('status', commissionStatuses))),
    check(
      'referral_commissions_kind',
      sql`(kind = 'commission' AND amount_cents > 0 AND reverses_id IS NULL) OR (kind = 'reversal' AND amount_cents < 0 AND reverses_id IS NOT NULL)`,
    ),
    check('referral_commissions_not_self', sql`referrer_id <> referred_id`),
  ],
);

export const treasureChestPayouts = sqliteTable(
  'treasure_chest_payouts',
  {
    id: rowId(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** UTC, YYYY-MM. */
    month: text('month').notNull(),
    chestLevel: integer('chest_level').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** Premium payouts come first in the payout queue. */
    isPremium: flag('is_premium').notNull(),
    status: text('status', { enum: payoutStatuses }).notNull().default('pending'),
    heldReason: text('held_reason'),
    paidAt: seconds('paid_at'),
    paidById: integer('paid_by_id').references(() => admins.id),
    paymentReference: text('payment_reference'),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('treasure_chest_payouts_once').on(t.userId, t.month),
    index('treasure_chest_payouts_queue').on(t.status, t.isPremium, t.id),
    check('treasure_chest_payouts_status', sql.raw(oneOf('status', payoutStatuses))),
    check('treasure_chest_payouts_month', sql`month GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]'`),
    check('treasure_chest_payouts_level', sql`chest_level BETWEEN 1 AND 3 AND amount_cents > 0`),
  ],
);

/** How far the chests of a month are computed; the next run goes on after `lastUserId`. */
export const chestMonths = sqliteTable('chest_months', {
  month: text('month').primaryKey(),
  lastUserId: integer('last_user_id').notNull().default(0),
  startedAt: seconds('started_at').notNull(),
  finishedAt: seconds('finished_at'),
});
