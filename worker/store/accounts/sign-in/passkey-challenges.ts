/** Passkey challenges. Each can be used once, within five minutes. */

import { passkeyChallengeSeconds } from '#schema/rules.ts';
import { bindStore } from '#worker/store/database.ts';
import { execute, runGuarded, type Statement, statement } from '#worker/store/sql.ts';

/** Consumes a passkey challenge. Returns a row only for the first response, and only before the challenge expires. */
export function consumeChallenge(hash: string, now: number): Statement<{ hash: string }> {
  return statement<{ hash: string }>('DELETE FROM passkey_challenges WHERE hash = ?1 AND expires_at > ?2 RETURNING hash', [hash, now]);
}

export const passkeyChallengeStore = bindStore({
  async save(db, hash: string, now: number): Promise<void> {
    await execute(db, 'INSERT INTO passkey_challenges (hash, expires_at) VALUES (?1, ?2)', [hash, now + passkeyChallengeSeconds]);
  },

  async consume(db, hash: string, now: number): Promise<boolean> {
    return runGuarded(db, [consumeChallenge(hash, now)]);
  },
});
