/** Group decisions, with every change recorded so that it can be undone. */
import { sql } from 'drizzle-orm';
import { type AnySQLiteColumn, check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { adminRoles } from '#schema/admin/session.ts';
import { decisionActions, effectKinds } from '#schema/reviews/review-decision.ts';
import { secondLookStates } from '#schema/reviews/second-look.ts';
import { snapshotDecisions } from '#schema/reviews/signals.ts';
import { admins } from './admins.ts';
import { createdAt, foreignId, jsonText, rowId, seconds, version } from './columns.ts';
import { users } from './members.ts';
import { vacationCertificates } from './tokens.ts';

/** Group decisions. Rows are immutable, with two exceptions: a decision can be undone once, and erasing a member blanks the reason. */
export const reviewDecisions = sqliteTable(
  'review_decisions',
  {
    id: rowId(),
    /** Random key that other statements in the same batch use to find this row. */
    key: text('key').notNull().unique(),
    adminId: foreignId('admin_id', () => admins.id).notNull(),
    /** The administrator's role at the time of the decision. Later role changes do not affect the decision. */
    adminRole: text('admin_role', { enum: adminRoles }).notNull().default('admin'),
    action: text('action', { enum: decisionActions }).notNull(),
    reason: text('reason').notNull(),
    certificateId: foreignId('certificate_id', () => vacationCertificates.id),
    members: integer('members').notNull(),
    /** The decision that this one undid; null unless it is an undo. */
    undoesId: foreignId('undoes_id', (): AnySQLiteColumn => reviewDecisions.id).unique(),
    undoneById: foreignId('undone_by_id', (): AnySQLiteColumn => reviewDecisions.id),
    undoneAt: seconds('undone_at'),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    index('review_decisions_action').on(t.action, t.createdAt),
    index('review_decisions_created').on(t.createdAt),
    check('review_decisions_undoes', sql`(action = 'undo') = (undoes_id IS NOT NULL) AND (undone_by_id IS NULL) = (undone_at IS NULL)`),
  ],
);

export const reviewEffects = sqliteTable(
  'review_effects',
  {
    id: rowId(),
    decisionId: foreignId('decision_id', () => reviewDecisions.id).notNull(),
    userId: foreignId('user_id', () => users.id).notNull(),
    kind: text('kind', { enum: effectKinds }).notNull(),
    /** Id of the affected certificate, scan, card, commission or chest. For other kinds of effects, id of the member. */
    entityId: integer('entity_id').notNull(),
    before: jsonText('before').notNull(),
    /** Amount withdrawn: in cents for commissions and chests, otherwise in tokens. */
    taken: integer('taken').notNull(),
    owed: integer('owed').notNull(),
    /** Why the undo did not revert this change. Set only in rows of an undo. */
    kept: text('kept'),
  },
  (t) => [
    uniqueIndex('review_effects_once').on(t.decisionId, t.kind, t.entityId),
    index('review_effects_entity').on(t.kind, t.entityId),
    index('review_effects_user').on(t.userId, t.kind),
    check('review_effects_amounts', sql`taken >= 0 AND owed >= 0`),
  ],
);

/** Signals of a case at the time of a decision. Rows of erased members are deleted with the case, all others by the purge job. */
export const reviewSnapshots = sqliteTable(
  'review_snapshots',
  {
    id: rowId(),
    certificateId: foreignId('certificate_id', () => vacationCertificates.id).notNull(),
    decision: text('decision', { enum: snapshotDecisions }).notNull(),
    decidedAt: seconds('decided_at').notNull(),
    /** `SnapshotSignals` */
    signals: jsonText('signals').notNull(),
  },
  (t) => [index('review_snapshots_certificate').on(t.certificateId, t.decidedAt), index('review_snapshots_decided').on(t.decidedAt)],
);

/**
 * Second looks: checks of passed certificates by another administrator. The administrator who passed a certificate cannot perform or close
 * its second look.
 */
export const secondLooks = sqliteTable(
  'second_looks',
  {
    id: rowId(),
    certificateId: foreignId('certificate_id', () => vacationCertificates.id).notNull(),
    passedById: foreignId('passed_by_id', () => admins.id).notNull(),
    passedAt: seconds('passed_at').notNull(),
    state: text('state', { enum: secondLookStates }).notNull().default('waiting'),
    lookedById: foreignId('looked_by_id', () => admins.id),
    lookedAt: seconds('looked_at'),
    /** Reason for the escalation to a super administrator. */
    reason: text('reason'),
    closedById: foreignId('closed_by_id', () => admins.id),
    closedAt: seconds('closed_at'),
    version: version(),
  },
  (t) => [
    uniqueIndex('second_looks_once').on(t.certificateId, t.passedAt),
    index('second_looks_open').on(t.passedAt).where(sql`state IN ('waiting', 'raised')`),
    check('second_looks_other_person', sql`coalesce(looked_by_id <> passed_by_id, 1) AND coalesce(closed_by_id <> passed_by_id, 1)`),
    check('second_looks_looked', sql`(looked_by_id IS NULL) = (looked_at IS NULL) AND (closed_by_id IS NULL) = (closed_at IS NULL)`),
  ],
);
