/** The only module that revokes an account's sign-in methods and cancels its pending changes. Product rules: Securing an account. */
import { maxTravelerEntries, recentAccessSeconds, recoveredTravelerEntries, undoEmailChangeTtlSeconds } from '#schema/rules.ts';
import { nextNewsAt } from '#worker/domain/scans/news.ts';
import { exposeOwnCodes } from '#worker/store/cards/code-exposure.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { removeFromRuns, selectMembersLines } from '#worker/store/payouts/admin-run-lines.ts';
import { type Statement, statement } from '#worker/store/sql.ts';
import { hasRecentTraveler, isBookedForRecentTraveler, recoveryNote } from '#worker/store/stays/stays.ts';
import { revokeSessions, sessionName } from './sign-in/sessions.ts';

/**
 * Access and pending changes that are revoked when an account is secured for a given reason. An `Age` selects which rows of a table are
 * revoked: all, those from the last 30 days, or those since an email change was requested.
 */
interface Coverage {
  sessions: keyof typeof sessionConditions;
  /** Whether to forget known devices, and to reject provider sign-ins that began before the account was secured. */
  forgetsDevices?: true;
  passkeys?: Age;
  /** Linked sign-in providers to remove. `other_email` keeps those that have verified the account's email. */
  providers?: Age | 'other_email';
  /**
   * Whether to invalidate a password that may have been set since shortly before the alert whose link the owner used. Every change of the
   * password, but also every sign-out of all devices, updates `sign_ins_valid_from`.
   */
  endsNewPassword?: true;
  /** Confirmed PayPal addresses to remove, by age. */
  payoutAddress?: Age;
  links?: keyof typeof linkConditions;
  /** Whether open orders lose the delivery address, and so do those paid in the last 30 days that were not sent to the printer yet. */
  orderAddresses?: true;
  /** Whether unbooked stays lose a traveler entered in the last 30 days, whom the owner must then enter again. */
  travelers?: true;
  /**
   * Whether there was an intruder for certain, so that stays booked for such a traveler are taken back (the stay job cancels the provider's
   * bookings, and the travel desk asks about the others) and the codes of the member's cards count as exposed. Most members who reset a
   * password have only forgotten it.
   */
  hadIntruder?: true;
  /**
   * Whether a profile address entered in the last 30 days is removed, emails about the member's cards that were turned off since resume, and
   * emails are in the language of that time again.
   */
  settings?: true;
}
type Age = 'all' | 'recent' | 'since_change';

/** SQL conditions on sessions, where `session` is the placeholder for the session that the reason refers to. */
const sessionConditions = {
  all: undefined,
  others: (session: string) => `AND id_hash <> ${session}`,
  one: (session: string) => `AND ${sessionName} = ${session}`,
} as const;

/** SQL condition: the link was sent in a security alert to the owner. An intruder who stole the password cannot invalidate such links. */
export const warnsOwner = `purpose IN ('undo_email_change', 'secure_account', 'remove_payout_address')`;

/**
 * SQL condition: when the link was sent, mailbox `emailKey` had an undo link that could return the account to it. If a member changes from A
 * to B and back, A's undo link is the earlier one, so A still voids B's undo link, even after its own has expired.
 */
const couldRevert = (emailKey: string) => `EXISTS (SELECT 1 FROM one_time_links k WHERE k.user_id = one_time_links.user_id
  AND k.purpose = 'undo_email_change' AND lower(k.email) = ${emailKey} AND k.used_at IS NULL AND k.rowid <= one_time_links.rowid
  AND k.expires_at > one_time_links.created_at)`;
const accountsMailbox = '(SELECT u.email_key FROM users u WHERE u.id = one_time_links.user_id)';
const alertsMailbox = '(SELECT lower(a.email) FROM one_time_links a WHERE a.token_hash = ?3)';
/** SQL condition: the link was sent to a mailbox that took the account from the mailbox of the used alert. */
const wentToIntruder = `(lower(email) <> ${alertsMailbox} AND ${couldRevert(alertsMailbox)})`;

const linkConditions = {
  /**
   * Includes reset links, which an intruder may have requested and saved while reading the mailbox. An intruder with the password can end
   * the owner's reset links this way; the owner stops that with the link in the email that alerts to it.
   */
  pending: `NOT ${warnsOwner} AND purpose <> 'verify_email'`,
  pending_or_intruders: `(NOT ${warnsOwner} AND purpose <> 'verify_email' OR ${wentToIntruder})`,
  resets: `purpose = 'reset_password'`,
  /**
   * Voids links in alerts only if they were created with or after the used undo link, or went to an intruder. Compares row ids because several links
   * may have the same timestamp. Starts from the first copy of the undo link because the one used may be a later copy.
   */
  since_change: `(NOT ${warnsOwner} OR rowid >= (SELECT min(k.rowid) FROM one_time_links l JOIN one_time_links k
    ON k.user_id = l.user_id AND k.purpose = l.purpose AND k.email = l.email AND k.created_at = l.created_at WHERE l.token_hash = ?3) OR ${wentToIntruder})`,
  /** Keeps the undo link sent to the owner's mailbox because an intruder who changed the email can also reset the password. */
  all_but_undo: `(purpose <> 'undo_email_change' OR ${couldRevert(accountsMailbox)})`,
  all_but_open_undo: `NOT (purpose = 'undo_email_change' AND expires_at > ?2)`,
  all: 'true',
} as const;

const signOut = { sessions: 'all', forgetsDevices: true, passkeys: 'recent', links: 'pending' } as const satisfies Coverage;

/** Links in alerts are used in the mailbox, which an intruder with the password or a session cannot read. */
const alertLink = {
  ...signOut,
  links: 'pending_or_intruders',
  endsNewPassword: true,
  payoutAddress: 'recent',
  orderAddresses: true,
  travelers: true,
  hadIntruder: true,
  settings: true,
} as const satisfies Coverage;

const takeover = {
  sessions: 'all',
  forgetsDevices: true,
  passkeys: 'all',
  providers: 'all',
  payoutAddress: 'all',
  links: 'all',
  orderAddresses: true,
  travelers: true,
  hadIntruder: true,
  settings: true,
} as const satisfies Coverage;

const coverageByReason = {
  reset: {
    sessions: 'all',
    forgetsDevices: true,
    passkeys: 'all',
    providers: 'other_email',
    payoutAddress: 'recent',
    links: 'all_but_undo',
    orderAddresses: true,
    travelers: true,
    settings: true,
  },
  /** A password change does not remove passkeys or providers. Instead, the member is asked to review the recent ones. */
  password_change: { sessions: 'others', forgetsDevices: true, links: 'pending' },
  sign_out: signOut,
  other_devices: { ...signOut, sessions: 'others' },
  one_device: { ...signOut, sessions: 'one' },
  mailed_link: { ...alertLink, providers: 'recent' },
  email_change_cancelled: alertLink,
  email_change_undone: { ...alertLink, providers: 'since_change', links: 'since_change' },
  /** Used when another person has verified the account's unverified email and takes over the account. */
  takeover,
  /** Used when an administrator takes the account away from an intruder who controls its mailbox. */
  recovery: { ...takeover, payoutAddress: 'recent' },
  deletion: { sessions: 'all', forgetsDevices: true, links: 'all_but_open_undo' },
  /** Pending changes and other links remain but have no effect while the member is suspended. */
  suspension: { sessions: 'all', links: 'resets' },
} as const satisfies Record<string, Coverage>;

export type SecuringReason = keyof typeof coverageByReason;

interface SecuringOptions {
  keepsPasskeys?: boolean;
  /**
   * The session that the reason refers to. For `password_change` and `other_devices`, this is the hash of the session that remains. For
   * `one_device`, it is the name of the session that ends.
   */
  session?: string;
  /** If set, reset links requested at or after this time remain valid, because only a session confirmed the measure. */
  keepsResetLinksSince?: number;
  /** The link in an alert that the owner used. An undo link was created when the email change was requested. */
  alert?: { tokenHash: string; createdAt: number };
}

export interface SecuredAccount {
  /**
   * Statements that secure the account. They belong in the caller's batch, after a guard that can make the batch fail.
   */
  statements: Statement[];
  /**
   * Returns everything that `statements` will remove (sessions, passkeys, providers, payout address, pending links), as JSON in the column
   * "removed". Must run before them.
   */
  removed: Statement;
}

/** SQL condition: order `o` was paid since `since` and still waits for the printer. */
const isRecentParcel = (
  since: string,
) => `o.kind = 'cache_cards' AND o.status = 'paid' AND o.delivery = 'ship' AND o.shipping_address IS NOT NULL
  AND o.sent_to_print_at IS NULL AND o.paid_at >= ${since}`;

const isOwnedSql = 'user_id IN (SELECT value FROM json_each(?1))';
const hasOtherEmail = 'email_key IS NOT (SELECT u.email_key FROM users u WHERE u.id = user_auth_providers.user_id)';

export function secureAccount(
  reason: SecuringReason,
  accounts: number | number[],
  now: number,
  { keepsPasskeys = false, session = '', keepsResetLinksSince, alert }: SecuringOptions = {},
): SecuredAccount {
  const coverage: Coverage = coverageByReason[reason];
  const ids = JSON.stringify([accounts].flat());
  const alertedAt = alert?.createdAt ?? now;
  const since = { all: 0, other_email: 0, recent: Math.min(now - recentAccessSeconds, alertedAt), since_change: alertedAt };
  const isOther = coverage.providers === 'other_email' ? hasOtherEmail : 'true';
  const passkeysSince = coverage.passkeys && !keepsPasskeys ? since[coverage.passkeys] : null;
  const providersSince = coverage.providers ? since[coverage.providers] : null;
  const addressSince = coverage.payoutAddress ? since[coverage.payoutAddress] : null;
  const endedLinks = coverage.links ? linkConditions[coverage.links] : undefined;
  const endedSessions = sessionConditions[coverage.sessions];

  const statements: Statement[] = [];
  if (passkeysSince !== null)
    statements.push(statement(`DELETE FROM member_passkeys WHERE ${isOwnedSql} AND created_at >= ?2`, [ids, passkeysSince]));
  if (providersSince !== null) {
    const removed = { sql: `${isOwnedSql} AND created_at >= ?2`, values: [ids, providersSince] };
    if (coverage.providers === 'recent' || coverage.providers === 'since_change') statements.push(rememberProviders(removed, now));
    statements.push(
      statement(`DELETE FROM user_auth_providers WHERE ${isOwnedSql} AND created_at >= ?2 AND ${isOther}`, [ids, providersSince]),
      forgetProviders(ids),
    );
  }
  if (addressSince !== null) statements.push(...removePayoutAddresses(ids, addressSince, now));
  if (coverage.orderAddresses)
    statements.push(
      statement(
        `UPDATE orders SET delivery = NULL, shipping_address = NULL WHERE ${isOwnedSql} AND status = 'open' AND delivery = 'ship'`,
        [ids],
      ),
      statement(`UPDATE orders AS o SET shipping_address = NULL, version = version + 1 WHERE o.${isOwnedSql} AND ${isRecentParcel('?2')}`, [
        ids,
        since.recent,
      ]),
    );
  if (coverage.travelers)
    statements.push(
      statement(
        `UPDATE stays AS s SET traveler = NULL, entered_traveler = NULL, version = version + 1 WHERE s.${isOwnedSql} AND ${hasRecentTraveler('?2')}`,
        [ids, since.recent],
      ),
    );
  if (coverage.hadIntruder)
    statements.push(
      statement(
        `UPDATE stays AS s SET recovered_at = ?3, provider_error = ${recoveryNote('?3')}, unclear_since = NULL, checked_at = NULL, version = version + 1
         WHERE s.${isOwnedSql} AND ${isBookedForRecentTraveler('?2')}`,
        [ids, since.recent, now],
      ),
      // Whoever the intruder named, the owner can still name a traveler. Only once, or a seller of the certificate could name one buyer after
      // another by recovering their own account.
      statement(
        `UPDATE stays SET traveler_entries = ${recoveredTravelerEntries} WHERE ${isOwnedSql} AND traveler_entries = ${maxTravelerEntries}`,
        [ids],
      ),
      exposeOwnCodes(ids, since.recent, now),
    );
  if (coverage.settings) statements.push(...revertSettings(ids, since.recent, now));
  if (coverage.endsNewPassword)
    statements.push(
      statement(`UPDATE users SET password_hash = '!' WHERE id IN (SELECT value FROM json_each(?1)) AND sign_ins_valid_from >= ?2`, [
        ids,
        alertedAt - undoEmailChangeTtlSeconds,
      ]),
    );
  if (coverage.forgetsDevices)
    statements.push(
      // Increments the version so that concurrent writes fail, such as a request to delete the account.
      statement('UPDATE users SET sign_ins_valid_from = ?2, version = version + 1 WHERE id IN (SELECT value FROM json_each(?1))', [
        ids,
        now,
      ]),
    );
  if (endedLinks) {
    const values = [ids, now, ...(endedLinks.includes('?3') ? [alert?.tokenHash ?? ''] : [])];
    const isKept =
      keepsResetLinksSince === undefined ? '' : ` AND NOT (purpose = 'reset_password' AND created_at >= ?${values.length + 1})`;
    statements.push(
      statement(`UPDATE one_time_links SET used_at = ?2 WHERE ${isOwnedSql} AND used_at IS NULL AND ${endedLinks}${isKept}`, [
        ...values,
        ...(keepsResetLinksSince === undefined ? [] : [keepsResetLinksSince]),
      ]),
    );
  }
  // D1 limits a compound SELECT to five terms, so `removed` nests some.
  return {
    statements: [
      ...statements,
      revokeSessions(`${isOwnedSql} ${endedSessions?.('?3') ?? ''}`, '?2', [ids, now, ...(endedSessions ? [session] : [])]),
    ],
    removed: {
      sql: `SELECT json_group_array(json_object('kind', kind, 'name', name)) || '' AS "removed" FROM (
          SELECT 'sessions' AS kind, n AS name FROM (SELECT count(*) AS n FROM sessions WHERE ${isOwnedSql} AND revoked_at IS NULL AND expires_at > ?2 ${endedSessions?.('?7') ?? ''}) WHERE n > 0
          UNION ALL SELECT 'passkey', name FROM member_passkeys WHERE ${isOwnedSql} AND created_at >= ?3
          UNION ALL SELECT 'provider', provider FROM user_auth_providers WHERE ${isOwnedSql} AND created_at >= ?4 AND ${isOther}
          UNION ALL SELECT * FROM (
            SELECT 'payout_address', email FROM payout_addresses WHERE ${isOwnedSql} AND confirmed_at >= ?5 AND email IS NOT NULL
            UNION ALL SELECT 'address', NULL FROM users WHERE id IN (SELECT value FROM json_each(?1)) AND address_changed_at >= ?6
              AND coalesce(address, city, state, zip, country) IS NOT NULL)
          UNION ALL SELECT purpose, email FROM one_time_links
            WHERE ${isOwnedSql} AND purpose IN ('change_email', 'confirm_payout_address') AND used_at IS NULL AND expires_at > ?2)`,
      values: [
        ids,
        now,
        passkeysSince,
        providersSince,
        addressSince,
        coverage.settings ? since.recent : null,
        ...(endedSessions ? [session] : []),
      ],
    },
  };
}

const maxListedCards = 100;

/**
 * SQL for what a recovery of member `u` at `now` undoes besides access, and for cards that the owner should check, in the form of
 * `removed`. `bookings` says whether the recovery cancels bookings; if not, the owner should check them, too. Must run before the
 * recovery's statements.
 */
export function undoneAt(now: string, bookings: 'canceled' | 'kept'): string {
  const since = `(${now} - ${recentAccessSeconds})`;
  return `SELECT json_group_array(json_object('kind', kind, 'name', name)) || '' FROM (
    SELECT 'traveler' AS kind, v.number AS name FROM stays s JOIN vacation_certificates v ON v.id = s.certificate_id
      WHERE s.user_id = u.id AND ${hasRecentTraveler(since)}
    UNION ALL SELECT '${bookings === 'kept' ? 'kept_booking' : 'booking'}', v.number FROM stays s JOIN vacation_certificates v ON v.id = s.certificate_id
      WHERE s.user_id = u.id AND ${isBookedForRecentTraveler(since)}
    UNION ALL SELECT 'order', CAST(o.id AS TEXT) FROM orders o WHERE o.user_id = u.id AND ${isRecentParcel(since)}
    UNION ALL SELECT * FROM (SELECT 'card', c.card_id FROM cache_cards c WHERE c.user_id = u.id AND c.edited_at >= ${since}
      AND c.edited_at >= coalesce(c.placement_at, 0) ORDER BY c.edited_at DESC LIMIT ${maxListedCards}))`;
}

/**
 * Secures the account of a member who recovers it without a new password, and emails them what was undone, and which cards to check, if
 * anything. The statements belong in the caller's batch.
 */
export function recoverAccount(
  reason: SecuringReason,
  userId: number,
  now: number,
  alert?: SecuringOptions['alert'],
): SecuredAccount['statements'] {
  return [queueRecoveredMail(userId, now), ...secureAccount(reason, userId, now, alert && { alert }).statements];
}

/** Must run before the recovery's statements. */
function queueRecoveredMail(userId: number, now: number): Statement {
  return queueSelectedMails(
    'password_changed',
    {
      sql: `SELECT id, email, json_object('firstName', first_name, 'isRecovered', 'yes', 'undone', undone), NULL
        FROM (SELECT u.id, u.email, u.first_name, (${undoneAt('?2', 'canceled')}) AS undone FROM users u WHERE u.id = ?1) WHERE undone <> '[]'`,
      values: [userId, now],
    },
    now,
  );
}

/** Remembers the identities that the batch is about to remove from an account, so that they are not linked again by email. */
export function rememberProviders({ sql, values }: { sql: string; values: Statement['values'] }, now: number): Statement {
  return statement(
    `INSERT INTO removed_providers (user_id, provider, provider_id, removed_at)
     SELECT user_id, provider, provider_id, ?${values.length + 1} FROM user_auth_providers WHERE ${sql} ON CONFLICT DO NOTHING`,
    [...values, now],
  );
}

/** Clears the Firebase uid, which may belong to a removed provider, and updates the provider displayed for the account. */
export function forgetProviders(ids: string): Statement {
  return statement(
    `UPDATE users SET firebase_uid = NULL, oauth_provider =
       (SELECT p.provider FROM user_auth_providers p WHERE p.user_id = users.id ORDER BY p.provider = users.oauth_provider DESC, p.created_at LIMIT 1)
     WHERE id IN (SELECT value FROM json_each(?1))`,
    [ids],
  );
}

/**
 * Removes PayPal addresses that were confirmed at or after `since`, and removes the members' lines from payout runs. `ids` is a JSON array
 * of member ids.
 */
function removePayoutAddresses(ids: string, since: number, now: number): Statement[] {
  return [
    statement(`UPDATE payout_addresses SET email = NULL, mailbox_hash = NULL WHERE ${isOwnedSql} AND confirmed_at >= ?2`, [ids, since]),
    ...removeFromRuns(selectMembersLines('SELECT value FROM json_each(?1)', ids), now),
  ];
}

/** Reverts what misdirects deliveries to the member, or keeps the member from noticing them. `ids` is a JSON array of member ids. */
function revertSettings(ids: string, since: number, now: number): Statement[] {
  return [
    statement(
      `UPDATE users SET address = NULL, city = NULL, state = NULL, zip = NULL, country = NULL, address_changed_at = NULL
       WHERE id IN (SELECT value FROM json_each(?1)) AND address_changed_at >= ?2`,
      [ids, since],
    ),
    statement(
      // Links of emails that an intruder may have read must not turn off what the recovery resumes.
      'UPDATE users SET unsubscribe_epoch = unsubscribe_epoch + 1 WHERE id IN (SELECT value FROM json_each(?1))',
      [ids],
    ),
    statement(`UPDATE digest_choices SET frequency = 'weekly', next_at = ?3, off_at = NULL WHERE ${isOwnedSql} AND off_at >= ?2`, [
      ids,
      since,
      nextNewsAt('weekly', now),
    ]),
    statement(
      `UPDATE users SET wants_optional_mail = 1, optional_mail_off_at = NULL
       WHERE id IN (SELECT value FROM json_each(?1)) AND optional_mail_off_at >= ?2`,
      [ids, since],
    ),
    statement(
      `DELETE FROM notification_choices WHERE ${isOwnedSql} AND channel = 'email_off' AND topic = 'card_news' AND chosen_at >= ?2`,
      [ids, since],
    ),
    statement(
      // The emails about changes of the language name the earlier one.
      `UPDATE users SET language = coalesce((SELECT o.payload ->> '$.inLanguage' FROM outbox o WHERE o.user_id = users.id
         AND o.template = 'language_changed' AND +o.created_at >= ?2 ORDER BY o.id LIMIT 1), language)
       WHERE id IN (SELECT value FROM json_each(?1))`,
      [ids, since],
    ),
  ];
}

/** Makes the batch fail with a NULL version unless the condition holds. In the condition, ?1 is the account's id. */
export function guardAccount(userId: number, condition: string, values: Statement['values'] = []): Statement {
  return statement(`UPDATE users AS u SET version = iif(${condition}, version, NULL) WHERE id = ?1`, [userId, ...values]);
}
