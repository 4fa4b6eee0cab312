import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { adminRoles } from '#schema/admin/session.ts';
import { createdAt, flag, foreignId, jsonText, rowId, seconds, version } from './columns.ts';
import { users } from './members.ts';

export const admins = sqliteTable('admins', {
  id: rowId(),
  email: text('email').notNull(),
  emailKey: text('email_key').notNull().unique(),
  passwordHash: text('password_hash').notNull(),
  /** True if another administrator set the password. In production, such a password can only be used to set a new one. */
  passwordIsTemporary: flag('password_is_temporary').notNull().default(false),
  firstName: text('first_name'),
  lastName: text('last_name'),
  role: text('role', { enum: adminRoles }).notNull().default('admin'),
  lastLoginAt: seconds('last_login_at'),
  /** Devices last used before this time no longer count as known devices. Set when the password is changed or all sessions are ended. */
  signInsValidFrom: seconds('sign_ins_valid_from').notNull().default(0),
  createdAt: createdAt(),
  disabledAt: seconds('disabled_at'),
  version: version(),
});

export const adminSessions = sqliteTable(
  'admin_sessions',
  {
    idHash: text('id_hash').primaryKey(),
    adminId: foreignId('admin_id', () => admins.id).notNull(),
    createdAt: createdAt(),
    expiresAt: seconds('expires_at').notNull(),
    revokedAt: seconds('revoked_at'),
    /** When the session was last used, accurate to about a minute; null if it has not been used since its first minute. */
    lastUsedAt: seconds('last_used_at'),
    /** SHA-256 of the cookie set by the most recent second-factor verification. Without that cookie, the session counts as unverified. */
    proofHash: text('proof_hash'),
    provedAt: seconds('proved_at'),
  },
  (t) => [
    index('admin_sessions_admin').on(t.adminId),
    index('admin_sessions_expiry').on(t.expiresAt),
    check('admin_sessions_proof', sql`(proof_hash IS NULL) = (proved_at IS NULL)`),
  ],
);

/** Password reset links. Only the hash of the token is stored. */
export const adminPasswordResets = sqliteTable(
  'admin_password_resets',
  {
    tokenHash: text('token_hash').primaryKey(),
    adminId: foreignId('admin_id', () => admins.id).notNull(),
    createdAt: createdAt(),
    expiresAt: seconds('expires_at').notNull(),
    usedAt: seconds('used_at'),
  },
  (t) => [index('admin_password_resets_admin').on(t.adminId), index('admin_password_resets_expiry').on(t.expiresAt)],
);

/** Audit log. Rows are never deleted; erasing a member blanks the personal data in `before` and `after`. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: rowId(),
    adminId: foreignId('admin_id', () => admins.id),
    /** Name of the action, for example `user.update`, `card.status` or `tokens.adjust`. */
    action: text('action').notNull(),
    entityType: text('entity_type').notNull(),
    entityId: text('entity_id').notNull(),
    userId: foreignId('user_id', () => users.id),
    /** The payout run of which this entry is a step or a payment, listed below the run's own entries; null for all other entries. */
    runId: integer('run_id'),
    before: jsonText('before'),
    after: jsonText('after'),
    reason: text('reason'),
    address: text('address'),
    requestId: text('request_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // Index of one record's entries.
    index('audit_log_record').on(t.entityType, t.entityId, t.createdAt),
    index('audit_log_admin').on(t.adminId, t.createdAt),
    // Index of the addresses from which each administrator worked, and when.
    index('audit_log_address').on(t.adminId, t.address, t.createdAt).where(sql`address IS NOT NULL`),
    index('audit_log_user').on(t.userId, t.createdAt),
    // Queries for the entries of a record or a member write `+action`, because SQLite might otherwise choose this index.
    index('audit_log_action').on(t.action, t.createdAt),
    index('audit_log_run').on(t.runId, t.createdAt).where(sql`run_id IS NOT NULL`),
    // The entries that the audit log lists unless lines of payout runs are requested.
    index('audit_log_listed').on(t.createdAt).where(sql`run_id IS NULL`),
    index('audit_log_listed_admin').on(t.adminId, t.createdAt).where(sql`run_id IS NULL`),
    index('audit_log_listed_type').on(t.entityType, t.createdAt).where(sql`run_id IS NULL`),
    // Index of audit entries about changes to administrators' accounts. Such changes affect who may approve a payout run.
    index('audit_log_standing')
      .on(t.createdAt)
      .where(sql`action IN ('admin.create', 'admin.change', 'admin.reset_link', 'admin.reset_password')`),
  ],
);

/** Administrators' notes about members. Rows are never deleted; the text of a removed note remains only in the audit log. */
export const memberNotes = sqliteTable(
  'member_notes',
  {
    id: rowId(),
    userId: foreignId('user_id', () => users.id).notNull(),
    adminId: foreignId('admin_id', () => admins.id).notNull(),
    text: text('text'),
    createdAt: createdAt(),
    removedAt: seconds('removed_at'),
    removedById: foreignId('removed_by_id', () => admins.id),
  },
  (t) => [
    index('member_notes_user').on(t.userId, t.id),
    check('member_notes_removed', sql`(text IS NULL) = (removed_at IS NOT NULL) AND (removed_at IS NULL) = (removed_by_id IS NULL)`),
  ],
);
