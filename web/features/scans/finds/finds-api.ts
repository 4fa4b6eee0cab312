import { mutate } from 'swr';
import { MessageResponse } from '#schema/accounts/account.ts';
import { CardActivity, FindLog, FoundCards } from '#schema/scans/find.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { usePages } from '#web/lib/api/pages.ts';
import { useQuery } from '#web/lib/api/query.ts';

const pageSize = 20;
const findsPath = '/api/finds';
const logPath = (cardId: string) => `${findsPath}/${encodeURIComponent(cardId)}/log`;
const ownCardPath = (cardId: string) => `/api/cache-cards/${encodeURIComponent(cardId)}`;

/** Path of the GPX export, which the browser downloads by navigating to it. */
export const gpxPath = `${findsPath}/gpx`;

export function useFinds() {
  return usePages(`${findsPath}?limit=${pageSize}`, FoundCards);
}

export function saveLog(cardId: string, text: string): Promise<FindLog> {
  return apiSend('PUT', logPath(cardId), { text }, FindLog);
}

export async function removeLog(cardId: string): Promise<void> {
  await apiSend('DELETE', logPath(cardId), undefined, MessageResponse);
}

export function useCardActivity(cardId: string) {
  return useQuery(`${ownCardPath(cardId)}/activity`, CardActivity, { revalidatesOnMount: true });
}

export async function hideLog(cardId: string, logId: number, isHidden: boolean): Promise<void> {
  await apiSend('POST', `${ownCardPath(cardId)}/logs/${logId}/${isHidden ? 'hide' : 'show'}`, undefined, MessageResponse);
  await mutate(`${ownCardPath(cardId)}/activity`);
}

export async function thankFinder(cardId: string, logId: number): Promise<void> {
  await apiSend('POST', `${ownCardPath(cardId)}/logs/${logId}/thank`, undefined, MessageResponse);
  await mutate(`${ownCardPath(cardId)}/activity`);
}

export async function markThanksSeen(): Promise<void> {
  await apiSend('POST', `${findsPath}/thanks-seen`, undefined, MessageResponse);
}
