/** Where the member is signed in, and ending that. */
import { MessageResponse } from '#schema/accounts/account.ts';
import { Sessions } from '#schema/accounts/session.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

const sessionsPath = '/api/sessions';

/** GET /api/sessions. */
export function useSessions() {
  return useQuery(sessionsPath, Sessions, { asksOnVisit: true });
}

/** DELETE /api/sessions/{id}; answers the server's word. */
export async function endSession(id: string): Promise<string> {
  return (await apiSend('DELETE', `${sessionsPath}/${id}`, undefined, MessageResponse)).message;
}

/** DELETE /api/sessions: every one but this. Answers the server's word. */
export async function endOtherSessions(): Promise<string> {
  return (await apiSend('DELETE', sessionsPath, undefined, MessageResponse)).message;
}

/** POST /api/sign-out-everywhere: this session ends too. */
export function signOutEverywhere(): Promise<MessageResponse> {
  return apiSend('POST', '/api/sign-out-everywhere', undefined, MessageResponse);
}
