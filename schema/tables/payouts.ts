import { sql } from 'drizzle-orm';
import { check, index, integer, type SQLiteColumn, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { chestPayoutStatuses } from '#schema/chests/treasure-chest.ts';
import { commissionKinds, commissionStatuses } from '#schema/referrals/referral.ts';
import { admins } from './admins.ts';
import { createdAt, flag, foreignId, rowId, seconds, version } from './columns.ts';
import { users } from './members.ts';
import { orders } from './orders.ts';

/** One payment to a member: everything pending at that time, less reversals. */
export const payouts = sqliteTable(
  'payouts',
  {
    id: rowId(),
    userId: foreignId('user_id', () => users.id).notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** Number of commissions, chests and reversals it settled. */
    entries: integer('entries').notNull(),
    reference: text('reference').notNull(),
    /** Administrator and Idempotency-Key of the request, which may cover several members. */
    request: text('request').notNull(),
    paidAt: seconds('paid_at').notNull(),
    paidById: foreignId('paid_by_id', () => admins.id),
    /** The money came back; what it settled is owed again. */
    returnedAt: seconds('returned_at'),
  },
  (t) => [
    uniqueIndex('payouts_once').on(t.request, t.userId),
    index('payouts_user').on(t.userId, t.id),
    index('payouts_paid').on(t.paidAt),
    index('payouts_reference').on(t.reference),
    check('payouts_amount', sql`amount_cents > 0`),
  ],
);

/**
 * Database restores. Payments made between the restore point and the restore are missing, so payouts wait for a manual comparison, and
 * checkouts for a full walk through Stripe's objects.
 */
export const databaseRestores = sqliteTable('database_restores', {
  id: rowId(),
  restoredTo: seconds('restored_to').notNull().unique(),
  /** When `npm run restore:after` began: older sign-ins at a provider are refused. */
  begunAt: seconds('begun_at').notNull(),
  payoutsComparedAt: seconds('payouts_compared_at'),
  /** Start and end of a walk through Stripe's objects that reaches back far enough. */
  walkBegunAt: seconds('walk_begun_at'),
  walkedAt: seconds('walked_at'),
});

/**
 * Amount owed to each member. Triggers on commissions and chests raise `version`; `payout_queue_kept` then sums the pending amounts. The
 * store sets `is_withheld` (`syncMemberStatus`) and may insert a row early. Rows are never deleted, so versions never repeat; a payment
 * sends the version it was based on.
 */
export const payoutQueue = sqliteTable(
  'payout_queue',
  {
    id: foreignId('id', () => users.id).primaryKey(),
    /** Pending commissions and chests less pending reversals. */
    netCents: integer('net_cents').notNull().default(0),
    entries: integer('entries').notNull().default(0),
    /** Creation of the oldest pending commission or chest; 0 if none. */
    oldestAt: seconds('oldest_at').notNull().default(0),
    /** Premium at the last change of the amount, or at the end of a month whose chest is pending. */
    isPremium: flag('is_premium').notNull().default(false),
    /** Not paid because the member is suspended or leaving. */
    isWithheld: flag('is_withheld').notNull().default(false),
    /** 0 payable, premium; 1 payable; 2 not payable now: carried over or withheld; 3 nothing pending. */
    rank: integer('rank')
      .notNull()
      .generatedAlwaysAs(sql`iif(entries = 0, 3, iif(net_cents <= 0 OR is_withheld = 1, 2, iif(is_premium = 1, 0, 1)))`, {
        mode: 'virtual',
      }),
    /** 0 until the first pending amount. */
    version: version(),
  },
  (t) => [
    index('payout_queue_order').on(t.rank, t.oldestAt, t.id),
    // Finds the members for a payout run.
    index('payout_queue_owed').on(t.id).where(sql`rank < 2`),
  ],
);

/**
 * One row for each referred member's first purchase, even of 0 cents if the referrer was free, because the Treasure Keys depend on it. Also
 * reversals (negative amounts), and restorations of a reversal that was deducted from a payout and then undone; a further reversal targets
 * the restoration.
 */
export const referralCommissions = sqliteTable(
  'referral_commissions',
  {
    id: rowId(),
    kind: text('kind', { enum: commissionKinds }).notNull().default('commission'),
    referrerId: foreignId('referrer_id', () => users.id).notNull(),
    referredId: foreignId('referred_id', () => users.id).notNull(),
    orderId: foreignId('order_id', () => orders.id),
    amountCents: integer('amount_cents').notNull(),
    /** Treasure Keys of the referral, which count while it is neither held nor reversed; 0 on reversals. */
    treasureKeys: integer('treasure_keys').notNull().default(0),
    status: text('status', { enum: commissionStatuses }).notNull().default('pending'),
    reversesId: foreignId('reverses_id', (): SQLiteColumn => referralCommissions.id).unique(),
    /** Comma-separated `HeldReason`s (schema/referrals/referral.ts). */
    heldReason: text('held_reason'),
    paidAt: seconds('paid_at'),
    paidById: foreignId('paid_by_id', () => admins.id),
    paymentReference: text('payment_reference'),
    payoutId: foreignId('payout_id', () => payouts.id),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('referral_commissions_once').on(t.referredId).where(sql`kind = 'commission'`),
    index('referral_commissions_referred').on(t.referredId),
    index('referral_commissions_referrer').on(t.referrerId, t.id),
    index('referral_commissions_member').on(t.referrerId, t.createdAt),
    index('referral_commissions_status').on(t.status, t.createdAt),
    index('referral_commissions_created').on(t.createdAt),
    index('referral_commissions_pending').on(t.referrerId).where(sql`status = 'pending' AND amount_cents <> 0`),
    index('referral_commissions_to_pay').on(t.createdAt).where(sql`status = 'pending' AND amount_cents <> 0`),
    index('referral_commissions_payout').on(t.payoutId).where(sql`payout_id IS NOT NULL`),
    check(
      'referral_commissions_kind',
      sql`(kind = 'commission') = (reverses_id IS NULL) AND (kind <> 'commission' OR amount_cents >= 0) AND (kind <> 'reversal' OR amount_cents <= 0) AND (kind <> 'restoration' OR amount_cents > 0)`,
    ),
    check('referral_commissions_not_self', sql`referrer_id <> referred_id`),
  ],
);

export const treasureChestPayouts = sqliteTable(
  'treasure_chest_payouts',
  {
    id: rowId(),
    userId: foreignId('user_id', () => users.id).notNull(),
    /** UTC, YYYY-MM. */
    month: text('month').notNull(),
    chestLevel: integer('chest_level').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** Premium at the month's end, and so first in the payout queue. */
    isPremium: flag('is_premium').notNull(),
    status: text('status', { enum: chestPayoutStatuses }).notNull().default('pending'),
    /** Preserved when lost keys reverse a held chest, so that it is held again if restored. */
    heldReason: text('held_reason'),
    /** Refused by an administrator: reversed for good, whatever arrives later. */
    refusedAt: seconds('refused_at'),
    paidAt: seconds('paid_at'),
    paidById: foreignId('paid_by_id', () => admins.id),
    paymentReference: text('payment_reference'),
    payoutId: foreignId('payout_id', () => payouts.id),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('treasure_chest_payouts_once').on(t.userId, t.month),
    index('treasure_chest_payouts_queue').on(t.status, t.createdAt),
    index('treasure_chest_payouts_created').on(t.createdAt),
    index('treasure_chest_payouts_payout').on(t.payoutId).where(sql`payout_id IS NOT NULL`),
    check('treasure_chest_payouts_month', sql`month GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]'`),
    check('treasure_chest_payouts_level', sql`chest_level > 0 AND amount_cents > 0`),
  ],
);

/** Progress of computing a month's chests; the next run continues after `lastUserId`. */
export const chestMonths = sqliteTable('chest_months', {
  month: text('month').primaryKey(),
  lastUserId: integer('last_user_id').notNull().default(0),
  startedAt: seconds('started_at').notNull(),
  finishedAt: seconds('finished_at'),
});
