import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { admins } from './admins.ts';
import { createdAt, flag, foreignId, jsonText, rowId, seconds } from './columns.ts';
import { users } from './members.ts';

/** Columns of a WebAuthn credential. None of them is secret. */
const passkey = () => ({
  id: rowId(),
  /** Credential id chosen by the authenticator, base64url. */
  credentialId: text('credential_id').notNull().unique(),
  /** Public key in COSE format, base64url. */
  publicKey: text('public_key').notNull(),
  /** Signature counter. 0 if the authenticator does not support one; otherwise, it only increases. */
  counter: integer('counter').notNull(),
  /** WebAuthn transports as a JSON array. */
  transports: jsonText('transports').notNull(),
  name: text('name').notNull(),
  createdAt: createdAt(),
  lastUsedAt: seconds('last_used_at'),
});

export const adminPasskeys = sqliteTable(
  'admin_passkeys',
  {
    ...passkey(),
    adminId: foreignId('admin_id', () => admins.id).notNull(),
  },
  (t) => [index('admin_passkeys_admin').on(t.adminId)],
);

export const memberPasskeys = sqliteTable(
  'member_passkeys',
  {
    ...passkey(),
    userId: foreignId('user_id', () => users.id).notNull(),
  },
  (t) => [index('member_passkeys_user').on(t.userId)],
);

export const adminTotp = sqliteTable(
  'admin_totp',
  {
    adminId: foreignId('admin_id', () => admins.id).primaryKey(),
    /** TOTP secret, encrypted so that the database alone is not enough to generate codes. */
    secret: text('secret').notNull(),
    /** TOTP step of the last accepted code. Codes for this step or earlier ones are rejected. */
    lastStep: integer('last_step').notNull().default(0),
    /** False until the first code is entered. Until then, the app is not a valid second factor. */
    isConfirmed: flag('is_confirmed').notNull().default(false),
    createdAt: createdAt(),
  },
  () => [check('admin_totp_step', sql`last_step >= 0`)],
);

export const adminRecoveryCodes = sqliteTable(
  'admin_recovery_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    adminId: foreignId('admin_id', () => admins.id).notNull(),
    createdAt: createdAt(),
    usedAt: seconds('used_at'),
  },
  (t) => [index('admin_recovery_codes_admin').on(t.adminId)],
);

/** Issued WebAuthn challenges. Each one can be used only once. */
export const passkeyChallenges = sqliteTable(
  'passkey_challenges',
  {
    /** SHA-256 of the challenge together with its purpose and session. */
    hash: text('hash').primaryKey(),
    expiresAt: seconds('expires_at').notNull(),
  },
  (t) => [index('passkey_challenges_expiry').on(t.expiresAt)],
);
