/** Changing one's profile and password, also a forgotten one. */
import type * as v from 'valibot';
import { type ChangePasswordRequest, MessageResponse, type ProfileRequest, type ResetPasswordRequest } from '#schema/accounts/account.ts';
import { User } from '#schema/accounts/user.ts';
import { apiSend } from '#web/lib/api/client.ts';

export type ProfileInput = v.InferInput<typeof ProfileRequest>;

/** PATCH /api/user. */
export function patchUser(profile: ProfileInput): Promise<User> {
  return apiSend('PATCH', '/api/user', profile, User);
}

/** POST /api/update-profile. */
export function updateProfile(profile: ProfileInput): Promise<User> {
  return apiSend('POST', '/api/update-profile', profile, User);
}

/** POST /api/confirm-email-change/send: once more to the address that waits for its proof. Answers the server's word. */
export async function sendEmailChangeAgain(): Promise<string> {
  return (await apiSend('POST', '/api/confirm-email-change/send', undefined, MessageResponse)).message;
}

/** POST /api/cancel-email-change: the account keeps its address. */
export function cancelEmailChange(): Promise<User> {
  return apiSend('POST', '/api/cancel-email-change', undefined, User);
}

/** POST /api/change-password: every other session ends, this one stays. */
export function changePassword(passwords: ChangePasswordRequest): Promise<MessageResponse> {
  return apiSend('POST', '/api/change-password', passwords, MessageResponse);
}

/** POST /api/forgot-password: answers the server's word, the same whether there is such an account or not. */
export async function askForReset(email: string): Promise<string> {
  return (await apiSend('POST', '/api/forgot-password', { email }, MessageResponse)).message;
}

/** POST /api/reset-password: sets the password once, and ends every session. Answers the server's word. */
export async function resetPassword(request: ResetPasswordRequest): Promise<string> {
  return (await apiSend('POST', '/api/reset-password', request, MessageResponse)).message;
}
