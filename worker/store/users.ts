/** Members: reading the signed-in one, registering, changing profile and password. */
import { users } from '#schema/tables/members.ts';
import type { Limit } from '#worker/domain/limit.ts';
import type { Mail } from '#worker/domain/mail.ts';
import type { ProfilePlan } from '#worker/domain/profile.ts';
import { forgiveAttempt } from './counters.ts';
import { queueMails } from './mail.ts';
import { type NewSession, openSession } from './sessions.ts';
import { batch, firstRow, type RowOf, type Statement, selectList, statement, violatedConstraint } from './sql.ts';

export const memberKeys = [
  'id',
  'username',
  'email',
  'emailVerifiedAt',
  'firstName',
  'lastName',
  'role',
  'tokenBalance',
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
] as const;
/** Whether money was ever written for them: by the row that what they are owed is kept in. */
export const hasEarnings = 'EXISTS (SELECT 1 FROM payout_queue q WHERE q.id = u.id) AS "hasEarnings"';
const memberList = `${selectList(users, 'u', memberKeys)}, ${hasEarnings}`;

/** A member without what only the server may see. */
export type Member = RowOf<typeof users, (typeof memberKeys)[number]> & { hasEarnings: 0 | 1 };

const finderKeys = ['id', 'referredById', 'tokenBalance'] as const;
const finderList = selectList(users, 'u', finderKeys);

/** A member as a scan meets them. */
export type FinderRow = RowOf<typeof users, (typeof finderKeys)[number]>;

/** What a cookie or token claims; the database confirms it in the same round trip as what is asked. */
export interface Caller {
  userId: number;
  sessionHash: string;
}

export interface NewMember {
  email: string;
  emailKey: string;
  username: string | null;
  usernameKey: string | null;
  passwordHash: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  country: string | null;
  /** This member's own invitation code. */
  referralCode: string;
  /** The code they came with; an unknown one is ignored. */
  invitedWith: string | null;
  /** Keyed hash of the address they register from; null where it is not known. */
  addressHash: string | null;
}

export type Taken = 'email_taken' | 'username_taken';
/** Also: the address is of an account that is being deleted. */
export type NotRegistered = Taken | 'email_being_deleted';

/** The member of a session that still holds: not ended, not expired, the account not deleted. Reads 3 rows. */
export function signedInMember(db: D1Database, caller: Caller, now: number): Statement {
  return ofSession(db, memberList, caller, now);
}

/** The same, with no more of the member than a scan needs. */
export function signedInFinder(db: D1Database, caller: Caller, now: number): Statement {
  return ofSession(db, finderList, caller, now);
}

/** The member of a session that the same batch has just opened. */
export function memberOfSession(db: D1Database, session: NewSession): Statement {
  return statement(db, `SELECT ${memberList} FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id_hash = ?1`, session.hash);
}

function ofSession(db: D1Database, columns: string, caller: Caller, now: number): Statement {
  return statement(
    db,
    `SELECT ${columns} FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE s.id_hash = ?1 AND s.user_id = ?2 AND s.revoked_at IS NULL AND s.expires_at > ?3 AND u.deletion_requested_at IS NULL`,
    caller.sessionHash,
    caller.userId,
    now,
  );
}

/** The columns of what a profile may say. */
export const profileColumns = {
  firstName: 'first_name',
  lastName: 'last_name',
  phone: 'phone',
  address: 'address',
  city: 'city',
  state: 'state',
  zip: 'zip',
  country: 'country',
} as const satisfies Record<keyof ProfilePlan['set'], string>;

export function userStore(db: D1Database) {
  const isBeingDeleted = async (emailKey: string) => {
    const [leaving] = await batch(db, [
      statement(db, 'SELECT id FROM users WHERE email_key = ?1 AND deletion_requested_at IS NOT NULL', emailKey),
    ]);
    return firstRow(leaving) !== undefined;
  };
  const memberByEmail = (emailKey: string) => statement(db, `SELECT ${memberList} FROM users u WHERE u.email_key = ?1`, emailKey);

  return {
    /** The member, or undefined where the session does not hold. */
    async signedIn(caller: Caller, now: number): Promise<Member | undefined> {
      return firstRow<Member>((await batch(db, [signedInMember(db, caller, now)]))[0]);
    },

    /** Member and password hash of a session that holds. */
    async signedInWithPassword(caller: Caller, now: number): Promise<{ member: Member; passwordHash: string } | undefined> {
      const [found, hash] = await batch(db, [
        signedInMember(db, caller, now),
        statement(db, 'SELECT password_hash AS "passwordHash" FROM users WHERE id = ?1', caller.userId),
      ]);
      const member = firstRow<Member>(found);
      return member && { member, passwordHash: firstRow<{ passwordHash: string }>(hash)?.passwordHash ?? '' };
    },

    /** Adds a member with their first session and mails, all or nothing. */
    async register(member: NewMember, session: NewSession, mails: Mail[], now: number): Promise<Member | NotRegistered> {
      const insert = statement(
        db,
        `INSERT INTO users (email, email_key, username, username_key, password_hash, first_name, last_name, phone, address, city, state, zip,
           country, referral_code, referred_by_id, created_at, last_login_at, registration_address_hash)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14,
           (SELECT id FROM users WHERE referral_code = ?15 AND deletion_requested_at IS NULL), ?16, ?16, ?17)`,
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
      );
      const registered = await orTaken(async () => {
        const results = await batch(db, [
          insert,
          openSession(db, member.emailKey, session, now),
          ...queueMails(db, { emailKey: member.emailKey }, mails, now),
          memberByEmail(member.emailKey),
        ]);
        return expectRow(firstRow<Member>(results.at(-1)));
      });
      return registered === 'email_taken' && (await isBeingDeleted(member.emailKey)) ? 'email_being_deleted' : registered;
    },

    /** Opens a session without asking for a password: for the developer pages alone. Undefined where there is no such account. */
    async openTestSession(emailKey: string, session: NewSession, now: number): Promise<Member | undefined> {
      const results = await batch(db, [openSession(db, emailKey, session, now), memberOfSession(db, session)]);
      return firstRow<Member>(results.at(-1));
    },

    /**
     * Changes a profile and queues the mails that follow. With a new e-mail, undefined where the old one was changed
     * in the meantime; then nothing is written.
     */
    async changeProfile(userId: number, change: ProfilePlan, mails: Mail[], now: number): Promise<Member | Taken | undefined> {
      const columns = Object.entries(change.set) as [keyof typeof profileColumns, string | null][];
      const assignments = columns.map(([key], index) => `${profileColumns[key]} = ?${index + 3}`);
      if (change.email) {
        assignments.push(`email = ?${columns.length + 3}`, `email_key = ?${columns.length + 4}`);
        // A mere change of case keeps the address verified.
        if (change.email.emailKey !== change.email.previousKey) assignments.push('email_verified_at = NULL');
      }
      const update = statement(
        db,
        `UPDATE users SET version = version + 1${assignments.map((assignment) => `, ${assignment}`).join('')}
         WHERE id = ?1 AND (?2 IS NULL OR email_key = ?2) RETURNING id`,
        userId,
        change.email?.previousKey ?? null,
        ...columns.map(([, value]) => value),
        ...(change.email ? [change.email.email, change.email.emailKey] : []),
      );
      // Before the update, so that of two changes at once the loser, whose guard no longer matches, queues no mail either.
      const queued = change.email ? queueMails(db, { emailKey: change.email.previousKey, userId }, mails, now) : [];
      return orTaken(async () => {
        const results = await batch(db, [...queued, update, statement(db, `SELECT ${memberList} FROM users u WHERE u.id = ?1`, userId)]);
        return firstRow(results.at(-2)) ? expectRow(firstRow<Member>(results.at(-1))) : undefined;
      });
    },

    /**
     * Sets a new password, ends every session but the caller's and voids what else could sign in. False where the
     * password was changed in the meantime.
     */
    async changePassword(
      caller: Caller,
      previousHash: string,
      newHash: string,
      told: { emailKey: string; mail: Mail },
      attempt: Limit[],
      now: number,
    ): Promise<boolean> {
      const stillNew = 'EXISTS (SELECT 1 FROM users WHERE id = ?1 AND password_hash = ?2)';
      const [updated] = await batch(db, [
        statement(
          db,
          'UPDATE users SET password_hash = ?2, sign_ins_valid_from = ?4, version = version + 1 WHERE id = ?1 AND password_hash = ?3 RETURNING id',
          caller.userId,
          newHash,
          previousHash,
          now,
        ),
        statement(
          db,
          `UPDATE sessions SET revoked_at = ?3 WHERE user_id = ?1 AND id_hash <> ?4 AND revoked_at IS NULL AND ${stillNew}`,
          caller.userId,
          newHash,
          now,
          caller.sessionHash,
        ),
        statement(
          db,
          `UPDATE one_time_links SET used_at = ?3 WHERE user_id = ?1 AND purpose = 'reset_password' AND used_at IS NULL AND ${stillNew}`,
          caller.userId,
          newHash,
          now,
        ),
        ...queueMails(db, { emailKey: told.emailKey, userId: caller.userId, passwordHash: newHash }, [told.mail], now),
        ...attempt.map((limit) => forgiveAttempt(db, limit)),
      ]);
      return firstRow(updated) !== undefined;
    },
  };
}

/** What a write answers, or which name it would have taken from somebody else. */
export async function orTaken<Value>(write: () => Promise<Value>): Promise<Value | Taken> {
  try {
    return await write();
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'users.email_key') return 'email_taken';
    if (constraint === 'users.username_key') return 'username_taken';
    throw error;
  }
}

function expectRow<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('A row that was just written is gone');
  return row;
}
