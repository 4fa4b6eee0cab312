/** What a member has chosen about mails, and what their session can confirm. */

import type { Caller } from '#worker/domain/caller.ts';
import { batch, firstRow, statement } from './sql.ts';
import { signedInMember } from './users.ts';

/** Only hashes that can verify begin with the PHC format's dollar sign. */
const hasPassword = (user: string) => `${user}.password_hash LIKE '$%'`;

export interface PreferenceRow {
  wantsOptionalMail: 0 | 1;
  hasPassword: 0 | 1;
  authenticatedAt: number;
}

export function preferenceStore(db: D1Database) {
  const chosen = (caller: Caller) =>
    statement<PreferenceRow, 'hasPassword' | 'authenticatedAt'>(
      `SELECT u.wants_optional_mail AS "wantsOptionalMail", ${hasPassword('u')} AS "hasPassword",
         coalesce(s.authenticated_at, s.created_at) AS "authenticatedAt"
       FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id_hash = ?1 AND u.id = ?2`,
      caller.sessionHash,
      caller.userId,
    );

  return {
    async load(caller: Caller, now: number) {
      const [member, preferences] = await batch(db, [signedInMember(caller, now), chosen(caller)]);
      return { member: firstRow(member), preferences: firstRow(preferences) };
    },

    /** Changes them where the session holds; answers them as they are then. */
    async change(caller: Caller, wantsOptionalMail: boolean, now: number) {
      const update = statement(
        `UPDATE users SET wants_optional_mail = ?4 WHERE id = ?2 AND deletion_requested_at IS NULL
           AND EXISTS (SELECT 1 FROM sessions WHERE id_hash = ?1 AND user_id = ?2 AND revoked_at IS NULL AND expires_at > ?3)`,
        caller.sessionHash,
        caller.userId,
        now,
        wantsOptionalMail ? 1 : 0,
      );
      const [, member, preferences] = await batch(db, [update, signedInMember(caller, now), chosen(caller)]);
      return { member: firstRow(member), preferences: firstRow(preferences) };
    },
  };
}
