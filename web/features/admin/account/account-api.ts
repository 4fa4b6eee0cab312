/** Changing one's own administrator account. */
import { MessageResponse } from '#schema/accounts/account.ts';
import { type AdminPasswordRequest, AdminProfileAnswer, type AdminProfileRequest } from '#schema/admin/account.ts';
import { storedAdminToken } from '#web/lib/admin-token.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { errorText } from '#web/lib/api-error.ts';

/** PUT /api/admin/update-profile. */
export function saveProfile(profile: AdminProfileRequest): Promise<AdminProfileAnswer> {
  return apiSend('PUT', '/api/admin/update-profile', profile, AdminProfileAnswer);
}

/** PUT /api/admin/change-password: every other session ends, this one stays. */
export function changePassword(passwords: AdminPasswordRequest): Promise<MessageResponse> {
  return apiSend('PUT', '/api/admin/change-password', passwords, MessageResponse);
}

/** POST /api/admin/sign-out-everywhere. */
export function signOutEverywhere(): Promise<MessageResponse> {
  return apiSend('POST', '/api/admin/sign-out-everywhere', undefined, MessageResponse);
}

/** Why a change was not made. */
export function refusalText(error: unknown, fallback: string): string {
  if (storedAdminToken() === null) return 'Authentication token not found. Please log in again.';
  return errorText(error, fallback);
}
