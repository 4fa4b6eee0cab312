/** Members whose missing reports count. */
import { reporterMinAgeSeconds, reporterMinFinds } from '#schema/rules.ts';
import { type DirectMember, directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { change, newCard } from '#tests/worker/support/client.ts';

/** Inserts finds of other members' cards. */
export async function giveFinds({ id }: { id: number }, finds = reporterMinFinds): Promise<void> {
  for (let made = 0; made < finds; made += 1)
    await change(
      `INSERT INTO card_scans (card_id, user_id, scan_date, kind, tokens_earned, source, code_was_right) VALUES (?, ?, 1, 0, 1, 0, 1)`,
      (await newCard()).id,
      id,
    );
}

export async function newReporter(options: Parameters<typeof directMember>[0] = {}): Promise<DirectMember> {
  const member = await directMember(options);
  await change('UPDATE users SET created_at = created_at - ? WHERE id = ?', reporterMinAgeSeconds, member.id);
  await giveFinds(member);
  return member;
}
