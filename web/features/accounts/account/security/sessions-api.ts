import { MessageResponse } from '#schema/accounts/account.ts';
import { Sessions } from '#schema/accounts/session.ts';
import type { EndSessionsChoice } from '#web/features/accounts/account/security/EndSessions.tsx';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

const sessionsPath = '/api/sessions';

export function useSessions() {
  return useQuery(sessionsPath, Sessions, { revalidatesOnMount: true });
}

/** Sends the request. By default, the server removes passkeys added in the last 30 days. */
function send(method: 'POST' | 'DELETE', path: string, { recentPasskeys, currentPassword }: EndSessionsChoice): Promise<MessageResponse> {
  const target = recentPasskeys === 'keep' ? `${path}?recentPasskeys=keep` : path;
  return apiSend(method, target, currentPassword ? { currentPassword } : undefined, MessageResponse);
}

export const endSession = (id: string, choice: EndSessionsChoice) => send('DELETE', `${sessionsPath}/${id}`, choice);

/** Ends every session except this one. */
export const endOtherSessions = (choice: EndSessionsChoice) => send('DELETE', sessionsPath, choice);

/** Ends every session, including this one. */
export const signOutEverywhere = (choice: EndSessionsChoice) => send('POST', '/api/sign-out-everywhere', choice);
