/** What a member's page has asked while its code was on its way: taken once, and only where it fits. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { askUser } from '#web/features/accounts/session/ask-user.ts';
import { storedBookmark } from '#web/lib/api/bookmark.ts';
import { storeToken } from '#web/lib/auth-storage.ts';

const answering = (user: unknown) => Promise.resolve({ user, brought: 'b2.signed', sent: null });

let sent: SentRequest[];
beforeEach(() => {
  sent = fakeServer({ 'GET /api/user': { json: { ...member, firstName: 'Asked again' } } });
  storeToken('tok');
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('an early answer is taken in place of a call, once, and its bookmark kept', async () => {
  window.firstUser = { token: 'tok', answer: answering(member) };
  expect((await askUser()).firstName).toBe(member.firstName);
  expect(storedBookmark()).toBe('b2.signed');
  expect(sent).toEqual([]);
  expect((await askUser()).firstName).toBe('Asked again');
  expect(sent).toHaveLength(1);
});

test.each([
  ['another token’s', { token: 'other', answer: answering(member) }],
  ['a refusal', { token: 'tok', answer: answering({ message: 'No', code: 'x', requestId: 'r' }) }],
  ['none', { token: 'tok', answer: Promise.resolve(undefined) }],
])('%s is not believed: it is asked again', async (_, firstUser) => {
  window.firstUser = firstUser;
  expect((await askUser()).firstName).toBe('Asked again');
  expect(sent).toHaveLength(1);
});
