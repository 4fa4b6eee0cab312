/** Reasons written by administrators lose the names of an erased member, and nothing else. Product rules: Reviews. */
import { expect, test } from 'vitest';
import { redactMember } from '#worker/domain/accounts/redact-member.ts';

test.each([
  ['Will', 'May', 'He may have two accounts, and will not answer', 'He may have two accounts, and will not answer'],
  ['Will', 'May', 'Will has two accounts', '(former member) has two accounts'],
  ['Will', 'May', '“WILL” has two accounts', '“(former member)” has two accounts'],
  ['Will', 'May', 'Asked will may, who denies it', 'Asked (former member), who denies it'],
  ['Will', 'May', 'Mail from May/Will', 'Mail from (former member)'],
  ['Will', 'May', 'Ms. May’s finds', 'Ms. (former member)’s finds'],
  ['Will', 'May', 'Mayor Willis of Maytown', 'Mayor Willis of Maytown'],
  ['grace', 'o’neil', 'Grace scanned them all', '(former member) scanned them all'],
  ['grace', 'o’neil', "The O'Neil family", 'The (former member) family'],
  ['zoe', 'quill', 'Seen with zoe.', 'Seen with (former member).'],
  ['Anne-Marie', "D'Arcy", 'Seen with Anne-Marie.', 'Seen with (former member).'],
  ['Anne-Marie', "D'Arcy", 'Seen with Anne', 'Seen with (former member)'],
  ['Anna Maria', 'García López', 'Anna-Maria, or Ms García', '(former member), or Ms (former member)'],
  ['Jose\u0301', 'Quimby', 'José and Bob share a phone', '(former member) and Bob share a phone'],
  ['e', 'a', 'Each card was scanned', 'Each card was scanned'],
  ['-', '’', 'It’s one phone - see finds 11, - 20', 'It’s one phone - see finds 11, - 20'],
  ['the', 'a', 'The same phone paid the orders', '(former member) same phone paid (former member) orders'],
  [null, null, 'All finds are at one card', 'All finds are at one card'],
  ['田中', '花', '田中さんのカード', '(former member)さんのカード'],
  ['Jürg', 'Ä', 'jürg again', '(former member) again'],
  [
    'All finds are at one card',
    'and one phone',
    'All finds are at one card and one phone',
    'All finds are at (former member) card (former member)',
  ],
  ['former', 'member-former-member', 'Member of (former member)’s ring', '(former member) of (former member)’s ring'],
  ['all-finds-are-at-one-card', 'x', 'All finds are at one card', 'All finds are at one card'],
  ['.*', '(', 'All finds (or most)', 'All finds (or most)'],
])('%s %s: %s', (firstName, lastName, text, expected) => {
  const member = { email: 'Walker.9@example.test', username: 'trail.fox_7', firstName, lastName };
  expect(redactMember(text, member)).toBe(expected);
  expect(redactMember('Ask Trail.Fox_7, please, or walker.9@example.test', member)).toBe('Ask (former member), please, or (former member)');
  expect(redactMember('Ask Trail.Fox_70', member)).toBe('Ask Trail.Fox_70');
});
