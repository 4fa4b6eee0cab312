import { mutate } from 'swr';
import { type DeleteAccountRequest, DeletionResponse, Preferences } from '#schema/accounts/my-data.ts';
import { apiSend, fetchWithSession, slowLimitMs } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { ApiError } from '#web/lib/api-error.ts';

const preferencesPath = '/api/preferences';

export function usePreferences() {
  return useQuery(preferencesPath, Preferences, { revalidatesOnMount: true });
}

export async function changeMailChoice(wantsOptionalMail: boolean): Promise<void> {
  const preferences = await apiSend('PATCH', preferencesPath, { wantsOptionalMail }, Preferences);
  await mutate(preferencesPath, preferences, { revalidate: false });
}

/** Returns the file and its name, as chosen by the server. Throws ApiError or NetworkError. */
export async function readMyData(): Promise<{ file: Blob; name: string }> {
  const response = await fetchWithSession('/api/my-data', {}, slowLimitMs);
  if (!response.ok) {
    const text = await response.text();
    throw new ApiError(response.status, text, errorBody(text), undefined);
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  return { file: await response.blob(), name: name ?? 'cache-cards-my-data.json' };
}

function errorBody(text: string): ApiError['body'] {
  try {
    return JSON.parse(text) as ApiError['body'];
  } catch {
    return undefined;
  }
}

export function deleteAccount(request: DeleteAccountRequest): Promise<DeletionResponse> {
  return apiSend('POST', '/api/delete-account', request, DeletionResponse);
}
