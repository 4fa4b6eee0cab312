import { MessageResponse } from '#schema/accounts/account.ts';
import { type RecentPasskeys, Sessions } from '#schema/accounts/session.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

const sessionsPath = '/api/sessions';

export function useSessions() {
  return useQuery(sessionsPath, Sessions, { revalidatesOnMount: true });
}

/** Adds the query parameter that keeps recent passkeys. By default, the server removes passkeys added in the last 30 days. */
const withChoice = (path: string, recentPasskeys: RecentPasskeys['recentPasskeys']) =>
  recentPasskeys === 'keep' ? `${path}?recentPasskeys=keep` : path;

export async function endSession(id: string, recentPasskeys: RecentPasskeys['recentPasskeys']): Promise<string> {
  return (await apiSend('DELETE', withChoice(`${sessionsPath}/${id}`, recentPasskeys), undefined, MessageResponse)).message;
}

/** Ends every session except this one. Returns the server's message. */
export async function endOtherSessions(recentPasskeys: RecentPasskeys['recentPasskeys']): Promise<string> {
  return (await apiSend('DELETE', withChoice(sessionsPath, recentPasskeys), undefined, MessageResponse)).message;
}

/** Ends every session, including this one. */
export function signOutEverywhere(recentPasskeys: RecentPasskeys['recentPasskeys']): Promise<MessageResponse> {
  return apiSend('POST', withChoice('/api/sign-out-everywhere', recentPasskeys), undefined, MessageResponse);
}
