/** Members who are eligible to report a card as missing. */
import { reporterMinAgeSeconds, reporterMinFinds } from '#schema/rules.ts';
import { type DirectMember, directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { change, newCard } from '#tests/worker/support/client.ts';

interface GivenFinds {
  withCode?: boolean;
  /** Owners to assign to the found cards in rotation; if omitted, the cards have no owner. */
  owners?: readonly { id: number }[];
}

/** Inserts finds of other members' cards. */
export async function giveFinds(
  { id }: { id: number },
  finds = reporterMinFinds,
  { withCode = true, owners = [] }: GivenFinds = {},
): Promise<void> {
  for (let made = 0; made < finds; made += 1) {
    const owner = owners[made % owners.length];
    await change(
      `INSERT INTO card_scans (card_id, user_id, scan_date, kind, tokens_earned, source, code_was_right) VALUES (?, ?, 1, 0, 1, 0, ?)`,
      (await newCard(owner && { owner: owner.id })).id,
      id,
      Number(withCode),
    );
  }
}

/** Creates a member whose account is old enough to report missing cards but who has no finds. */
export async function newObserver(options: Parameters<typeof directMember>[0] = {}): Promise<DirectMember> {
  const member = await directMember(options);
  await change('UPDATE users SET created_at = created_at - ? WHERE id = ?', reporterMinAgeSeconds, member.id);
  return member;
}

export async function newReporter(options: Parameters<typeof directMember>[0] = {}): Promise<DirectMember> {
  const member = await newObserver(options);
  await giveFinds(member);
  return member;
}
