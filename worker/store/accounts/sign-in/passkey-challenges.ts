/** Challenges that passkeys are to answer: each once, within five minutes. */

import { passkeyChallengeSeconds } from '#schema/rules.ts';
import { storeOf } from '#worker/store/database.ts';
import { execute, runGuarded, type Statement, statement } from '#worker/store/sql.ts';

/** Takes the challenge: a row for the one answer that came first and in time. */
export function consumeChallenge(hash: string, now: number): Statement<{ hash: string }> {
  return statement<{ hash: string }>('DELETE FROM passkey_challenges WHERE hash = ?1 AND expires_at > ?2 RETURNING hash', [hash, now]);
}

export const passkeyChallengeStore = storeOf({
  async save(db, hash: string, now: number): Promise<void> {
    await execute(db, 'INSERT INTO passkey_challenges (hash, expires_at) VALUES (?1, ?2)', [hash, now + passkeyChallengeSeconds]);
  },

  /** False for one that was answered before, is over, or was never given. */
  async consume(db, hash: string, now: number): Promise<boolean> {
    return runGuarded(db, [consumeChallenge(hash, now)]);
  },
});
