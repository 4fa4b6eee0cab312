import { MessageResponse } from '#schema/accounts/account.ts';
import { Sessions } from '#schema/accounts/session.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

const sessionsPath = '/api/sessions';

export function useSessions() {
  return useQuery(sessionsPath, Sessions, { revalidatesOnMount: true });
}

export async function endSession(id: string): Promise<string> {
  return (await apiSend('DELETE', `${sessionsPath}/${id}`, undefined, MessageResponse)).message;
}

/** Ends every session except this one. Returns the server's message. */
export async function endOtherSessions(): Promise<string> {
  return (await apiSend('DELETE', sessionsPath, undefined, MessageResponse)).message;
}

/** Ends every session, including this one. */
export function signOutEverywhere(): Promise<MessageResponse> {
  return apiSend('POST', '/api/sign-out-everywhere', undefined, MessageResponse);
}
