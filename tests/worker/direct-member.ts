/** Members put straight into the database with a session, for tests that need many of them quickly. */
import { env } from 'cloudflare:workers';
import { sessionOpened } from '#worker/middleware/session-use.ts';
import { randomToken, sha256 } from '#worker/security/random.ts';
import { Client, grantTier, row, sessionCookie } from './client.ts';

let made = 0;

export interface DirectMember {
  id: number;
  client: Client;
}

/** Free, and with a verified e-mail address, where nothing else is said. */
export async function directMember(
  options: { role?: 'free' | 'basic' | 'premium'; referredBy?: number; isVerified?: boolean } = {},
): Promise<DirectMember> {
  made += 1;
  const name = `direct${made}-${randomToken().slice(0, 6).toLowerCase()}`;
  const now = Math.floor(Date.now() / 1000);
  const user = await env.DB.prepare(
    `INSERT INTO users (email, email_key, username, username_key, password_hash, referral_code, referred_by_id, created_at, email_verified_at)
     VALUES (?1, ?1, ?2, ?2, '!', ?2, ?3, ?4, ?5) RETURNING id`,
  )
    .bind(`${name}@example.test`, name, options.referredBy ?? null, now, options.isVerified === false ? null : now)
    .first<{ id: number }>();
  if (!user) throw new Error('The member was not inserted');
  await grantTier(user.id, options.role ?? 'free');
  const sessionId = randomToken();
  const hash = await sha256(sessionId);
  await env.DB.prepare('INSERT INTO sessions (id_hash, user_id, created_at, expires_at) VALUES (?, ?, ?, ?)')
    .bind(hash, user.id, now, now + 2_592_000)
    .run();
  await env.SESSIONS.put(`session:${hash}`, String(user.id));
  sessionOpened(hash, now);
  const client = new Client();
  client.cookies.set(sessionCookie, sessionId);
  return { id: user.id, client };
}

/** A caller as the middleware finds them, by the session they have. */
export async function callerOf(userId: number) {
  const session = await row<{ hash: string }>('SELECT id_hash AS hash FROM sessions WHERE user_id = ? AND revoked_at IS NULL', userId);
  return { userId, sessionHash: session?.hash ?? '' };
}
