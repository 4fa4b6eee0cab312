import type { Language } from '#schema/languages.ts';
import { users } from '#schema/tables/members.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import type { ProfilePlan } from '#worker/domain/accounts/profile.ts';
import { nameKey, phoneKey } from '#worker/domain/accounts/search-keys.ts';
import type { NewUsername } from '#worker/domain/accounts/usernames/username.ts';
import type { Limit } from '#worker/domain/limit.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { afterOpening, type NewSession, openSession } from '#worker/store/accounts/sign-in/sessions.ts';
import { forgiveAttempt } from '#worker/store/counters.ts';
import { bindStore, type Database } from '#worker/store/database.ts';
import { queueAccountMails, queueNotice } from '#worker/store/messages/mail.ts';
import { batch, catchViolation, firstRow, onlyRow, type RowOf, type Statement, selectList, statement } from '#worker/store/sql.ts';
import { endPendingChange, isTaken, pendingEmailSql } from './email-changes.ts';
import { isAddressReserved } from './former-address.ts';
import { assignProfile } from './search-keys.ts';
import { guardAccount, secureAccount } from './secure-account.ts';
import { freeSkeletonSql } from './usernames.ts';

export const memberKeys = [
  'id',
  'username',
  'email',
  'emailVerifiedAt',
  'firstName',
  'lastName',
  'role',
  'tokenBalance',
  'owedTokens',
  'autoRenew',
  'membershipExpiresAt',
  'referralCode',
  'referredById',
  'treasureKeys',
  'communityKeys',
  'phone',
  'address',
  'city',
  'state',
  'zip',
  'country',
  'oauthProvider',
  'photoUrl',
  'createdAt',
  'lastLoginAt',
  'language',
] as const;
/** SQL column that is true if the member has ever earned money. Such members have a `payout_queue` row. */
export const hasEarnings = 'EXISTS (SELECT 1 FROM payout_queue q WHERE q.id = u.id AND q.version > 0) AS "hasEarnings"';
/** SQL for a member's columns that are not stored in `users`. `now` is the placeholder for the current time. */
export const derivedColumns = (now: string) => `${hasEarnings}, ${pendingEmailSql('u.id', now)} AS "pendingEmail",
  (SELECT json_object('tier', s.tier, 'status', s.status, 'priceCents', s.price_cents, 'graceUntil', s.grace_until, 'endRequestedAt', s.end_requested_at)
    FROM subscriptions s WHERE s.stripe_subscription_id = u.stripe_subscription_id AND s.tier = u.role) AS "subscription",
  (SELECT json_object('cents', sum(p.amount_cents), 'since', min(p.disputed_at))
    FROM payments p WHERE p.user_id = u.id AND p.dispute_status = 'open' HAVING count(*) > 0) AS "dispute"`;
const memberList = (now: string) => `${selectList(users, 'u', memberKeys)}, ${derivedColumns(now)}`;

export interface DerivedColumns {
  hasEarnings: 0 | 1;
  pendingEmail: string | null;
  /** JSON of the subscription that pays for the membership; null if there is none. */
  subscription: string | null;
  /** JSON of the payments in an open dispute; null if there are none. */
  dispute: string | null;
}
export type Member = RowOf<typeof users, (typeof memberKeys)[number]> & DerivedColumns;

const finderKeys = ['id', 'email', 'referredById', 'emailVerifiedAt', 'tokenBalance'] as const;
const finderList = selectList(users, 'u', finderKeys);

export type FinderRow = RowOf<typeof users, (typeof finderKeys)[number]>;

export interface NewMember extends NewUsername {
  email: string;
  emailKey: string;
  passwordHash: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  country: string | null;
  referralCode: string;
  /** Referral code of the inviting member; ignored if unknown. */
  invitedWith: string | null;
  addressHash: string | null;
  language: Language;
}

interface SessionCredentials {
  passwordHash: string;
  authenticatedAt: number;
}

export const takenNames = {
  'users.email_key': 'email_taken',
  'users.username_key': 'username_taken',
  'users.username_skeleton': 'username_taken',
} as const;
export type TakenName = (typeof takenNames)[keyof typeof takenNames];
/** Reason for refusing a registration. `email_reserved` means that another account can still restore the email. */
export type RegistrationRefusal = TakenName | 'email_being_deleted' | 'email_reserved';

/** Loads the member if the session has not ended or expired and the account is not being deleted. Reads 3 rows. */
export function signedInMember(caller: Caller, now: number): Statement<Member> {
  return selectForSession<Member, keyof DerivedColumns>(memberList('?3'), caller, now);
}

export interface SessionHolder {
  id: number;
}

export interface SessionReader extends SessionHolder {
  language: string;
}

export function sessionHolder(caller: Caller, now: number): Statement<SessionReader> {
  return selectForSession<SessionReader>('u.id AS "id", u.language AS "language"', caller, now);
}

export function signedInFinder(caller: Caller, now: number): Statement<FinderRow> {
  return selectForSession<FinderRow>(finderList, caller, now);
}

/** Loads the member of a session opened earlier in the same batch. Must run after the statement that opens the session. */
export function selectSessionMember(session: NewSession, now: number): Statement<Member> {
  return statement<Member, keyof DerivedColumns>(
    `SELECT ${memberList('?2')} FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id_hash = ?1`,
    [session.hash, now],
  );
}

/** Selects columns of member `u` if the session is valid. ?2 is the member's id. */
export function selectForSession<Row, UncheckedColumns extends keyof Row = never>(
  columns: string,
  caller: Caller,
  now: number,
): Statement<Row> {
  // While an administrator views the account, the administrator's session is checked instead of the member's.
  const session = caller.isViewing
    ? 'admin_sessions s JOIN admins a ON a.id = s.admin_id AND a.disabled_at IS NULL JOIN users u ON u.id = ?2'
    : 'sessions s JOIN users u ON u.id = s.user_id AND s.user_id = ?2';
  return statement<Row, UncheckedColumns>(
    `SELECT ${columns} FROM ${session}
     WHERE s.id_hash = ?1 AND s.revoked_at IS NULL AND s.expires_at > ?3 AND u.deletion_requested_at IS NULL`,
    [caller.sessionHash, caller.userId, now],
  );
}

async function findRefusal(db: Database, emailKey: string, now: number): Promise<RegistrationRefusal> {
  const [leaving, reserved] = await batch(db, [
    statement<{ id: number }>('SELECT id FROM users WHERE email_key = ?1 AND deletion_requested_at IS NOT NULL', [emailKey]),
    statement<{ one: 1 }, 'one'>(`SELECT 1 AS "one" WHERE ${isAddressReserved('?1', '?2')}`, [emailKey, now]),
  ]);
  if (firstRow(leaving)) return 'email_being_deleted';
  return firstRow(reserved) ? 'email_reserved' : 'email_taken';
}

export const userStore = bindStore({
  async signedIn(db, caller: Caller, now: number): Promise<Member | undefined> {
    return firstRow((await batch(db, [signedInMember(caller, now)]))[0]);
  },

  async signedInWithPassword(db, caller: Caller, now: number): Promise<(SessionCredentials & { member: Member }) | undefined> {
    const [found, credentials] = await batch(db, [
      signedInMember(caller, now),
      statement<SessionCredentials, 'authenticatedAt'>(
        `SELECT u.password_hash AS "passwordHash", coalesce(s.authenticated_at, s.created_at) AS "authenticatedAt"
         FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id_hash = ?1 AND u.id = ?2`,
        [caller.sessionHash, caller.userId],
      ),
    ]);
    const member = firstRow(found);
    const secrets = firstRow(credentials);
    return member && secrets && { member, ...secrets };
  },

  async register(db, member: NewMember, session: NewSession, mails: Mail[], now: number): Promise<Member | RegistrationRefusal> {
    const insert = statement(
      `INSERT INTO users (email, email_key, username, username_key, password_hash, first_name, last_name, phone, address, city, state, zip,
         country, referral_code, referred_by_id, created_at, last_login_at, registration_address_hash, username_skeleton, first_name_key,
         last_name_key, phone_key, language)
       VALUES (?1, iif(${isAddressReserved('?2', '?16')}, NULL, ?2), ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14,
         (SELECT id FROM users WHERE referral_code = ?15 AND deletion_requested_at IS NULL), ?16, ?16, ?17, ${freeSkeletonSql('?18')}, ?19, ?20, ?21, ?22)`,
      [
        member.email,
        member.emailKey,
        member.username,
        member.usernameKey,
        member.passwordHash,
        member.firstName,
        member.lastName,
        member.phone,
        member.address,
        member.city,
        member.state,
        member.zip,
        member.country,
        member.referralCode,
        member.invitedWith,
        now,
        member.addressHash,
        member.usernameSkeleton,
        nameKey(member.firstName ?? ''),
        nameKey(member.lastName ?? ''),
        phoneKey(member.phone ?? ''),
        member.language,
      ],
    );
    const registrationResult = await catchViolation(takenNames, async () => {
      const results = await batch(db, [
        insert,
        openSession(member.emailKey, session, now),
        ...afterOpening(session, now),
        ...queueAccountMails({ emailKey: member.emailKey }, mails, now),
        selectSessionMember(session, now),
      ]);
      return onlyRow(results.at(-1));
    });
    return registrationResult === 'email_taken' ? findRefusal(db, member.emailKey, now) : registrationResult;
  },

  /** Opens a session for the developer pages only. Returns undefined for an unknown account. */
  async openTestSession(db, emailKey: string, session: NewSession, now: number): Promise<Member | undefined> {
    const results = await batch(db, [
      openSession(emailKey, session, now),
      ...afterOpening(session, now),
      selectSessionMember(session, now),
    ]);
    return firstRow(results.at(-1));
  },

  /**
   * Changes a profile and queues its emails; an email that must be verified first becomes pending. Returns undefined, without writing
   * anything, if the email, its verification status or the pending change is no longer as it was when loaded.
   */
  async changeProfile(
    db,
    member: Member,
    change: ProfilePlan & { changesAddress: boolean; warning: Mail | undefined },
    mails: Mail[],
    now: number,
  ): Promise<Member | TakenName | undefined> {
    const values: (string | number | null)[] = [member.id];
    const bind = (value: string | number | null) => `?${values.push(value)}`;
    const assignments = assignProfile(change.set, bind);
    const { email, warning } = change;
    if (change.changesAddress) assignments.push(`address_changed_at = ${bind(now)}`);
    const unchangedProfile = ['true'];
    if (email) {
      const [key, at] = [bind(email.emailKey), bind(now)];
      unchangedProfile.push(`email_key = ${bind(email.previousKey)}`);
      // Sets `email_key` to NULL if the email is in use or reserved so that the NOT NULL constraint rolls the batch back.
      const keyUnlessTaken = `iif(${isTaken(key, at, '?1')}, NULL, ${email.method === 'prove' ? 'email_key' : key})`;
      assignments.push(`email_key = ${keyUnlessTaken}`);
      if (email.method !== 'prove') assignments.push(`email = ${bind(email.email)}`);
      if (email.method === 'replace') unchangedProfile.push('email_verified_at IS NULL');
      if (email.method === 'prove')
        unchangedProfile.push(`email_verified_at IS NOT NULL AND ${pendingEmailSql('?1', at)} IS ${bind(member.pendingEmail)}`);
    }
    const update = statement(
      `UPDATE users SET version = iif(${unchangedProfile.join(' AND ')}, version + 1, NULL)${assignments.map((one) => `, ${one}`).join('')}
       WHERE id = ?1`,
      values,
    );
    const recipient = email && { emailKey: email.method === 'prove' ? email.previousKey : email.emailKey, userId: member.id };
    return catchViolation({ ...takenNames, 'users.version': undefined }, async () => {
      const results = await batch(db, [
        update,
        ...(email?.method === 'prove' ? [endPendingChange(member.id, now)] : []),
        ...(recipient ? queueAccountMails(recipient, mails, now) : []),
        ...(warning ? queueNotice({ userId: member.id, mail: warning }, now) : []),
        statement<Member, keyof DerivedColumns>(`SELECT ${memberList('?2')} FROM users u WHERE u.id = ?1`, [member.id, now]),
      ]);
      return onlyRow(results.at(-1));
    });
  },

  /**
   * Sets a new password and secures the account, except for the caller's session. Returns false if the password has been changed in the
   * meantime.
   */
  async changePassword(
    db,
    caller: Caller,
    previousHash: string,
    newHash: string,
    mail: Mail,
    attempt: Limit[],
    now: number,
  ): Promise<boolean> {
    const { userId, sessionHash } = caller;
    return catchViolation({ 'users.version': false }, async () => {
      await batch(db, [
        guardAccount(userId, 'password_hash = ?2', [previousHash]),
        statement('UPDATE users SET password_hash = ?2, version = version + 1 WHERE id = ?1', [userId, newHash]),
        ...queueNotice({ userId, mail }, now),
        ...attempt.map((limit) => forgiveAttempt(limit)),
        ...secureAccount('password_change', userId, now, { session: sessionHash }).statements,
      ]);
      return true;
    });
  },
});
