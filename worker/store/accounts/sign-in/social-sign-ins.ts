import type { Language } from '#schema/languages.ts';
import { sessionTtlSeconds } from '#schema/rules.ts';
import type { Identity } from '#worker/domain/accounts/identity.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import { nameKey } from '#worker/domain/accounts/search-keys.ts';
import {
  type AccountCreationPlan,
  type AccountMatches,
  type MatchedAccount,
  splitDisplayName,
} from '#worker/domain/accounts/social-sign-in.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { isAddressReserved } from '#worker/store/accounts/former-address.ts';
import { guardAccount, secureAccount } from '#worker/store/accounts/secure-account.ts';
import { forgottenRegistrant, isSameAccount, isUnverifiedAccount } from '#worker/store/accounts/unverified-account.ts';
import { type Member, selectSessionMember } from '#worker/store/accounts/users.ts';
import { confirmAwaitedPlacements } from '#worker/store/cards/placement-rewards.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueAccountMails } from '#worker/store/messages/mail.ts';
import { batch, batchAfter, firstRow, type Statement, type StatementResult, statement, violatedConstraint } from '#worker/store/sql.ts';
import { afterOpening, type NewSession } from './sessions.ts';

export interface NewSocialMember {
  emailKey: string;
  firstName: string | null;
  lastName: string | null;
  referralCode: string;
  invitedWith: string | null;
  addressHash: string | null;
  language: Language;
}

export type FoundAccount = MatchedAccount & { firstName: string | null; email: string; suspendedReason: string | null };

interface AccountRow extends Omit<FoundAccount, 'isLeaving' | 'isRemoved' | 'isSuspended'> {
  isLeaving: 0 | 1;
  isRemoved: 0 | 1;
}

/** Selects a row if this session is open and belongs to the member. */
function openSessionOf(userId: string, hash: string, now: string): string {
  return `SELECT 1 FROM sessions s WHERE s.id_hash = ${hash} AND s.user_id = ${userId} AND s.revoked_at IS NULL AND s.expires_at > ${now}`;
}

const accountColumns = `u.id AS "id", u.email AS "email", u.first_name AS "firstName", u.email_key AS "emailKey",
  u.email_verified_at AS "emailVerifiedAt", u.sign_ins_valid_from AS "signInsValidFrom",
  u.deletion_requested_at IS NOT NULL AS "isLeaving", u.suspended_reason AS "suspendedReason",
  (SELECT l.provider_id FROM user_auth_providers l WHERE l.user_id = u.id AND l.provider = ?2) AS "linkedSubject",
  EXISTS (SELECT 1 FROM removed_providers r WHERE r.user_id = u.id AND r.provider = ?2 AND r.provider_id = ?3)
    AND NOT EXISTS (${openSessionOf('u.id', '?4', '?5')}) AS "isRemoved"`;

type CheckedHere = 'isLeaving' | 'linkedSubject' | 'isRemoved';

export const socialSignInStore = bindStore({
  async load(
    db,
    identity: Identity,
    emailKey: string,
    session: Pick<NewSession, 'replaces'>,
    now: number,
  ): Promise<AccountMatches & { [Way in 'byUid' | 'bySubject' | 'byEmail']: FoundAccount | undefined }> {
    const values = [identity.provider, identity.subject, session.replaces, now];
    const [byUid, bySubject, byEmail, reserved] = await batch(db, [
      statement<AccountRow, CheckedHere>(`SELECT ${accountColumns} FROM users u WHERE u.firebase_uid = ?1 AND u.email_key = ?6`, [
        identity.uid,
        ...values,
        emailKey,
      ]),
      statement<AccountRow, CheckedHere>(
        `SELECT ${accountColumns} FROM user_auth_providers p JOIN users u ON u.id = p.user_id
         WHERE p.provider_id = ?1 AND p.provider = ?2`,
        [identity.subject, ...values],
      ),
      statement<AccountRow, CheckedHere>(`SELECT ${accountColumns} FROM users u WHERE u.email_key = ?1`, [emailKey, ...values]),
      statement<{ one: 1 }, 'one'>(`SELECT 1 AS "one" WHERE ${isAddressReserved('?1', '?2')}`, [emailKey, now]),
    ]);
    return {
      byUid: toAccount(byUid),
      bySubject: toAccount(bySubject),
      byEmail: toAccount(byEmail),
      isEmailKept: firstRow(reserved) !== undefined,
    };
  },

  /** Signs in to an existing account. Returns undefined if the account has changed since it was loaded. */
  async open(
    db,
    plan: AccountCreationPlan,
    identity: Identity,
    session: NewSession,
    mails: Mail[],
    now: number,
  ): Promise<Member | undefined> {
    return catchConflict(async () => {
      const takeoverStatements =
        plan.kind === 'take_over'
          ? [
              guardAccount(plan.accountId, isUnverifiedAccount, [plan.emailKey]),
              ...secureAccount('takeover', plan.accountId, now).statements,
            ]
          : [];
      const results = await batchAfter(
        db,
        [...takeoverStatements, permitRemoved(plan, identity, session, now)],
        [
          forgetFormerUid(identity),
          joinAccount(plan, identity, now),
          openSession('id = ?1', plan.accountId, identity, session, now),
          ...afterOpening(session, now),
          linkProvider(identity, session, now),
          ...confirmAwaitedPlacements('?1', [plan.accountId]),
          ...queueAccountMails({ emailKey: plan.emailKey, userId: plan.accountId, sessionHash: session.hash }, mails, now),
          selectSessionMember(session, now),
        ],
      );
      return firstRow(results.at(-1));
    });
  },

  /** Registers a member. Returns undefined if the email or the identity has been taken in the meantime. */
  async register(
    db,
    member: NewSocialMember,
    identity: Identity,
    session: NewSession,
    mails: Mail[],
    unusablePassword: string,
    now: number,
  ): Promise<Member | undefined> {
    return catchConflict(async () => {
      const results = await batch(db, [
        forgetFormerUid(identity),
        statement(
          `INSERT INTO users (email, email_key, email_verified_at, password_hash, first_name, last_name, referral_code, referred_by_id,
             firebase_uid, oauth_provider, photo_url, created_at, last_login_at, registration_address_hash, first_name_key, last_name_key,
             language)
           VALUES (?1, iif(${isAddressReserved('?2', '?12')}, NULL, ?2), ?3, ?4, ?5, ?6, ?7,
             (SELECT id FROM users WHERE referral_code = ?8 AND deletion_requested_at IS NULL), ?9, ?10, ?11, ?12, ?12, ?13, ?14, ?15, ?16)`,
          [
            identity.email,
            member.emailKey,
            identity.isEmailVerified ? now : null,
            unusablePassword,
            member.firstName,
            member.lastName,
            member.referralCode,
            member.invitedWith,
            uidToStore(identity, member.emailKey),
            identity.provider,
            identity.picture,
            now,
            member.addressHash,
            nameKey(member.firstName ?? ''),
            nameKey(member.lastName ?? ''),
            member.language,
          ],
        ),
        openSession('email_key = ?1', member.emailKey, identity, session, now),
        ...afterOpening(session, now),
        linkProvider(identity, session, now),
        ...queueAccountMails({ emailKey: member.emailKey }, mails, now),
        selectSessionMember(session, now),
      ]);
      return firstRow(results.at(-1));
    });
  },
});

function toAccount(result: StatementResult<AccountRow>): FoundAccount | undefined {
  const row = firstRow(result);
  return row && { ...row, isLeaving: row.isLeaving === 1, isRemoved: row.isRemoved === 1, isSuspended: row.suspendedReason !== null };
}

/**
 * Firebase has one uid per email, and reassigns it to whoever verifies the email. The uid therefore identifies a person only if the
 * provider has verified the email, and only in the account that has this email; otherwise, the provider's subject does.
 */
function uidToStore({ uid, email, isEmailVerified }: Identity, emailKey: string): string | null {
  return isEmailVerified && comparisonKey(email) === emailKey ? uid : null;
}

/** Removes the uid from an account that no longer has the email. */
function forgetFormerUid({ uid, email }: Identity): Statement {
  return statement('UPDATE users SET firebase_uid = NULL WHERE firebase_uid = ?1 AND email_key <> ?2', [uid, comparisonKey(email)]);
}

function joinAccount(plan: AccountCreationPlan, identity: Identity, now: number): Statement {
  if (plan.kind === 'take_over') return takeOver(plan, identity, now);
  const addressIsProved = plan.kind === 'link' ? 'AND email_verified_at IS NOT NULL' : '';
  return statement(
    `UPDATE users SET firebase_uid = coalesce(?3, firebase_uid), last_login_at = ?4, oauth_provider = coalesce(oauth_provider, ?5),
       photo_url = coalesce(photo_url, ?6)${plan.verifiesEmail ? ', email_verified_at = coalesce(email_verified_at, ?4)' : ''}
     WHERE ${isSameAccount} ${addressIsProved} AND sign_ins_valid_from <= ?7
       AND NOT EXISTS (SELECT 1 FROM removed_providers WHERE user_id = ?1 AND provider = ?5 AND provider_id = ?8)`,
    [
      plan.accountId,
      plan.emailKey,
      uidToStore(identity, plan.emailKey),
      now,
      identity.provider,
      identity.picture,
      identity.authTime,
      identity.subject,
    ],
  );
}

/**
 * Transfers an unverified account to the person whose provider verified its email. Preserves earnings and purchases, clears the contact
 * details entered at registration, and sets the identity's name and photo.
 */
function takeOver(plan: AccountCreationPlan, identity: Identity, now: number): Statement {
  const { firstName, lastName } = splitDisplayName(identity.name);
  return statement(
    `UPDATE users SET ${forgottenRegistrant}, first_name = ?4, last_name = ?5, first_name_key = ?10, last_name_key = ?11, photo_url = ?6, oauth_provider = ?7, firebase_uid = ?8,
       last_login_at = ?3, email_verified_at = ?3, password_hash = '!', sign_ins_valid_from = ?9, version = version + 1
     WHERE ${isUnverifiedAccount}`,
    [
      plan.accountId,
      plan.emailKey,
      now,
      firstName,
      lastName,
      identity.picture,
      identity.provider,
      identity.uid,
      identity.authTime,
      nameKey(firstName ?? ''),
      nameKey(lastName ?? ''),
    ],
  );
}

/** Lets an identity that was removed be linked again if the browser is signed in to the account, or if it takes over the account. */
function permitRemoved(
  { kind, accountId }: AccountCreationPlan,
  { provider, subject }: Identity,
  session: NewSession,
  now: number,
): Statement {
  return statement(
    `DELETE FROM removed_providers WHERE user_id = ?1 AND provider = ?2 AND provider_id = ?3
       AND (?4 OR EXISTS (${openSessionOf('?1', '?5', '?6')}))`,
    [accountId, provider, subject, kind === 'take_over' ? 1 : 0, session.replaces, now],
  );
}

/** Links the provider, unless its subject is already linked to another account. */
function linkProvider(identity: Identity, session: NewSession, now: number): Statement {
  return statement(
    `INSERT INTO user_auth_providers (user_id, provider, provider_id, email_key, created_at, last_used_at)
     SELECT s.user_id, ?2, ?3, ?5, ?4, ?4 FROM sessions s WHERE s.id_hash = ?1
       AND NOT EXISTS (SELECT 1 FROM user_auth_providers WHERE provider = ?2 AND provider_id = ?3 AND user_id <> s.user_id)
     ON CONFLICT (user_id, provider) DO UPDATE SET last_used_at = excluded.last_used_at,
       email_key = iif(provider_id = excluded.provider_id, excluded.email_key, email_key)`,
    [session.hash, identity.provider, identity.subject, now, identity.isEmailVerified ? comparisonKey(identity.email) : null],
  );
}

/** Opens a session. Must directly follow the statement that accepts the identity; does nothing if that statement changed no row. */
function openSession(
  account: 'id = ?1' | 'email_key = ?1',
  value: number | string,
  identity: Identity,
  session: NewSession,
  now: number,
): Statement {
  return statement(
    `INSERT INTO sessions (id_hash, user_id, created_at, expires_at, user_agent, authenticated_at, country)
     SELECT ?2, id, ?3, ?4, ?5, ?6, ?7 FROM users WHERE ${account} AND changes() > 0`,
    [value, session.hash, now, now + sessionTtlSeconds, session.userAgent, Math.min(now, identity.authTime), session.country],
  );
}

/**
 * Runs a write. Returns undefined if the account was concurrently suspended, or if another account took its email, uid or subject. The
 * caller must then reload the account.
 */
async function catchConflict(write: () => Promise<Member | undefined>): Promise<Member | undefined> {
  try {
    return await write();
  } catch (error) {
    const constraint = violatedConstraint(error) ?? '';
    if (/^(users\.(email_key|firebase_uid|version)|user_auth_providers\.|member_suspended)/.test(constraint)) return undefined;
    throw error;
  }
}
