/** Addresses in other members' words, which emails leave out. */
import { expect, test } from 'vitest';
import { removeAddresses } from '#worker/mails/words.ts';

test.each([
  'evil.com',
  'fay@evil',
  'evil://x',
  'evil。com',
  'evil｡com',
  'evil．com',
  'evil․com',
  'ｅｖｉｌ．ｃｏｍ/pay',
  '192.0.2.7/pay',
  'http://192.0.2.7',
])('the address %s is removed', (address) => {
  expect(removeAddresses(`Go to ${address} now`)).toBe('Go to … now');
});

test.each(['I waited…so long', 'Rope is 2.5 m, ½ wet.', 'Version 1.2.3', '見つけました。ありがとう！'])('“%s” stays as it is', (words) => {
  expect(removeAddresses(words)).toBe(words);
});
