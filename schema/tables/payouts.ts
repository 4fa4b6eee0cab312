import { sql } from 'drizzle-orm';
import { check, index, integer, type SQLiteColumn, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { chestPayoutStatuses } from '#schema/chests/treasure-chest.ts';
import { commissionKinds, commissionStatuses } from '#schema/referrals/referral.ts';
import { admins } from './admins.ts';
import { createdAt, flag, foreignId, rowId, seconds, version } from './columns.ts';
import { users } from './members.ts';
import { orders } from './orders.ts';

/** A payment to one member that settles all amounts pending at that time, minus reversals. */
export const payouts = sqliteTable(
  'payouts',
  {
    id: rowId(),
    userId: foreignId('user_id', () => users.id).notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** Number of commissions, chests and reversals that the payment settled, plus one if there is a surplus. */
    entries: integer('entries').notNull(),
    /**
     * Overpayment in cents: positive if PayPal paid more than was owed, negative in the later payment that deducts it. A member's surplus
     * is the sum over payments that were not returned.
     */
    surplusCents: integer('surplus_cents').notNull().default(0),
    reference: text('reference').notNull(),
    /**
     * What created the payment: `<administrator>:<Idempotency-Key>` (may pay several members), `run:<id>`, or `line:<line>:<last payout>`
     * for a line recorded as sent. Undoing a run changes it to `undone:<payout>`.
     */
    request: text('request').notNull(),
    paidAt: seconds('paid_at').notNull(),
    paidById: foreignId('paid_by_id', () => admins.id),
    /** When the payment was returned; the amounts that it settled have been owed again since then. */
    returnedAt: seconds('returned_at'),
    /**
     * Hash of the mailbox of the member's PayPal address, which links the payments to one payee after an address change or erasure. Cleared
     * after the tax year that follows the payment.
     */
    mailboxHash: text('mailbox_hash'),
  },
  (t) => [
    index('payouts_mailbox').on(t.mailboxHash).where(sql`mailbox_hash IS NOT NULL`),
    index('payouts_hashed').on(t.paidAt).where(sql`mailbox_hash IS NOT NULL`),
    uniqueIndex('payouts_once').on(t.request, t.userId),
    index('payouts_user').on(t.userId, t.id),
    index('payouts_paid').on(t.paidAt),
    index('payouts_reference').on(t.reference),
    index('payouts_surplus').on(t.userId).where(sql`surplus_cents <> 0`),
    check('payouts_amount', sql`amount_cents > 0`),
  ],
);

/**
 * Database restores. A restored database lacks the payments made since the backup. Payouts are therefore blocked until an administrator has
 * compared the payments with PayPal, and checkout is blocked until all of Stripe's objects have been checked.
 */
export const databaseRestores = sqliteTable('database_restores', {
  id: rowId(),
  restoredTo: seconds('restored_to').notNull().unique(),
  /** When `npm run restore:after` started. Provider sign-ins from before this time are rejected. */
  begunAt: seconds('begun_at').notNull(),
  payoutsComparedAt: seconds('payouts_compared_at'),
  /** When the check of Stripe objects started and finished. It covers all objects created since `restoredTo` or an earlier date. */
  walkBegunAt: seconds('walk_begun_at'),
  walkedAt: seconds('walked_at'),
});

/**
 * Amount owed to each member. Triggers on commissions and chests increment `version`; the trigger `payout_queue_kept` then recomputes the
 * pending amounts. `syncMemberStatus` sets `is_withheld` and may create a member's row before any amount is pending. Rows are never
 * deleted, so a version is never reused. A payment request must include the version that the administrator saw.
 */
export const payoutQueue = sqliteTable(
  'payout_queue',
  {
    id: foreignId('id', () => users.id).primaryKey(),
    /** Pending commissions and chests minus pending reversals and the member's surplus, in cents. */
    netCents: integer('net_cents').notNull().default(0),
    entries: integer('entries').notNull().default(0),
    /** Creation time of the oldest pending commission or chest; 0 if there is none. */
    oldestAt: seconds('oldest_at').notNull().default(0),
    /** Whether the member was premium when the pending amounts last changed, or at the end of a month whose chest is pending. */
    isPremium: flag('is_premium').notNull().default(false),
    /** True if payouts are withheld because the member is suspended or leaving. */
    isWithheld: flag('is_withheld').notNull().default(false),
    /** Whether the member has a PayPal address. Maintained by triggers on this table and on `payout_addresses`. */
    hasAddress: flag('has_address').notNull().default(false),
    /**
     * Payout priority. 0: payable to a premium member. 1: payable. 2: not payable now, because the amount is carried over or withheld. 3:
     * nothing is pending.
     */
    rank: integer('rank')
      .notNull()
      .generatedAlwaysAs(sql`iif(entries = 0, 3, iif(net_cents <= 0 OR is_withheld = 1, 2, iif(is_premium = 1, 0, 1)))`, {
        mode: 'virtual',
      }),
    /** Optimistic lock; 0 until the first pending amount. */
    version: version(),
  },
  (t) => [
    index('payout_queue_order').on(t.rank, t.oldestAt, t.id),
    index('payout_queue_address').on(t.hasAddress, t.rank, t.oldestAt, t.id),
    index('payout_queue_owed').on(t.id).where(sql`rank < 2`),
  ],
);

/**
 * Commissions for referrals. Each referred member's first purchase has one row, with 0 cents if the referrer was on the free tier, because
 * Treasure Keys depend on it. Reversals are rows with negative amounts. If a reversal was deducted from a payout and is then undone, a
 * restoration row is added. Any further reversal refers to the restoration row.
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
    /** Number of Treasure Keys for the referral; 0 for reversals. They are valid unless the commission is on hold or reversed. */
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
    /** UTC month, YYYY-MM. */
    month: text('month').notNull(),
    chestLevel: integer('chest_level').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** Whether the member was premium at the end of the month, which gives the chest priority in the payout queue. */
    isPremium: flag('is_premium').notNull(),
    status: text('status', { enum: chestPayoutStatuses }).notNull().default('pending'),
    /**
     * Why the chest is on hold. Retained when the chest is reversed because the member lost keys; the hold applies again if the keys are
     * restored.
     */
    heldReason: text('held_reason'),
    /** When an administrator refused the chest, which reverses it permanently. */
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
    // Covering index for the daily sums of chests, of which many are created in one night.
    index('treasure_chest_payouts_counted').on(t.createdAt, t.amountCents).where(sql`status <> 'reversed'`),
    index('treasure_chest_payouts_payout').on(t.payoutId).where(sql`payout_id IS NOT NULL`),
    check('treasure_chest_payouts_month', sql`month GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]'`),
    check('treasure_chest_payouts_level', sql`chest_level > 0 AND amount_cents > 0`),
  ],
);

/** Progress of the job that computes a month's chests. The job's next run continues after `lastUserId`. */
export const chestMonths = sqliteTable('chest_months', {
  month: text('month').primaryKey(),
  lastUserId: integer('last_user_id').notNull().default(0),
  startedAt: seconds('started_at').notNull(),
  finishedAt: seconds('finished_at'),
});
