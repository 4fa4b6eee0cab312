/** Payout runs: who is paid how much at once, and where members want it sent. */
import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { lineStatuses, removalReasons, runScopes, runStatuses, taxFormKinds } from '#schema/payouts/admin-payout-runs.ts';
import { admins } from './admins.ts';
import { createdAt, foreignId, rowId, seconds, version } from './columns.ts';
import { users } from './members.ts';
import { payouts } from './payouts.ts';

/** A member's PayPal address. One that waits for its confirmation is a link in `one_time_links`. */
export const payoutAddresses = sqliteTable(
  'payout_addresses',
  {
    userId: foreignId('user_id', () => users.id).primaryKey(),
    /** Null where it was taken back with a change of the account's own address: the next one is a change. */
    email: text('email'),
    confirmedAt: seconds('confirmed_at').notNull(),
    /** After a change nothing is paid until then; null for the first address. */
    heldUntil: seconds('held_until'),
  },
  () => [index('payout_addresses_email').on(sql`lower(email)`)],
);

/** That a member has sent their tax form: from $600 a year on nothing is paid without. */
export const payoutTaxForms = sqliteTable('payout_tax_forms', {
  userId: foreignId('user_id', () => users.id).primaryKey(),
  kind: text('kind', { enum: taxFormKinds }).notNull(),
  /** UTC, YYYY-MM-DD. */
  receivedOn: text('received_on').notNull(),
  notedAt: seconds('noted_at').notNull(),
  notedById: foreignId('noted_by_id', () => admins.id).notNull(),
});

export const payoutRuns = sqliteTable('payout_runs', {
  id: rowId(),
  /** Administrator and Idempotency-Key of the request that began it. */
  request: text('request').notNull().unique(),
  scope: text('scope', { enum: runScopes }).notNull(),
  /** UTC, YYYY-MM-DD: what came by the end of that day. */
  until: text('until'),
  status: text('status', { enum: runStatuses }).notNull().default('collecting'),
  /** Id of the last queue member collected. */
  collectedTo: integer('collected_to').notNull().default(0),
  expectedLines: integer('expected_lines').notNull(),
  /** Sums over the lines, written with each change of a line (worker/store/payouts/admin-run-lines.ts). */
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
  /** Raised by each step and whenever lines are taken out: approving and paying name the version that was seen. */
  version: version(),
});

/** What a run pays to one member: frozen with amount and address. */
export const payoutRunLines = sqliteTable(
  'payout_run_lines',
  {
    id: rowId(),
    runId: foreignId('run_id', () => payoutRuns.id).notNull(),
    userId: foreignId('user_id', () => users.id).notNull(),
    address: text('address').notNull(),
    amountCents: integer('amount_cents').notNull(),
    entries: integer('entries').notNull(),
    /** Order of the files: 0 overdue and premium, 1 overdue, 2 premium, 3 all others. */
    place: integer('place').notNull(),
    status: text('status', { enum: lineStatuses }).notNull().default('in'),
    /** Why it was taken out. Only within a batch can a line be `in` and have a reason. */
    reason: text('reason', { enum: removalReasons }),
    /** In files up to this version it still stands. */
    outVersion: integer('out_version'),
    payoutId: foreignId('payout_id', () => payouts.id).unique(),
  },
  (t) => [
    uniqueIndex('payout_run_lines_member').on(t.runId, t.userId),
    // A member stands in one run at a time.
    uniqueIndex('payout_run_lines_open').on(t.userId).where(sql`status = 'in'`),
    index('payout_run_lines_user').on(t.userId),
    index('payout_run_lines_run').on(t.runId, t.status, t.place, t.id),
    index('payout_run_lines_listed').on(t.runId, t.place, t.id),
    check('payout_run_lines_amount', sql`amount_cents > 0`),
  ],
);

const entryKinds = ['commission', 'chest'] as const;

/** The commissions (reversals too) and chests that a line pays, with what each was worth then. */
export const payoutRunEntries = sqliteTable(
  'payout_run_entries',
  {
    lineId: foreignId('line_id', () => payoutRunLines.id).notNull(),
    /** `commission`: a row of referral_commissions; `chest`: one of treasure_chest_payouts. */
    kind: text('kind', { enum: entryKinds }).notNull(),
    entryId: integer('entry_id').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** 0 once the line is taken out, cancelled or returned. */
    isLive: integer('is_live').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.lineId, t.kind, t.entryId] }),
    // What is owed stands in one run at most.
    uniqueIndex('payout_run_entries_once').on(t.kind, t.entryId).where(sql`is_live = 1`),
  ],
);
