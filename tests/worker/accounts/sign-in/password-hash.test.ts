/** Password hashing: every byte of a password matters, as in any argon2id implementation. */
import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '#worker/security/password.ts';

test('the password hash equals that of another argon2id implementation', async () => {
  // argon2id hash of the UTF-8 bytes of ééééa1, computed by Node.
  const foreign = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$LZdk4JjzWjwtnLWCsJ1polCR0lpWWZWM6L9YWwXoMTY';
  expect(await verifyPassword(foreign, 'ééééa1')).toBe(true);
  expect(await verifyPassword(foreign, 'éééézz')).toBe(false);
});

test.each([
  ['ééééa1', ['éééézz', 'ééézzz', 'éééé', 'éééé\u00e01']],
  ['パスワード森の道', ['パスワード森の川', 'パスzzzzzz', 'パスワード']],
  ['🧭🗺️🌲🏕️', ['🧭🗺️🌲🏔️', '🧭zzzzzzz', '🧭🗺️']],
  ['trail-mix-7é', ['trail-mix-7è', 'trail-mix-7', 'trail-mix-7e']],
  ['trail-mix-7', ['trail-mix-8', 'trail-mix-', 'trail-mix-7\0']],
])('the password hash of %s depends on the last letter', async (password, others) => {
  const hash = await hashPassword(password);
  expect(await verifyPassword(hash, password)).toBe(true);
  for (const other of others) expect(await verifyPassword(hash, other), other).toBe(false);
});

test('composed and decomposed letters give the same password hash', async () => {
  expect(await verifyPassword(await hashPassword('caf\u00e9-path'), 'cafe\u0301-path')).toBe(true);
});
