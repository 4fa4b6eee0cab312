import { BulkResponse } from '#schema/admin/bulk.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { showToast } from '#web/lib/react/toast.ts';

/** Applies an action to several rows, then reloads the list. Throws ApiError or NetworkError if nothing was changed. */
export async function sendBulk(path: string, listPath: string, body: object): Promise<BulkResponse> {
  try {
    return await apiSend('POST', path, body, BulkResponse);
  } finally {
    void reloadLists(listPath);
  }
}

export function showBulkOutcome({ results }: BulkResponse, formatCount: (count: number) => string): void {
  const failedResults = results.filter(({ isDone }) => !isDone);
  const reasons = [...new Set(failedResults.flatMap(({ reason }) => reason ?? []))];
  showToast({
    tone: failedResults.length === 0 ? 'success' : 'info',
    title: formatCount(results.length - failedResults.length),
    ...(failedResults.length > 0 && { description: `${failedResults.length} not changed. ${reasons.join(' ')}` }),
  });
}
