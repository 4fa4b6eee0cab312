import { MessageResponse, type ResetPasswordRequest } from '#schema/accounts/account.ts';
import { apiSend } from '#web/lib/api/client.ts';

/** Sets a new password with a single-use token and ends all sessions. Returns the server's message. */
export async function resetAdminPassword(request: ResetPasswordRequest): Promise<string> {
  return (await apiSend('POST', '/api/admin/reset-password', request, MessageResponse)).message;
}
