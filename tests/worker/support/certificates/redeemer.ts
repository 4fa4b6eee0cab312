import { env } from 'cloudflare:workers';
import { secondsPerDay } from '#schema/rules.ts';
import { tokenRow } from '#tests/support/tokens/ledger-rows.ts';
import { change, newMember, type TestMember } from '#tests/worker/support/client.ts';
import { confirmAwaitedPlacements } from '#worker/store/cards/placement-rewards.ts';
import { batch, statement } from '#worker/store/sql.ts';

export async function giveTokens(userId: number, amount: number): Promise<void> {
  await change(tokenRow('adjustment', { user: userId, amount }));
}

/** Verifies a member's email and confirms the placements that were waiting for verification, in one batch, as the product does. */
export async function verifyEmail(userId: number, at = 1): Promise<void> {
  await batch(env.DB as unknown as D1Database, [
    statement('UPDATE users SET email_verified_at = ?2 WHERE id = ?1 AND email_verified_at IS NULL', [userId, at]),
    ...confirmAwaitedPlacements('?1', [userId]),
  ]);
}

/** Gives a member more than a year of paid membership, so only signals can send their certificates to review. */
export async function makeTrusted(userId: number): Promise<void> {
  await makeOldMember(userId);
  await payMembership(userId);
}

/** Gives a member the basic tier and makes their account a year old. */
export async function makeOldMember(userId: number): Promise<void> {
  const lastYear = Math.floor(Date.now() / 1_000) - 365 * secondsPerDay;
  await change("UPDATE users SET role = 'basic', created_at = ?2 WHERE id = ?1", userId, lastYear);
}

/** Adds a paid membership that started a year ago and ends in ten years. */
export async function payMembership(userId: number): Promise<void> {
  const now = Math.floor(Date.now() / 1_000);
  await change(
    `INSERT INTO membership_periods (user_id, tier, starts_at, ends_at, source, cause, created_at)
     VALUES (?1, 'basic', ?2 - 31536000, ?2 + 315360000, 'stripe', 'invoice:test:' || ?1, ?2)`,
    userId,
    now,
  );
}

/** Passes a review as an administrator would, but does not change the number of days that the certificate has left. */
export async function passReview(number: string): Promise<void> {
  await change("UPDATE vacation_certificates SET review = 'passed', version = version + 1 WHERE number = ? AND review = 'waiting'", number);
}

/** Creates a member whose certificates pass review automatically. */
export async function newRedeemer(tokens: number): Promise<TestMember> {
  const member = await newMember();
  await verifyEmail(member.id);
  await makeTrusted(member.id);
  if (tokens > 0) await giveTokens(member.id, tokens);
  return member;
}
