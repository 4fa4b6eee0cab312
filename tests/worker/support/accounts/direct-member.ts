/** Inserts members with a session directly into the database, for tests that need many of them quickly. */
import { env } from 'cloudflare:workers';
import { Client, grantTier, row, sessionCookie } from '#tests/worker/support/client.ts';
import { sessionOpened } from '#worker/middleware/session-use.ts';
import { randomToken, sha256 } from '#worker/security/random.ts';

let made = 0;

export interface DirectMember {
  id: number;
  client: Client;
}

/** Creates a member, by default on the free tier and with a verified email. */
export async function directMember(
  options: { role?: 'free' | 'basic' | 'premium'; referredBy?: number; isVerified?: boolean } = {},
): Promise<DirectMember> {
  made += 1;
  const name = `direct${made}-${randomToken().slice(0, 6).toLowerCase()}`;
  const now = Math.floor(Date.now() / 1000);
  const sessionId = randomToken();
  const hash = await sha256(sessionId);
  const [users] = await env.DB.batch<{ id: number }>([
    env.DB.prepare(
      `INSERT INTO users (email, email_key, username, username_key, password_hash, referral_code, referred_by_id, created_at, email_verified_at)
       VALUES (?1, ?1, ?2, ?2, '!', ?2, ?3, ?4, ?5) RETURNING id`,
    ).bind(`${name}@example.test`, name, options.referredBy ?? null, now, options.isVerified === false ? null : now),
    env.DB.prepare(
      'INSERT INTO sessions (id_hash, user_id, created_at, expires_at) SELECT ?1, id, ?2, ?3 FROM users WHERE referral_code = ?4',
    ).bind(hash, now, now + 2_592_000, name),
  ]);
  const user = users?.results[0];
  if (!user) throw new Error('The member was not inserted');
  await grantTier(user.id, options.role ?? 'free');
  await env.SESSIONS.put(`session:${hash}`, String(user.id));
  sessionOpened(hash, now);
  const client = new Client();
  client.cookies.set(sessionCookie, sessionId);
  return { id: user.id, client };
}

/** Returns the caller object that middleware builds from the member's session. */
export async function callerOf(userId: number) {
  const session = await row<{ hash: string }>('SELECT id_hash AS hash FROM sessions WHERE user_id = ? AND revoked_at IS NULL', userId);
  return { userId, sessionHash: session?.hash ?? '' };
}
