/** Downloads through signed URLs, since a browser download cannot send the administrator's token. */
import { DownloadLink } from '#schema/admin/list.ts';
import { apiSend } from '#web/lib/api/client.ts';

/** `path` is under /api/admin. Throws ApiError or NetworkError if the server returns no URL. */
export async function downloadByLink(path: string): Promise<void> {
  const { url } = await apiSend('POST', '/api/admin/download-links', { path }, DownloadLink);
  const link = document.createElement('a');
  link.href = url;
  // With `download`, a refusal is a failed download instead of a page of JSON.
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
