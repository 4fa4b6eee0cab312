/** The calls of the developers' pages. */
import * as v from 'valibot';
import { TestLoginAnswer, TestTokenAnswer, testAccount } from '#schema/accounts/test-sign-in.ts';
import { User } from '#schema/accounts/user.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { errorText } from '#web/lib/api-error.ts';

/** POST /api/test-auth-token: a token of the test account. Throws ApiError 404 where there is no such account yet. */
export function testToken(): Promise<TestTokenAnswer> {
  return apiSend('POST', '/api/test-auth-token', { email: testAccount.email }, TestTokenAnswer);
}

/** POST /api/test-login: signs the test account in, and makes it where there is none. */
export function testLogin(): Promise<TestLoginAnswer> {
  return apiSend('POST', '/api/test-login', {}, TestLoginAnswer);
}

/** What a call that goes past the page's client failed with, in words. */
class DirectCallError extends Error {
  override readonly name = 'DirectCallError';
}

/** A failed action in words. */
export function failureText(error: unknown, fallback: string): string {
  return error instanceof DirectCallError ? error.message : errorText(error, fallback);
}

/** GET /api/user with nothing but a token, or with nothing but the cookie. Null where the server does not know it; throws `Not authenticated` where it fails. */
export async function userOf(token: string | null): Promise<User | null> {
  const response = await fetch('/api/user', {
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
    credentials: token === null ? 'same-origin' : 'omit',
  });
  if (response.status === 401) return null;
  if (!response.ok) throw new DirectCallError('Not authenticated');
  return v.parse(User, await response.json());
}

/** POST /api/logout. Throws `Logout failed: {status}`. */
export async function endSession(): Promise<void> {
  const response = await fetch('/api/logout', { method: 'POST', credentials: 'same-origin' });
  if (!response.ok && response.status !== 401) throw new DirectCallError(`Logout failed: ${response.status}`);
}
