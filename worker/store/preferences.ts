/** What a member has chosen about mails, and what their session can confirm. */
import { batch, firstRow, statement } from './sql.ts';
import { type Caller, type Member, signedInMember } from './users.ts';

/** Only hashes that can verify begin with the PHC format's dollar sign. */
const hasPassword = (user: string) => `${user}.password_hash LIKE '$%'`;

export interface PreferenceRow {
  wantsOptionalMail: 0 | 1;
  hasPassword: 0 | 1;
  authenticatedAt: number;
}

export function preferenceStore(db: D1Database) {
  const look = (caller: Caller, now: number) => [
    signedInMember(db, caller, now),
    statement(
      db,
      `SELECT u.wants_optional_mail AS "wantsOptionalMail", ${hasPassword('u')} AS "hasPassword",
         coalesce(s.authenticated_at, s.created_at) AS "authenticatedAt"
       FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id_hash = ?1 AND u.id = ?2`,
      caller.sessionHash,
      caller.userId,
    ),
  ];
  const seen = (results: D1Result<unknown>[]) => ({
    member: firstRow<Member>(results[0]),
    preferences: firstRow<PreferenceRow>(results[1]),
  });

  return {
    async look(caller: Caller, now: number) {
      return seen(await batch(db, look(caller, now)));
    },

    /** Changes them where the session holds; answers them as they are then. */
    async change(caller: Caller, wantsOptionalMail: boolean, now: number) {
      const update = statement(
        db,
        `UPDATE users SET wants_optional_mail = ?4 WHERE id = ?2 AND deletion_requested_at IS NULL
           AND EXISTS (SELECT 1 FROM sessions WHERE id_hash = ?1 AND user_id = ?2 AND revoked_at IS NULL AND expires_at > ?3)`,
        caller.sessionHash,
        caller.userId,
        now,
        wantsOptionalMail ? 1 : 0,
      );
      return seen((await batch(db, [update, ...look(caller, now)])).slice(1));
    },
  };
}
