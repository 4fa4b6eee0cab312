/** Setting an administrator's forgotten password. */
import { MessageResponse, type ResetPasswordRequest } from '#schema/accounts/account.ts';
import { apiSend } from '#web/lib/api/client.ts';

/** POST /api/admin/reset-password: sets the password once, and ends every session. Answers the server's word. */
export async function resetAdminPassword(request: ResetPasswordRequest): Promise<string> {
  return (await apiSend('POST', '/api/admin/reset-password', request, MessageResponse)).message;
}
