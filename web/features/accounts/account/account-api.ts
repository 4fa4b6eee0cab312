import type * as v from 'valibot';
import { type ChangePasswordRequest, MessageResponse, type ProfileRequest, type ResetPasswordRequest } from '#schema/accounts/account.ts';
import { PasswordChange } from '#schema/accounts/password-change.ts';
import type { SocialProvider } from '#schema/accounts/social-providers.ts';
import { User } from '#schema/accounts/user.ts';
import { apiSend } from '#web/lib/api/client.ts';

export type ProfileInput = v.InferInput<typeof ProfileRequest>;

export function patchUser(profile: ProfileInput): Promise<User> {
  return apiSend('PATCH', '/api/user', profile, User);
}

export function updateProfile(profile: ProfileInput): Promise<User> {
  return apiSend('POST', '/api/update-profile', profile, User);
}

export async function sendEmailChangeAgain(): Promise<string> {
  return (await apiSend('POST', '/api/confirm-email-change/send', undefined, MessageResponse)).message;
}

export function cancelEmailChange(): Promise<User> {
  return apiSend('POST', '/api/cancel-email-change', undefined, User);
}

export function changePassword(passwords: ChangePasswordRequest): Promise<PasswordChange> {
  return apiSend('POST', '/api/change-password', passwords, PasswordChange);
}

export function unlinkProvider(provider: SocialProvider, currentPassword: string): Promise<MessageResponse> {
  return apiSend('DELETE', `/api/sign-in-providers/${provider}`, currentPassword ? { currentPassword } : undefined, MessageResponse);
}

/** Requests a password reset email. Returns the server's message, which is the same whether or not the account exists. */
export async function requestPasswordReset(email: string): Promise<string> {
  return (await apiSend('POST', '/api/forgot-password', { email }, MessageResponse)).message;
}

/** Sets a new password with a single-use token and ends all sessions. Returns the server's message. */
export async function resetPassword(request: ResetPasswordRequest): Promise<string> {
  return (await apiSend('POST', '/api/reset-password', request, MessageResponse)).message;
}
