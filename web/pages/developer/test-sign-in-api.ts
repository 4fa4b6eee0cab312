import * as v from 'valibot';
import { TestLoginResponse, TestTokenResponse, testAccount } from '#schema/accounts/test-sign-in.ts';
import { User } from '#schema/accounts/user.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { errorText } from '#web/lib/api-error.ts';

/** Returns a token for the test account. Throws ApiError 404 if the account does not exist yet. */
export function testToken(): Promise<TestTokenResponse> {
  return apiSend('POST', '/api/test-auth-token', { email: testAccount.email }, TestTokenResponse);
}

/** Signs in to the test account, and creates it if needed. */
export function testLogin(): Promise<TestLoginResponse> {
  return apiSend('POST', '/api/test-login', {}, TestLoginResponse);
}

/** Thrown if a request that bypasses the API client fails. */
class DirectCallError extends Error {
  override readonly name = 'DirectCallError';
}

export function failureText(error: unknown, fallback: string): string {
  return error instanceof DirectCallError ? error.message : errorText(error, fallback);
}

/**
 * Sends `GET /api/user` with only the token or, if the token is null, with only the cookie. Returns null on 401. Throws `Not authenticated`
 * if the request fails.
 */
export async function loadUser(token: string | null): Promise<User | null> {
  const response = await fetch('/api/user', {
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
    credentials: token === null ? 'same-origin' : 'omit',
  });
  if (response.status === 401) return null;
  if (!response.ok) throw new DirectCallError('Not authenticated');
  return v.parse(User, await response.json());
}

/** Ends the session. Throws `Logout failed: {status}` if the server rejects the request. */
export async function endSession(): Promise<void> {
  const response = await fetch('/api/logout', { method: 'POST', credentials: 'same-origin' });
  if (!response.ok && response.status !== 401) throw new DirectCallError(`Logout failed: ${response.status}`);
}
