/** Sends the sign-in and registration requests. These functions throw ApiError or NetworkError. */
import type * as v from 'valibot';
import type { LoginRequest, RegisterRequest } from '#schema/accounts/account.ts';
import { SignedInUser, type User } from '#schema/accounts/user.ts';
import { endPendingLogout, startSession } from '#web/features/accounts/session/session.ts';
import { apiSend } from '#web/lib/api/client.ts';

export async function signIn(credentials: v.InferInput<typeof LoginRequest>): Promise<User> {
  await endPendingLogout();
  return startSession(await apiSend('POST', '/api/login', credentials, SignedInUser));
}

export async function register(form: v.InferInput<typeof RegisterRequest>): Promise<User> {
  await endPendingLogout();
  return startSession(await apiSend('POST', '/api/register', form, SignedInUser));
}
