/**
 * A script in the HTML requests the signed-in user before the page's code has loaded. The page uses this response once, and only if the
 * request was sent with the current token.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { refused } from '#tests/web/support/refused.ts';
import { fetchUser } from '#web/features/accounts/session/fetch-user.ts';
import { getStoredBookmark } from '#web/lib/api/bookmark.ts';
import { storeToken } from '#web/lib/auth-storage.ts';

const answering = (user: unknown) => Promise.resolve({ user, received: 'b2.signed', sent: null });

let sent: SentRequest[];
beforeEach(() => {
  sent = fakeServer({ 'GET /api/user': { json: { ...member, firstName: 'Asked again' } } });
  storeToken('tok');
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('an early answer replaces one call, and its bookmark is stored', async () => {
  window.firstUser = { token: 'tok', answer: answering(member) };
  expect((await fetchUser()).firstName).toBe(member.firstName);
  expect(getStoredBookmark()).toBe('b2.signed');
  expect(sent).toEqual([]);
  expect((await fetchUser()).firstName).toBe('Asked again');
  expect(sent).toHaveLength(1);
});

test.each([
  ['an early answer for another token', { token: 'other', answer: answering(member) }],
  ['an early refusal', { token: 'tok', answer: answering(refused('not_signed_in').json) }],
  ['a missing early answer', { token: 'tok', answer: Promise.resolve(undefined) }],
])('%s is ignored, and the user is requested again', async (_, firstUser) => {
  window.firstUser = firstUser;
  expect((await fetchUser()).firstName).toBe('Asked again');
  expect(sent).toHaveLength(1);
});
