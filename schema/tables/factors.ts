/** What shows who somebody is beside a password: passkeys, codes of an app, recovery codes; and which challenges were answered. */
import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { admins } from './admins.ts';
import { createdAt, flag, foreignId, jsonText, rowId, seconds } from './columns.ts';
import { users } from './members.ts';

/** A public key and what its authenticator said last (WebAuthn). There is nothing secret in it. */
const passkey = () => ({
  id: rowId(),
  /** The authenticator's name of it, base64url. */
  credentialId: text('credential_id').notNull().unique(),
  /** COSE, base64url. */
  publicKey: text('public_key').notNull(),
  /** Signatures that the authenticator has made: 0 where it does not count, else it only ever rises. */
  counter: integer('counter').notNull(),
  /** How the browser reaches the authenticator: JSON array. */
  transports: jsonText('transports').notNull(),
  /** What its owner calls it. */
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

/** An administrator's app that shows a code each 30 seconds (TOTP). */
export const adminTotp = sqliteTable(
  'admin_totp',
  {
    adminId: foreignId('admin_id', () => admins.id).primaryKey(),
    /** Encrypted: the database alone makes no codes. */
    secret: text('secret').notNull(),
    /** A code of this step, or an earlier one, is accepted no more. */
    lastStep: integer('last_step').notNull().default(0),
    /** A first code has shown that the app has the secret: before that it is asked for nowhere. */
    isConfirmed: flag('is_confirmed').notNull().default(false),
    createdAt: createdAt(),
  },
  () => [check('admin_totp_step', sql`last_step >= 0`)],
);

/** In place of that app, each once. */
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

/** Challenges of passkeys, kept until they are answered or over: each is answered once. */
export const passkeyChallenges = sqliteTable(
  'passkey_challenges',
  {
    /** SHA-256 of the challenge, of what it is for and of the session it was made in. */
    hash: text('hash').primaryKey(),
    expiresAt: seconds('expires_at').notNull(),
  },
  (t) => [index('passkey_challenges_expiry').on(t.expiresAt)],
);
