/** Reasons written by administrators are erased with the member whom they name, and only then. Product rules: Reviews. */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { change } from '#tests/worker/support/client.ts';
import { namesMember } from '#worker/store/accounts/names-member.ts';

test.each([
  ['Will', 'May', 'He may have two accounts, and will not answer', false],
  ['Will', 'May', 'Will has two accounts', true],
  ['Will', 'May', '“WILL” has two accounts', true],
  ['Will', 'May', 'Asked will may, who denies it', true],
  ['Will', 'May', 'Mail from May/Will', true],
  ['Will', 'May', 'Ms. May’s finds', true],
  ['Will', 'May', 'Mayor Willis of Maytown', false],
  ['grace', 'o’neil', 'Grace scanned them all', true],
  ['grace', 'o’neil', 'The O’Neil family', true],
  ['zoe', 'quill', 'Seen with zoe.', true],
  ['Anne-Marie', "D'Arcy", 'Seen with Anne-Marie.', true],
  ['Anne-Marie', "D'Arcy", 'Seen with Anne', false],
  ['e', 'a', 'Each card was scanned', false],
  [null, null, 'All finds are at one card', false],
  ['田中', '花', '田中さんのカード', true],
  ['Jürg', 'Ä', 'jürg again', true],
])('%s %s: %s: %s', async (first, last, text, isNamed) => {
  const { id } = await directMember();
  await change(`UPDATE users SET username = 'trail.fox_' || id, first_name = ?2, last_name = ?3 WHERE id = ?1`, id, first, last);
  const isNamedIn = async (reason: string) =>
    (
      await env.DB.prepare(`SELECT ${namesMember('?2')} AS named`)
        .bind(id, reason)
        .first<{ named: 0 | 1 }>()
    )?.named === 1;
  expect(await isNamedIn(text)).toBe(isNamed);
  expect(await isNamedIn(`Ask Trail.Fox_${id}, please`)).toBe(true);
  expect(await isNamedIn(`Ask Trail.Fox_${id}0`)).toBe(false);
});
