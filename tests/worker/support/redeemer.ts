/** Members who can redeem: with tokens, and an address that is verified; and what an administrator passes. */
import { secondsPerDay } from '#schema/rules.ts';
import { change, newMember, type TestMember } from './client.ts';

let gifts = 0;

/** Puts tokens into a member's ledger, as an administrator's adjustment would. */
export async function giveTokens(userId: number, amount: number): Promise<void> {
  gifts += 1;
  await change(
    `INSERT INTO token_transactions (user_id, amount, type, description, cause, created_at) VALUES (?1, ?2, 'adjustment', 'A gift', ?3, 1)`,
    userId,
    amount,
    `gift:${userId}:${gifts}`,
  );
}

export async function verifyEmail(userId: number): Promise<void> {
  await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', userId);
}

/** As who has been here for a year and pays: nobody looks at their certificates without a signal. */
export async function makeTrusted(userId: number): Promise<void> {
  await change(
    "UPDATE users SET role = 'basic', created_at = ?2 WHERE id = ?1",
    userId,
    Math.floor(Date.now() / 1_000) - 365 * secondsPerDay,
  );
}

/** As an administrator passes it, with its days left as they are. */
export async function passReview(number: string): Promise<void> {
  await change("UPDATE vacation_certificates SET review = 'passed', version = version + 1 WHERE number = ? AND review = 'waiting'", number);
}

/** Nobody has to look at what they redeem. */
export async function newRedeemer(tokens: number): Promise<TestMember> {
  const member = await newMember();
  await verifyEmail(member.id);
  await makeTrusted(member.id);
  if (tokens > 0) await giveTokens(member.id, tokens);
  return member;
}
