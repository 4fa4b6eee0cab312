/** Changing one's profile and password. */
import type * as v from 'valibot';
import { type ChangePasswordRequest, MessageResponse, type ProfileRequest } from '#schema/account.ts';
import { User } from '#schema/user.ts';
import { apiSend } from '#web/lib/api.ts';

export type ProfileInput = v.InferInput<typeof ProfileRequest>;

/** PATCH /api/user. */
export function patchUser(profile: ProfileInput): Promise<User> {
  return apiSend('PATCH', '/api/user', profile, User);
}

/** POST /api/update-profile. */
export function updateProfile(profile: ProfileInput): Promise<User> {
  return apiSend('POST', '/api/update-profile', profile, User);
}

/** POST /api/change-password: every other session ends, this one stays. */
export function changePassword(passwords: ChangePasswordRequest): Promise<MessageResponse> {
  return apiSend('POST', '/api/change-password', passwords, MessageResponse);
}
