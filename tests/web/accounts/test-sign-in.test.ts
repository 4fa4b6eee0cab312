/** What the developers' pages say of calls that fail. */
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '#tests/web/support/fake-server.ts';
import { endSession, failureText, userOf } from '#web/pages/developer/test-sign-in-api.ts';

afterEach(() => vi.unstubAllGlobals());

const said = (call: Promise<unknown>) => call.then(String, (error: unknown) => failureText(error, 'The server did not answer.'));

test('a user that could not be asked for is not authenticated; one that the server does not know is nobody', async () => {
  fakeServer({ 'GET /api/user': { status: 500, text: 'oops' } });
  expect(await said(userOf('token'))).toBe('Not authenticated');
  fakeServer({ 'GET /api/user': { status: 401, text: '' } });
  expect(await userOf(null)).toBeNull();
  fakeServer({ 'GET /api/user': new TypeError('Failed to fetch') });
  expect(await said(userOf(null))).toBe('The server did not answer.');
});

test('a logout that fails names its status', async () => {
  fakeServer({ 'POST /api/logout': { status: 503, text: '' } });
  expect(await said(endSession())).toBe('Logout failed: 503');
});
