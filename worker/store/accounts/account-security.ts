/** Actions that members take to secure their accounts. */

import type { SocialProvider } from '#schema/accounts/social-providers.ts';
import { recentAccessSeconds } from '#schema/rules.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import type { LinkedMailId, Mail } from '#worker/domain/messages/mail.ts';
import { bindStore, type Database } from '#worker/store/database.ts';
import { queueMail, queueSelectedMails, storeLink, withLink } from '#worker/store/messages/mail.ts';
import { batch, catchViolation, firstRow, rows, type Statement, statement } from '#worker/store/sql.ts';
import { forgetProviders, guardAccount, rememberProviders, type SecuringReason, secureAccount } from './secure-account.ts';
import { type PasskeyRow, passkeyColumns } from './sign-in/passkeys.ts';
import { sessionName } from './sign-in/sessions.ts';

export interface RecentAccess {
  passkeys: PasskeyRow[];
  providers: { provider: SocialProvider; createdAt: number }[];
}

/** How a member ends sessions. */
export interface SignOut {
  keepsPasskeys: boolean;
  /** If the member did not send the password, when the session was last authenticated: later reset links remain valid. */
  keepsResetLinksSince?: number;
  /** Email that warns the owner, in case an intruder ends the sessions. */
  alert: LinkedMailId & { email: string };
}

/**
 * Ends sessions of a member, secures the account, and emails the owner unless only the caller's own session ended. If `guard` fails, the batch fails.
 */
async function endSessions(
  db: Database,
  userId: number,
  [reason, session]: [SecuringReason, string?],
  { alert: { email, ...id }, ...options }: SignOut,
  now: number,
  guard: Statement[] = [],
): Promise<void> {
  const { statements, removed } = secureAccount(reason, userId, now, { ...options, ...(session !== undefined && { session }) });
  const [emailAt, ownAt] = [1, 2].map((place) => `?${removed.values.length + place}`);
  await batch(db, [
    ...guard,
    queueSelectedMails(
      'signed_out',
      {
        sql: `SELECT u.id, ${emailAt}, json_object('firstName', u.first_name, 'bySession', 'yes', 'removed', f.removed), NULL
          FROM users u JOIN (${removed.sql}) f WHERE u.id IN (SELECT value FROM json_each(?1)) AND u.email_verified_at IS NOT NULL
            AND EXISTS (SELECT 1 FROM json_each(f.removed) e WHERE e.value ->> 'kind' <> 'sessions' OR e.value ->> 'name' > ${ownAt})`,
        values: [...removed.values, email, reason === 'sign_out' ? 1 : 0],
      },
      now,
      id.messageId,
    ),
    storeLink({ ...id, purpose: 'secure_account', email }, now),
    ...statements,
  ]);
}

export const accountSecurityStore = bindStore({
  signOutEverywhere(db, { userId }: Caller, signOut: SignOut, now: number): Promise<void> {
    return endSessions(db, userId, ['sign_out'], signOut, now);
  },

  endOtherSessions(db, { userId, sessionHash }: Caller, signOut: SignOut, now: number): Promise<void> {
    return endSessions(db, userId, ['other_devices', sessionHash], signOut, now);
  },

  /** Ends one of the member's sessions. Returns false if the member has no session with this name. */
  endSession(db, { userId }: Caller, name: string, signOut: SignOut, now: number): Promise<boolean> {
    const hasSession = `EXISTS (SELECT 1 FROM sessions WHERE user_id = ?1 AND ${sessionName} = ?2 AND revoked_at IS NULL AND expires_at > ?3)`;
    return catchViolation({ 'users.version': false }, async () => {
      await endSessions(db, userId, ['one_device', name], signOut, now, [guardAccount(userId, hasSession, [name, now])]);
      return true;
    });
  },

  /** Lists passkeys and providers added in the last 30 days, for the member to review after a password change. */
  async recentAccess(db, { userId }: Caller, now: number): Promise<RecentAccess> {
    const since = now - recentAccessSeconds;
    const [passkeys, providers] = await batch(db, [
      statement<PasskeyRow>(`SELECT ${passkeyColumns} FROM member_passkeys t WHERE t.user_id = ?1 AND t.created_at >= ?2 ORDER BY t.id`, [
        userId,
        since,
      ]),
      statement<RecentAccess['providers'][number]>(
        `SELECT provider AS "provider", created_at AS "createdAt" FROM user_auth_providers WHERE user_id = ?1 AND created_at >= ?2 ORDER BY created_at`,
        [userId, since],
      ),
    ]);
    return { passkeys: rows(passkeys), providers: rows(providers) };
  },

  /** Unlinks a sign-in provider and notifies the member. Returns false if the provider is not linked. */
  async removeProvider(db, { userId }: Caller, provider: string, mail: Mail, now: number): Promise<boolean> {
    const [, removed] = await batch(db, [
      rememberProviders({ sql: 'user_id = ?1 AND provider = ?2', values: [userId, provider] }, now),
      statement<{ userId: number }>('DELETE FROM user_auth_providers WHERE user_id = ?1 AND provider = ?2 RETURNING user_id AS "userId"', [
        userId,
        provider,
      ]),
      ...withLink(queueMail(mail, { userId: '?1', from: 'WHERE changes() > 0', values: [userId] }, now), mail, now),
      forgetProviders(JSON.stringify([userId])),
    ]);
    return firstRow(removed) !== undefined;
  },
});
