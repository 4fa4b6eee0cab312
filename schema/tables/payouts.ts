/** What the product owes its members: referral commissions and monthly treasure chests. */
import { sql } from 'drizzle-orm';
import { check, index, integer, type SQLiteColumn, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { chestPayoutStatuses } from '#schema/chests/treasure-chest.ts';
import { commissionKinds, commissionStatuses } from '#schema/referrals/referral.ts';
import { admins } from './admins.ts';
import { createdAt, flag, foreignId, rowId, seconds, version } from './columns.ts';
import { users } from './members.ts';
import { orders } from './orders.ts';

/** What was paid to a member at once: the net of all that was pending then, reversals subtracted. */
export const payouts = sqliteTable(
  'payouts',
  {
    id: rowId(),
    userId: foreignId('user_id', () => users.id).notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** Commissions, chests and reversals that it settled. */
    entries: integer('entries').notNull(),
    reference: text('reference').notNull(),
    /** Administrator and Idempotency-Key of the request that paid it, with others or alone. */
    request: text('request').notNull(),
    paidAt: seconds('paid_at').notNull(),
    paidById: foreignId('paid_by_id', () => admins.id),
    /** The money came back: what it settled is owed again. */
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
 * The database was put back to an earlier moment: what was paid between that and the restoring is not in it. Payouts wait until
 * a person has compared, checkouts until all that Stripe has was walked over.
 */
export const databaseRestores = sqliteTable('database_restores', {
  id: rowId(),
  /** The moment that it was put back to; one row each. */
  restoredTo: seconds('restored_to').notNull().unique(),
  /** When `npm run restore:after` began: sign-ins that a provider vouched for before that open no session. */
  begunAt: seconds('begun_at').notNull(),
  payoutsComparedAt: seconds('payouts_compared_at'),
  /** When a walk over Stripe began that reaches back far enough, and when one of these came to its end. */
  walkBegunAt: seconds('walk_begun_at'),
  walkedAt: seconds('walked_at'),
});

/**
 * What each member is owed now. Triggers on commissions and chests raise `version`; `payout_queue_kept` then adds up what is pending.
 * The store sets `is_withheld` (`syncMemberStatus`), and may insert a row before the member has earned anything.
 * Rows are never deleted, so that a version never repeats: a payment names the version that was seen.
 */
export const payoutQueue = sqliteTable(
  'payout_queue',
  {
    /** The member. */
    id: foreignId('id', () => users.id).primaryKey(),
    /** Pending commissions and chests less pending reversals. */
    netCents: integer('net_cents').notNull().default(0),
    entries: integer('entries').notNull().default(0),
    /** Creation of the oldest pending commission or chest; 0 if there is none. */
    oldestAt: seconds('oldest_at').notNull().default(0),
    /** Premium when their money last changed, or at the end of a month whose chest is pending. */
    isPremium: flag('is_premium').notNull().default(false),
    /** Suspended or leaving: nothing is paid out to them. */
    isWithheld: flag('is_withheld').notNull().default(false),
    /** 0 to pay, premium; 1 to pay; 2 not payable now: carried over or withheld; 3 nothing pending. */
    rank: integer('rank')
      .notNull()
      .generatedAlwaysAs(sql`iif(entries = 0, 3, iif(net_cents <= 0 OR is_withheld = 1, 2, iif(is_premium = 1, 0, 1)))`, {
        mode: 'virtual',
      }),
    /** 0 until the first money came. */
    version: version(),
  },
  (t) => [
    index('payout_queue_order').on(t.rank, t.oldestAt, t.id),
    // A payout run goes through these members.
    index('payout_queue_owed').on(t.id).where(sql`rank < 2`),
  ],
);

/**
 * What a referral brought its referrer: with the first purchase of each member who was brought comes one row, of 0 cents
 * where the referrer was free then, since the Treasure Keys stand and fall with it. Or the reversal of one: a row of its
 * own, with the amount negative. Or, where a payout had taken a reversal along that was undone, the row that gives it back;
 * what takes the commission back once more is then a reversal of that row.
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
    /** Treasure Keys that the referral is worth, which count while nothing speaks against it; 0 on reversals. */
    treasureKeys: integer('treasure_keys').notNull().default(0),
    status: text('status', { enum: commissionStatuses }).notNull().default('pending'),
    reversesId: foreignId('reverses_id', (): SQLiteColumn => referralCommissions.id).unique(),
    /** Why it waits for an administrator: see `HeldReason` in schema/referrals/referral.ts; several with commas between them. */
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
    /** Whoever was premium at the month's end comes first in the payout queue. */
    isPremium: flag('is_premium').notNull(),
    status: text('status', { enum: chestPayoutStatuses }).notNull().default('pending'),
    /** Kept where keys that went take a held one back: it comes back held. */
    heldReason: text('held_reason'),
    /** An administrator has refused it: reversed for good, whatever is heard later. */
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

/** How far the chests of a month are computed; the next run goes on after `lastUserId`. */
export const chestMonths = sqliteTable('chest_months', {
  month: text('month').primaryKey(),
  lastUserId: integer('last_user_id').notNull().default(0),
  startedAt: seconds('started_at').notNull(),
  finishedAt: seconds('finished_at'),
});
