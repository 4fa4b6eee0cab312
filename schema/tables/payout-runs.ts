import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { lineStatuses, removalReasons, runScopes, runStatuses, taxFormKinds } from '#schema/payouts/admin-payout-runs.ts';
import { mailboxSql } from '#schema/payouts/mailbox-sql.ts';
import { admins } from './admins.ts';
import { createdAt, foreignId, rowId, seconds, version } from './columns.ts';
import { users } from './members.ts';
import { payouts } from './payouts.ts';

/** A member's PayPal address. An unconfirmed new address exists only as a link in `one_time_links`. */
export const payoutAddresses = sqliteTable(
  'payout_addresses',
  {
    userId: foreignId('user_id', () => users.id).primaryKey(),
    /** The PayPal address; null if it was removed, or if none was ever entered and the row only holds payouts. */
    email: text('email'),
    confirmedAt: seconds('confirmed_at').notNull(),
    /**
     * Payouts to a new address, or after an administrator changed the account's email, are on hold until this time; null for addresses added
     * before we introduced the hold.
     */
    heldUntil: seconds('held_until'),
    /** Mailbox of the address, which is the same for all aliases. Accounts with the same mailbox belong to one payee. */
    mailbox: text('mailbox').generatedAlwaysAs(sql.raw(mailboxSql('email')), { mode: 'virtual' }),
    /** Keyed hash of the mailbox. A job adds it within the week for which payouts to a new address are held. */
    mailboxHash: text('mailbox_hash'),
  },
  (t) => [
    index('payout_addresses_email').on(sql`lower(email)`),
    index('payout_addresses_mailbox').on(t.mailbox),
    index('payout_addresses_hash').on(t.mailboxHash),
  ],
);

/** Tax forms, which are required before a member's payouts reach `taxFormThresholds`. */
export const payoutTaxForms = sqliteTable('payout_tax_forms', {
  userId: foreignId('user_id', () => users.id).primaryKey(),
  kind: text('kind', { enum: taxFormKinds }).notNull(),
  /** Date on which the form was received (UTC), YYYY-MM-DD. */
  receivedOn: text('received_on').notNull(),
  notedAt: seconds('noted_at').notNull(),
  notedById: foreignId('noted_by_id', () => admins.id).notNull(),
});

export const payoutRuns = sqliteTable('payout_runs', {
  id: rowId(),
  /** The administrator and Idempotency-Key of the request that created the run. */
  request: text('request').notNull().unique(),
  scope: text('scope', { enum: runScopes }).notNull(),
  /** UTC date, YYYY-MM-DD. The run pays amounts earned by the end of that day. */
  until: text('until'),
  status: text('status', { enum: runStatuses }).notNull().default('collecting'),
  collectedTo: integer('collected_to').notNull().default(0),
  expectedLines: integer('expected_lines').notNull(),
  /** Totals of the lines, updated with each change to a line (worker/store/payouts/admin-run-lines.ts). */
  lines: integer('lines').notNull().default(0),
  totalCents: integer('total_cents').notNull().default(0),
  paidLines: integer('paid_lines').notNull().default(0),
  outLines: integer('out_lines').notNull().default(0),
  returnedLines: integer('returned_lines').notNull().default(0),
  returnedCents: integer('returned_cents').notNull().default(0),
  filesVersion: integer('files_version').notNull().default(1),
  createdAt: createdAt(),
  createdById: foreignId('created_by_id', () => admins.id).notNull(),
  approvedAt: seconds('approved_at'),
  approvedById: foreignId('approved_by_id', () => admins.id),
  paidAt: seconds('paid_at'),
  paidById: foreignId('paid_by_id', () => admins.id),
  cancelledAt: seconds('cancelled_at'),
  cancelledById: foreignId('cancelled_by_id', () => admins.id),
  /**
   * Optimistic lock, incremented by each step and each removal of lines. Requests to approve or pay the run must include the current value.
   */
  version: version(),
});

/** A line of a payout run: the payment to one member. Its amount and address are final. */
export const payoutRunLines = sqliteTable(
  'payout_run_lines',
  {
    id: rowId(),
    runId: foreignId('run_id', () => payoutRuns.id).notNull(),
    userId: foreignId('user_id', () => users.id).notNull(),
    address: text('address').notNull(),
    amountCents: integer('amount_cents').notNull(),
    entries: integer('entries').notNull(),
    /** Surplus in cents, as in `payouts`: negative if the line deducts an earlier overpayment. */
    surplusCents: integer('surplus_cents').notNull().default(0),
    /** Sort rank in the PayPal files. 0: overdue and premium. 1: overdue. 2: premium. 3: all others. */
    place: integer('place').notNull(),
    status: text('status', { enum: lineStatuses }).notNull().default('in'),
    /** Why the line was removed. Set in the same batch that changes the status from `in` to `out`. */
    reason: text('reason', { enum: removalReasons }),
    /** Last version of the PayPal files that includes the line. */
    outVersion: integer('out_version'),
    payoutId: foreignId('payout_id', () => payouts.id).unique(),
    /** Mailbox of the address, as in `payout_addresses`. */
    mailbox: text('mailbox').generatedAlwaysAs(sql.raw(mailboxSql('address')), { mode: 'virtual' }),
  },
  (t) => [
    index('payout_run_lines_mailbox').on(t.mailbox).where(sql`status = 'paid'`),
    uniqueIndex('payout_run_lines_member').on(t.runId, t.userId),
    uniqueIndex('payout_run_lines_open').on(t.userId).where(sql`status = 'in'`),
    index('payout_run_lines_user').on(t.userId),
    index('payout_run_lines_run').on(t.runId, t.status, t.place, t.id),
    index('payout_run_lines_listed').on(t.runId, t.place, t.id),
    check('payout_run_lines_amount', sql`amount_cents > 0`),
  ],
);

const entryKinds = ['commission', 'chest'] as const;

/** Commissions, reversals and chests that a line pays, with their amounts when the run was created. */
export const payoutRunEntries = sqliteTable(
  'payout_run_entries',
  {
    lineId: foreignId('line_id', () => payoutRunLines.id).notNull(),
    /** `commission`: a row of referral_commissions. `chest`: a row of treasure_chest_payouts. */
    kind: text('kind', { enum: entryKinds }).notNull(),
    entryId: integer('entry_id').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** 1 while the amount belongs to its run; 0 once the payout line is removed, canceled or returned. */
    isLive: integer('is_live').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.lineId, t.kind, t.entryId] }),
    // Prevents an amount from being part of two open runs.
    uniqueIndex('payout_run_entries_once').on(t.kind, t.entryId).where(sql`is_live = 1`),
  ],
);
