import { MessageResponse } from '#schema/accounts/account.ts';
import { type AdminPasswordRequest, type AdminProfileRequest, AdminProfileResponse } from '#schema/admin/account.ts';
import { getStoredAdminToken } from '#web/lib/admin-token.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { errorText } from '#web/lib/api-error.ts';

export function saveProfile(profile: AdminProfileRequest): Promise<AdminProfileResponse> {
  return apiSend('PUT', '/api/admin/update-profile', profile, AdminProfileResponse);
}

export function changePassword(passwords: AdminPasswordRequest): Promise<MessageResponse> {
  return apiSend('PUT', '/api/admin/change-password', passwords, MessageResponse);
}

export function signOutEverywhere(): Promise<MessageResponse> {
  return apiSend('POST', '/api/admin/sign-out-everywhere', undefined, MessageResponse);
}

export function permissionDeniedText(error: unknown, fallback: string): string {
  if (getStoredAdminToken() === null) return 'Authentication token not found. Please log in again.';
  return errorText(error, fallback);
}
