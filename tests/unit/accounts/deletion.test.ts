import { describe, expect, test } from 'vitest';
import { accountErasureAfterSeconds, accountErasureDeadlineSeconds, freshSignInSeconds } from '#schema/rules.ts';
import {
  accountDeletionMail,
  createTombstone,
  decideConfirmation,
  freshUntil,
  getErasureCutoffs,
  getErasureDeadline,
} from '#worker/domain/accounts/deletion.ts';

const now = 1_800_000_000;

describe('deleting an account', () => {
  test('requires the password of an account that has one, however recent the sign-in', () => {
    expect(decideConfirmation({ hasPassword: true, authenticatedAt: now }, undefined, now)).toEqual({
      ok: false,
      refusal: 'password_required',
    });
    expect(decideConfirmation({ hasPassword: true, authenticatedAt: now }, 'secret', now)).toEqual({ ok: true, value: 'check_password' });
  });

  test('without a password requires a sign-in within the last ten minutes and ignores a password that is sent', () => {
    const confirm = (age: number, password?: string) =>
      decideConfirmation({ hasPassword: false, authenticatedAt: now - age }, password, now);
    expect(confirm(freshSignInSeconds - 1)).toEqual({ ok: true, value: 'confirmed' });
    expect(confirm(freshSignInSeconds)).toEqual({ ok: false, refusal: 'sign_in_again' });
    expect(confirm(freshSignInSeconds, 'anything')).toEqual({ ok: false, refusal: 'sign_in_again' });
    expect(freshUntil(now)).toBe(now + 600);
  });
});

test('deleted data is erased after a week, at the latest after 30 days', () => {
  expect(accountErasureAfterSeconds).toBe(7 * 86_400);
  expect(accountErasureDeadlineSeconds).toBe(30 * 86_400);
  expect(getErasureCutoffs(now)).toEqual({ usual: now - 7 * 86_400, latest: now - 29 * 86_400 });
  expect(getErasureDeadline(now)).toBe(now + 30 * 86_400);
});

test('the deletion email goes to the account’s address, names the dates and carries a link that cancels the deletion', () => {
  const mail = accountDeletionMail(
    { messageId: '<m>', tokenHash: 'hash' },
    { id: 17, version: 4, email: 'robin@example.test', firstName: 'Robin' },
    1_763_683_200,
  );
  expect(mail).toEqual({
    template: 'account_deletion',
    to: 'robin@example.test',
    cause: 'account_deletion:17:4',
    payload: { firstName: 'Robin', by: '2025-12-21T00:00:00.000Z', cancelBy: '2025-11-28T00:00:00.000Z' },
    link: { messageId: '<m>', tokenHash: 'hash', purpose: 'secure_account', email: 'robin@example.test' },
  });
});

test('the placeholders of an erased member identify nobody and differ between members', () => {
  expect(createTombstone(17)).toEqual({ email: 'deleted-17@invalid', referralCode: 'deleted-17', cardFingerprint: 'erased-17' });
  expect(Object.values(createTombstone(18))).not.toEqual(expect.arrayContaining(Object.values(createTombstone(17))));
});
