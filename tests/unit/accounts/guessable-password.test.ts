import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findGuessableReason } from '#schema/accounts/guessable-password.ts';
import { passwordMinLength } from '#schema/rules.ts';
import { suggestPassword } from '#web/features/accounts/account/security/password-check.ts';

const fay = { email: 'Trail.Fay@demo.test', names: ['Fay', null, 'Al', undefined] };

test.each([
  ['123456', 'common'],
  ['Password1', 'common'],
  ['QWERTY', 'common'],
  ['~~~~~~~', 'repeated'],
  ['hello-fay', 'name'],
  ['my.trail.fay.1', 'name'],
  ['trail.fay@demo.test', 'name'],
  ['correct horse', null],
  ['Tr33 by the lake', null],
  // Half of all words contain a two-letter name, so such names do not make a password guessable.
  ['always-also-almost', null],
])('the guessability of %s is %s', (password, why) => {
  expect(findGuessableReason(password, fay)).toBe(why);
});

test('a password that contains the local part of the address is refused', () => {
  expect(findGuessableReason('xTRAIL.FAYx', { email: fay.email })).toBe('email');
  expect(findGuessableReason('demo.test1', { email: fay.email })).toBeNull();
  expect(findGuessableReason('correct horse', {})).toBeNull();
});

test('no suggested password is too short or easy to guess', () => {
  const suggested = new Set<string>();
  fc.assert(
    fc.property(fc.constant(null), () => {
      const password = suggestPassword();
      expect(password).toMatch(/^[a-z]+(-[a-z]+){4}$/);
      expect(password.length).toBeGreaterThanOrEqual(passwordMinLength);
      expect(findGuessableReason(password, {})).toBeNull();
      suggested.add(password);
    }),
  );
  expect(suggested.size).toBe(100);
});
