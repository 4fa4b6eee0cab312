/** Members who can redeem: with tokens, and an address that is verified. */
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

export async function newRedeemer(tokens: number): Promise<TestMember> {
  const member = await newMember();
  await verifyEmail(member.id);
  if (tokens > 0) await giveTokens(member.id, tokens);
  return member;
}
