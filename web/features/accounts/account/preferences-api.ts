import { mutate } from 'swr';
import { type DeleteAccountRequest, DeletionResponse, Preferences } from '#schema/accounts/my-data.ts';
import { apiSend, createResponseError, fetchWithSession, slowTimeoutMs } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

const preferencesPath = '/api/preferences';

export function usePreferences() {
  return useQuery(preferencesPath, Preferences, { revalidatesOnMount: true });
}

export async function updateMailPreference(wantsOptionalMail: boolean): Promise<void> {
  const preferences = await apiSend('PATCH', preferencesPath, { wantsOptionalMail }, Preferences);
  await mutate(preferencesPath, preferences, { revalidate: false });
}

export async function updateLanguage(language: string): Promise<void> {
  const preferences = await apiSend('PUT', `${preferencesPath}/language`, { language }, Preferences);
  await mutate(preferencesPath, preferences, { revalidate: false });
}

/** Downloads the member's data. Returns the file and the file name chosen by the server. Throws ApiError or NetworkError. */
export async function readMyData(): Promise<{ file: Blob; name: string }> {
  const response = await fetchWithSession('/api/my-data', {}, slowTimeoutMs);
  if (!response.ok) throw await createResponseError(response, await response.text());
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  return { file: await response.blob(), name: name ?? 'cache-cards-my-data.json' };
}

export function deleteAccount(request: DeleteAccountRequest): Promise<DeletionResponse> {
  return apiSend('POST', '/api/delete-account', request, DeletionResponse);
}
