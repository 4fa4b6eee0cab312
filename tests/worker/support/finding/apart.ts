/**
 * Makes each test file's ids start at a different number. The files have separate databases but share one fake Stripe, where tests identify
 * a member's calls by the member id in the metadata.
 */
import { env } from 'cloudflare:workers';

export async function countApart(): Promise<void> {
  const start = 1_000_000 + (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO users (id, email, email_key, password_hash, referral_code, created_at) VALUES (?1, 'counting-from@example.test', 'counting-from@example.test', '!', 'counting-from', 0)`,
    ).bind(start),
    env.DB.prepare(
      `INSERT INTO orders (id, user_id, kind, quantity, amount_cents, status, created_at, expires_at) VALUES (?1, ?1, 'cache_cards', 1, 100, 'cancelled', 0, 0)`,
    ).bind(start),
  ]);
}
