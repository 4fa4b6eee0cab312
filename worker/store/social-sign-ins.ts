/** Sign-in through a provider: finding the account that an identity opens, and opening it. Rulings section 3. */
import { sessionTtlSeconds } from '#schema/rules.ts';
import type { Identity } from '#worker/domain/identity.ts';
import type { Mail } from '#worker/domain/mail.ts';
import { namesOf, type OpeningPlan, type SeenAccount, type SeenAccounts } from '#worker/domain/social-sign-in.ts';
import { openWayBack, restoreAddress, takeBackSince, type WayBack } from './former-address.ts';
import { queueMails } from './mail.ts';
import { endReplaced, type NewSession } from './sessions.ts';
import { batch, firstRow, type Statement, statement, violatedConstraint } from './sql.ts';
import { asFound, endOtherWaysIn, forgottenRegistrant, neverProved } from './unproved-account.ts';
import { type Member, memberOfSession as ofSession } from './users.ts';

export interface NewSocialMember {
  emailKey: string;
  firstName: string | null;
  lastName: string | null;
  referralCode: string;
  invitedWith: string | null;
  addressHash: string | null;
}

/** With what a mail to the account needs. */
export type FoundAccount = SeenAccount & { firstName: string | null; email: string };

interface AccountRow extends Omit<FoundAccount, 'isLeaving' | 'wayBack'> {
  isLeaving: 0 | 1;
  wayBackHash: string | null;
  formerEmail: string | null;
  isFormerEmailTaken: 0 | 1;
}

/** A change of address to be undone, and the mail that tells the former one. */
export interface GivenBack extends WayBack {
  /** The address that the account is to leave. */
  leaving: string;
  told: Mail;
}

const accountColumns = `u.id AS "id", u.email AS "email", u.first_name AS "firstName", u.email_key AS "emailKey",
  u.email_verified_at AS "emailVerifiedAt", u.sign_ins_valid_from AS "signInsValidFrom",
  u.deletion_requested_at IS NOT NULL AS "isLeaving",
  f.token_hash AS "wayBackHash", f.email AS "formerEmail",
  EXISTS (SELECT 1 FROM users o WHERE o.email_key = lower(f.email) AND o.id <> u.id) AS "isFormerEmailTaken",
  (SELECT l.provider_id FROM user_auth_providers l WHERE l.user_id = u.id AND l.provider = ?2) AS "linkedSubject"`;
const withWayBack = `LEFT JOIN one_time_links f ON f.token_hash = (${openWayBack('u.id', '?3')})`;

export function socialSignInStore(db: D1Database) {
  return {
    /** The accounts that an identity could mean. */
    async look(
      identity: Identity,
      emailKey: string,
      now: number,
    ): Promise<SeenAccounts & { [Way in keyof SeenAccounts]: FoundAccount | undefined }> {
      const { provider } = identity;
      const [byUid, bySubject, byEmail] = await batch(db, [
        statement(db, `SELECT ${accountColumns} FROM users u ${withWayBack} WHERE u.firebase_uid = ?1`, identity.uid, provider, now),
        statement(
          db,
          `SELECT ${accountColumns} FROM user_auth_providers p JOIN users u ON u.id = p.user_id ${withWayBack}
           WHERE p.provider_id = ?1 AND p.provider = ?2`,
          identity.subject,
          provider,
          now,
        ),
        statement(db, `SELECT ${accountColumns} FROM users u ${withWayBack} WHERE u.email_key = ?1`, emailKey, provider, now),
      ]);
      return { byUid: seen(byUid), bySubject: seen(bySubject), byEmail: seen(byEmail) };
    },

    /**
     * Opens a session in the account that was found, after linking it or taking it over. Undefined where the account has
     * changed since the look.
     */
    async open(plan: OpeningPlan, identity: Identity, session: NewSession, mails: Mail[], now: number): Promise<Member | undefined> {
      return orChanged(async () => {
        const results = await batch(db, [
          ...(plan.kind === 'take_over' ? endOtherWaysIn(db, plan, now, 'never_proved') : []),
          joinAccount(db, plan, identity, now),
          openSession(db, identity, session, now),
          ...endReplaced(db, session, now),
          linkProvider(db, identity, session, now),
          ...queueMails(db, { emailKey: plan.emailKey, userId: plan.accountId, sessionHash: session.hash }, mails, now),
          ofSession(db, session),
        ]);
        return firstRow<Member>(results.at(-1));
      });
    },

    /**
     * Adds a member with their first session, after giving back the account that was moved to their address. Undefined
     * where somebody was faster with the address or the identity, or the account has changed since the look.
     */
    async register(
      member: NewSocialMember,
      identity: Identity,
      session: NewSession,
      mails: Mail[],
      unusablePassword: string,
      now: number,
      givenBack?: GivenBack,
    ): Promise<Member | undefined> {
      return orChanged(async () => {
        const results = await batch(db, [
          // Where that changes nothing, a missing password hash ends the batch.
          ...(givenBack ? [restoreAddress(db, givenBack, now, givenBack.leaving)] : []),
          statement(
            db,
            `INSERT INTO users (email, email_key, email_verified_at, password_hash, first_name, last_name, referral_code, referred_by_id,
               firebase_uid, oauth_provider, photo_url, created_at, last_login_at, registration_address_hash)
             VALUES (?1, ?2, ?3, ${givenBack ? 'iif(changes() > 0, ?4, NULL)' : '?4'}, ?5, ?6, ?7, (SELECT id FROM users WHERE referral_code = ?8 AND deletion_requested_at IS NULL),
               ?9, ?10, ?11, ?12, ?12, ?13)`,
            identity.email,
            member.emailKey,
            identity.isEmailVerified ? now : null,
            unusablePassword,
            member.firstName,
            member.lastName,
            member.referralCode,
            member.invitedWith,
            identity.uid,
            identity.provider,
            identity.picture,
            now,
            member.addressHash,
          ),
          openSession(db, identity, session, now),
          ...endReplaced(db, session, now),
          linkProvider(db, identity, session, now),
          ...queueMails(db, { emailKey: member.emailKey }, mails, now),
          ...(givenBack
            ? [
                ...takeBackSince(db, givenBack, now),
                ...queueMails(db, { emailKey: givenBack.emailKey, userId: givenBack.userId }, [givenBack.told], now),
              ]
            : []),
          ofSession(db, session),
        ]);
        return firstRow<Member>(results.at(-1));
      });
    },
  };
}

function seen(result: D1Result<unknown> | undefined): FoundAccount | undefined {
  const row = firstRow<AccountRow>(result);
  if (!row) return undefined;
  const { wayBackHash, formerEmail, isFormerEmailTaken, ...account } = row;
  const wayBack =
    wayBackHash === null || formerEmail === null ? null : { tokenHash: wayBackHash, email: formerEmail, isTaken: isFormerEmailTaken === 1 };
  return { ...account, isLeaving: row.isLeaving === 1, wayBack };
}

/** Lets the identity open the account, and keeps what the provider vouches for. */
function joinAccount(db: D1Database, plan: OpeningPlan, identity: Identity, now: number): Statement {
  if (plan.kind === 'take_over') return takeOver(db, plan, identity, now);
  const proved = plan.kind === 'link' ? 'AND email_verified_at IS NOT NULL' : '';
  return statement(
    db,
    `UPDATE users SET firebase_uid = ?3, last_login_at = ?4, oauth_provider = coalesce(oauth_provider, ?5),
       photo_url = coalesce(photo_url, ?6)${plan.verifiesEmail ? ', email_verified_at = coalesce(email_verified_at, ?4)' : ''}
     WHERE ${asFound} ${proved} AND sign_ins_valid_from <= ?7`,
    plan.accountId,
    plan.emailKey,
    identity.uid,
    now,
    identity.provider,
    identity.picture,
    identity.authTime,
  );
}

/** Nothing of whoever registered the account is left but what it has earned and paid. */
function takeOver(db: D1Database, plan: OpeningPlan, identity: Identity, now: number): Statement {
  const { firstName, lastName } = namesOf(identity.name);
  return statement(
    db,
    `UPDATE users SET ${forgottenRegistrant}, first_name = ?4, last_name = ?5, photo_url = ?6, oauth_provider = ?7, firebase_uid = ?8,
       last_login_at = ?3, email_verified_at = ?3, password_hash = '!', sign_ins_valid_from = ?9, version = version + 1
     WHERE ${neverProved}`,
    plan.accountId,
    plan.emailKey,
    now,
    firstName,
    lastName,
    identity.picture,
    identity.provider,
    identity.uid,
    identity.authTime,
  );
}

/** The provider's subject opens the account of the session that was opened; one that opens another account already stays there. */
function linkProvider(db: D1Database, identity: Identity, session: NewSession, now: number): Statement {
  return statement(
    db,
    `INSERT INTO user_auth_providers (user_id, provider, provider_id, created_at, last_used_at)
     SELECT s.user_id, ?2, ?3, ?4, ?4 FROM sessions s WHERE s.id_hash = ?1
       AND NOT EXISTS (SELECT 1 FROM user_auth_providers WHERE provider = ?2 AND provider_id = ?3 AND user_id <> s.user_id)
     ON CONFLICT (user_id, provider) DO UPDATE SET last_used_at = excluded.last_used_at`,
    session.hash,
    identity.provider,
    identity.subject,
    now,
  );
}

/** Right after the statement that let the identity in: no session where that changed nothing. */
function openSession(db: D1Database, identity: Identity, session: NewSession, now: number): Statement {
  return statement(
    db,
    `INSERT INTO sessions (id_hash, user_id, created_at, expires_at, user_agent, authenticated_at, country)
     SELECT ?1, id, ?3, ?4, ?5, ?6, ?7 FROM users WHERE firebase_uid = ?2 AND changes() > 0`,
    session.hash,
    identity.uid,
    now,
    now + sessionTtlSeconds,
    session.userAgent,
    Math.min(now, identity.authTime),
    session.country,
  );
}

/** Undefined where a unique address, uid or subject was taken in the meantime, or nothing was given back: a second look will tell. */
async function orChanged(write: () => Promise<Member | undefined>): Promise<Member | undefined> {
  try {
    return await write();
  } catch (error) {
    const constraint = violatedConstraint(error) ?? '';
    if (/^(users\.(email_key|firebase_uid|password_hash)|user_auth_providers\.)/.test(constraint)) return undefined;
    throw error;
  }
}
