/**
 * One stand-in for Stripe serves all test files, each with a database of its own that counts from 1; and our ids are in the
 * idempotency keys. Importing this makes a file count from a number of its own, so that no two share an object.
 */
import { env } from 'cloudflare:workers';

const start = 1_000_000 + (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);

await env.DB.batch([
  env.DB.prepare(
    `INSERT INTO users (id, email, email_key, password_hash, referral_code, created_at) VALUES (?1, 'nobody@example.test', 'nobody@example.test', '!', 'nobody', 0)`,
  ).bind(start),
  env.DB.prepare(
    `INSERT INTO orders (id, user_id, kind, quantity, amount_cents, status, created_at, expires_at) VALUES (?1, ?1, 'cache_cards', 1, 100, 'cancelled', 0, 0)`,
  ).bind(start),
]);
