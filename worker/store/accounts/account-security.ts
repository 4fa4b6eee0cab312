/** Actions that members take to secure their accounts. Each method changes nothing unless the caller's session is valid. */

import type { SocialProvider } from '#schema/accounts/social-providers.ts';
import { recentAccessSeconds } from '#schema/rules.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import type { LinkedMailId, Mail } from '#worker/domain/messages/mail.ts';
import { bindStore, type Database } from '#worker/store/database.ts';
import { queueMail, queueSelectedMails, storeLink, withLink } from '#worker/store/messages/mail.ts';
import { batch, catchViolation, firstRow, rows, statement } from '#worker/store/sql.ts';
import { forgetProviders, guardAccount, rememberProviders, type SecuringReason, secureAccount } from './secure-account.ts';
import { type PasskeyRow, passkeyColumns } from './sign-in/passkeys.ts';
import { hasSession, sessionName } from './sign-in/sessions.ts';

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
 * Ends sessions of the caller, secures the account, and emails the owner unless only the caller's own session ended. Returns the hashes of
 * the ended sessions, or undefined if the caller's session is not valid or `condition` is false.
 */
async function endSessions(
  db: Database,
  { userId, sessionHash }: Caller,
  [reason, session]: [SecuringReason, string?],
  { alert: { email, ...id }, ...options }: SignOut,
  now: number,
  { sql, values }: { sql: string; values: string[] } = { sql: 'true', values: [] },
): Promise<string[] | undefined> {
  const { statements, removed } = secureAccount(reason, userId, now, { ...options, ...(session !== undefined && { session }) });
  const [emailAt, ownAt] = [1, 2].map((place) => `?${removed.values.length + place}`);
  return catchViolation({ 'users.version': undefined }, async () => {
    const results = await batch(db, [
      guardAccount(userId, `${hasSession('?2', '?1', '?3')} AND ${sql}`, [sessionHash, now, ...values]),
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
    return rows(results.at(-1)).map(({ hash }) => hash);
  });
}

export const accountSecurityStore = bindStore({
  signOutEverywhere(db, caller: Caller, signOut: SignOut, now: number): Promise<string[] | undefined> {
    return endSessions(db, caller, ['sign_out'], signOut, now);
  },

  endOtherSessions(db, caller: Caller, signOut: SignOut, now: number): Promise<string[] | undefined> {
    return endSessions(db, caller, ['other_devices', caller.sessionHash], signOut, now);
  },

  /**
   * Ends one of the member's sessions. Returns undefined if the caller's session is not valid, or if the member has no session with this
   * name.
   */
  endSession(db, caller: Caller, name: string, signOut: SignOut, now: number): Promise<string[] | undefined> {
    return endSessions(db, caller, ['one_device', name], signOut, now, {
      sql: `EXISTS (SELECT 1 FROM sessions WHERE user_id = ?1 AND ${sessionName} = ?4 AND revoked_at IS NULL AND expires_at > ?3)`,
      values: [name],
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

  /** Unlinks a sign-in provider and notifies the member. Returns false if the provider is not linked, or undefined if the caller's session is not valid. */
  async removeProvider(db, caller: Caller, provider: string, mail: Mail, now: number): Promise<boolean | undefined> {
    const { userId, sessionHash } = caller;
    return catchViolation({ 'users.version': undefined }, async () => {
      const [, , removed] = await batch(db, [
        guardAccount(userId, hasSession('?2', '?1', '?3'), [sessionHash, now]),
        rememberProviders({ sql: 'user_id = ?1 AND provider = ?2', values: [userId, provider] }, now),
        statement<{ userId: number }>(
          'DELETE FROM user_auth_providers WHERE user_id = ?1 AND provider = ?2 RETURNING user_id AS "userId"',
          [userId, provider],
        ),
        ...withLink(queueMail(mail, { userId: '?1', from: 'WHERE changes() > 0', values: [userId] }, now), mail, now),
        forgetProviders(JSON.stringify([userId])),
      ]);
      return firstRow(removed) !== undefined;
    });
  },
});
