import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, type SQLiteColumn, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { signInMethods } from '#schema/accounts/sign-in-log.ts';
import { socialProviders } from '#schema/accounts/social-providers.ts';
import { adminRoles } from '#schema/admin/session.ts';
import { tierNames } from '#schema/memberships/tier.ts';
import { createdAt, flag, foreignId, rowId, seconds, version } from './columns.ts';

export const users = sqliteTable(
  'users',
  {
    id: rowId(),
    username: text('username'),
    usernameKey: text('username_key').unique(),
    /**
     * Confusables skeleton of the username (Unicode Technical Standard 39, worker/store/accounts/usernames.ts). A job adds missing
     * skeletons for older usernames.
     */
    usernameSkeleton: text('username_skeleton').unique(),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull().unique(),
    emailVerifiedAt: seconds('email_verified_at'),
    /** Password hash as a PHC string. For accounts without a password, a marker that no password matches. */
    passwordHash: text('password_hash').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    /** Names and phone number as searches compare them (worker/domain/accounts/search-keys.ts). A job adds missing keys of older members. */
    firstNameKey: text('first_name_key').notNull().default(''),
    lastNameKey: text('last_name_key').notNull().default(''),
    phoneKey: text('phone_key').notNull().default(''),
    role: text('role', { enum: tierNames }).notNull().default('free'),
    /** Sum of the member's ledger rows. Maintained by a trigger on token_transactions and never written by the Worker. */
    tokenBalance: integer('token_balance').notNull().default(0),
    /**
     * Token count for sorting the administrators' list of members. A job adds the rewards for finds one day later so that finds do not have
     * to update the index on this column.
     */
    listedTokens: integer('listed_tokens').notNull().default(0),
    /** Tokens that reversals could not withdraw. Maintained by a trigger on owed_token_events. */
    owedTokens: integer('owed_tokens').notNull().default(0),
    stripeCustomerId: text('stripe_customer_id').unique(),
    stripeSubscriptionId: text('stripe_subscription_id').unique(),
    autoRenew: flag('auto_renew').notNull().default(true),
    membershipExpiresAt: seconds('membership_expires_at'),
    referralCode: text('referral_code').notNull().unique(),
    referredById: foreignId('referred_by_id', (): SQLiteColumn => users.id),
    /** Number of valid keys of each kind. A trigger on key_events maintains both columns. */
    treasureKeys: integer('treasure_keys').notNull().default(0),
    communityKeys: integer('community_keys').notNull().default(0),
    /** Number of valid Treasure Keys that the referrer earned for referring this member. Maintained by a trigger on key_events. */
    keysBrought: integer('keys_brought').notNull().default(0),
    phone: text('phone'),
    address: text('address'),
    city: text('city'),
    state: text('state'),
    zip: text('zip'),
    country: text('country'),
    /** When the member last changed the address in a session; null if never. */
    addressChangedAt: seconds('address_changed_at'),
    firebaseUid: text('firebase_uid').unique(),
    oauthProvider: text('oauth_provider', { enum: socialProviders }),
    photoUrl: text('photo_url'),
    /** Language of emails and push notifications, such as `en` (schema/languages.ts). */
    language: text('language').notNull().default('en'),
    /** Whether to send optional email: reminders and news about the member's own cards. */
    wantsOptionalMail: flag('wants_optional_mail').notNull().default(true),
    /** When the member turned optional email off; null if it is on, or was turned off by a link before that was recorded. */
    optionalMailOffAt: seconds('optional_mail_off_at'),
    /** Number of times the account was recovered. Part of links that unsubscribe, so those sent before a recovery no longer work. */
    unsubscribeEpoch: integer('unsubscribe_epoch').notNull().default(0),
    /**
     * Sign-in provider tokens whose `auth_time` is before this time are rejected, and devices last used before it no longer count as known
     * devices.
     */
    signInsValidFrom: seconds('sign_ins_valid_from').notNull().default(0),
    createdAt: createdAt(),
    lastLoginAt: seconds('last_login_at'),
    /** When the member requested deletion, which ends all sessions immediately. */
    deletionRequestedAt: seconds('deletion_requested_at'),
    /** When a deletion began to end the membership; null once the membership is restored or the account is erased. */
    membershipLostAt: seconds('membership_lost_at'),
    /**
     * When the member was suspended; null if not suspended. While it is set, the trigger `sessions_not_suspended` prevents new sessions.
     */
    suspendedAt: seconds('suspended_at'),
    suspendedReason: text('suspended_reason'),
    /** Role of the administrator who suspended the member. Unless it is `admin`, only a super administrator can reinstate the member. */
    suspendedByRole: text('suspended_by_role', { enum: adminRoles }),
    /** When the member was erased. Erasure blanks the personal fields but keeps the row as a tombstone. */
    erasedAt: seconds('erased_at'),
    version: version(),
    /** Id of the destination that the member's trip leads to; null if none is chosen. */
    dreamDestination: text('dream_destination'),
    /** The medal that others see next to the member's name while the member has it; null if none. */
    shownMedal: text('shown_medal'),
    /** Newest month (YYYY-MM) whose treasure chest the member has opened on a device; null if none. */
    openedChestMonth: text('opened_chest_month'),
    /** IANA time zone of the member's device; null if unknown. */
    timeZone: text('time_zone'),
    /** The time zones before `time_zone`, oldest first, each with the second until which it applied: JSON array of `{ zone, until }`. */
    earlierTimeZones: text('earlier_time_zones').notNull().default('[]'),
    /** Keyed hash of the network address at registration; null if unknown. */
    registrationAddressHash: text('registration_address_hash'),
  },
  (t) => [
    index('users_without_skeleton').on(t.id).where(sql`username IS NOT NULL AND username_skeleton IS NULL`),
    index('users_membership_lost')
      .on(t.membershipLostAt)
      .where(sql`membership_lost_at IS NOT NULL AND deletion_requested_at IS NULL AND erased_at IS NULL`),
    index('users_membership_ends').on(t.membershipExpiresAt).where(sql`role <> 'free'`),
    index('users_referred_by').on(t.referredById),
    index('users_without_search_keys')
      .on(t.id)
      .where(sql`(first_name <> '' AND first_name_key = '' OR last_name <> '' AND last_name_key = '' OR phone <> '' AND phone_key = '')`),
    // Indexes for searches by the beginning of a name, in either order, and by the end of a phone number.
    index('users_first_name_first').on(sql`first_name_key || ' ' || last_name_key`).where(sql`erased_at IS NULL`),
    index('users_last_name_first').on(sql`last_name_key || ' ' || first_name_key`).where(sql`erased_at IS NULL`),
    index('users_phone').on(t.phoneKey).where(sql`phone_key <> ''`),
    index('users_created').on(t.createdAt),
    // Indexes for the administrators' list of members. The index on the displayed name, users_name, is in migrations/0000_tables.sql.
    index('users_listed_tokens').on(t.listedTokens).where(sql`erased_at IS NULL`),
    index('users_owed').on(t.createdAt).where(sql`owed_tokens > 0`),
    index('users_leaving').on(t.createdAt).where(sql`deletion_requested_at IS NOT NULL AND erased_at IS NULL`),
    index('users_suspended').on(t.createdAt).where(sql`suspended_at IS NOT NULL`),
    index('users_role_created').on(t.role, t.createdAt),
    index('users_deletion_requested').on(t.deletionRequestedAt).where(sql`deletion_requested_at IS NOT NULL AND erased_at IS NULL`),
    check('users_token_balance_never_negative', sql`token_balance >= 0`),
    check('users_owed_tokens_never_negative', sql`owed_tokens >= 0`),
    check('users_keys_never_negative', sql`treasure_keys >= 0 AND community_keys >= 0 AND keys_brought >= 0`),
    check('users_suspended_with_reason', sql`(suspended_at IS NULL) = (suspended_reason IS NULL)`),
    check('users_not_referred_by_self', sql`referred_by_id IS NULL OR referred_by_id <> id`),
  ],
);

export const userAuthProviders = sqliteTable(
  'user_auth_providers',
  {
    userId: foreignId('user_id', () => users.id).notNull(),
    provider: text('provider', { enum: socialProviders }).notNull(),
    providerId: text('provider_id').notNull(),
    /**
     * Normalized email address that the provider had verified at the last sign-in, to compare with the account's address. Null if the
     * provider had not verified one.
     */
    emailKey: text('email_key'),
    createdAt: createdAt(),
    lastUsedAt: seconds('last_used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.provider] }), uniqueIndex('user_auth_providers_subject').on(t.provider, t.providerId)],
);

/** Identities that were removed from an account, so that signing in with them does not link them again by email. */
export const removedProviders = sqliteTable(
  'removed_providers',
  {
    userId: foreignId('user_id', () => users.id).notNull(),
    provider: text('provider', { enum: socialProviders }).notNull(),
    providerId: text('provider_id').notNull(),
    removedAt: seconds('removed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.provider, t.providerId] })],
);

export const sessions = sqliteTable(
  'sessions',
  {
    /** SHA-256 of the 256-bit session id in the cookie, encoded as base64url. Also the `sid` of the user token. */
    idHash: text('id_hash').primaryKey(),
    userId: foreignId('user_id', () => users.id).notNull(),
    createdAt: createdAt(),
    expiresAt: seconds('expires_at').notNull(),
    revokedAt: seconds('revoked_at'),
    userAgent: text('user_agent'),
    /** Country where the session was last used (ISO 3166 alpha-2); null if unknown. */
    country: text('country'),
    /** When the session was last used, updated at most once per hour; null if it has not been used since its first hour. */
    lastUsedAt: seconds('last_used_at'),
    /** When the member last authenticated with a sign-in provider; null if they signed in with a password. */
    authenticatedAt: seconds('authenticated_at'),
    /**
     * Push subscription of the device (RFC 8030); null if it does not receive push notifications. It works only while the session is valid,
     * so whatever ends the session ends the notifications.
     */
    pushEndpoint: text('push_endpoint'),
    pushPublicKey: text('push_public_key'),
    pushSecret: text('push_secret'),
    pushSince: seconds('push_since'),
  },
  (t) => [
    index('sessions_user').on(t.userId),
    index('sessions_expiry').on(t.expiresAt),
    // With the keys: knowing another device's endpoint is not enough to replace its session.
    uniqueIndex('sessions_push').on(t.pushEndpoint, t.pushPublicKey, t.pushSecret).where(sql`push_endpoint IS NOT NULL`),
  ],
);

/** Outcomes of sign-in attempts. `failed`: wrong credentials. `refused`: the account may not sign in. */
const signInOutcomes = ['opened', 'failed', 'refused'] as const;

/** Log of sign-ins, which the member can see. Failures within an hour share one row so that strangers cannot create many rows. */
export const signIns = sqliteTable(
  'sign_ins',
  {
    id: rowId(),
    userId: foreignId('user_id', () => users.id).notNull(),
    outcome: text('outcome', { enum: signInOutcomes }).notNull(),
    way: text('way', { enum: signInMethods }).notNull(),
    at: seconds('at').notNull(),
    userAgent: text('user_agent'),
    country: text('country'),
    hour: seconds('hour').notNull(),
    count: integer('count').notNull().default(1),
  },
  (t) => [
    index('sign_ins_user').on(t.userId, t.at),
    index('sign_ins_expiry').on(t.at),
    uniqueIndex('sign_ins_counted').on(t.userId, t.outcome, t.way, t.hour).where(sql`outcome <> 'opened'`),
  ],
);

/**
 * Purposes of emailed links. Changing a verified address creates two links: `change_email` confirms the new address, and
 * `stop_email_change`, sent to the old address, cancels the change. Once the change is confirmed, the second link becomes
 * `undo_email_change`. Warnings about new sign-in methods contain a `secure_account` link; those about PayPal addresses contain a
 * `remove_payout_address` link.
 */
const linkPurposes = [
  'verify_email',
  'change_email',
  'stop_email_change',
  'undo_email_change',
  'reset_password',
  'confirm_payout_address',
  'secure_account',
  'remove_payout_address',
] as const;

/** Single-use links sent by email. Only the hash of the token is stored. `email` is the address that the link confirms or affects. */
export const oneTimeLinks = sqliteTable(
  'one_time_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: foreignId('user_id', () => users.id).notNull(),
    purpose: text('purpose', { enum: linkPurposes }).notNull(),
    email: text('email').notNull(),
    createdAt: createdAt(),
    expiresAt: seconds('expires_at').notNull(),
    usedAt: seconds('used_at'),
  },
  (t) => [
    index('one_time_links_user').on(t.userId, t.purpose),
    index('one_time_links_expiry').on(t.expiresAt),
    // Ensures that a member has at most one pending email change.
    uniqueIndex('one_time_links_pending_change').on(t.userId).where(sql`purpose = 'change_email' AND used_at IS NULL`),
    // Index of former email addresses that their owners can still restore. Queried whenever a member tries to use an email address.
    index('one_time_links_way_back').on(sql`lower(email)`).where(sql`purpose = 'undo_email_change' AND used_at IS NULL`),
  ],
);
