/** Tests how the developer pages report failed calls. */
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '#tests/web/support/fake-server.ts';
import { endSession, failureText, loadUser } from '#web/pages/developer/test-sign-in-api.ts';

afterEach(() => vi.unstubAllGlobals());

const reportOf = (call: Promise<unknown>) => call.then(String, (error: unknown) => failureText(error, 'The server didn’t respond.'));

test('a user request that fails differs from one that the server rejects', async () => {
  fakeServer({ 'GET /api/user': { status: 500, text: 'oops' } });
  expect(await reportOf(loadUser('token'))).toBe('Not authenticated');
  fakeServer({ 'GET /api/user': { status: 401, text: '' } });
  expect(await loadUser(null)).toBeNull();
  fakeServer({ 'GET /api/user': new TypeError('Failed to fetch') });
  expect(await reportOf(loadUser(null))).toBe('The server didn’t respond.');
});

test('a failed logout has its status', async () => {
  fakeServer({ 'POST /api/logout': { status: 503, text: '' } });
  expect(await reportOf(endSession())).toBe('Logout failed: 503');
});
