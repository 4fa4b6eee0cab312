/** Downloads files through signed URLs because the browser cannot send the administrator's token with a download. */
import { DownloadLink } from '#schema/admin/list.ts';
import { apiSend } from '#web/lib/api/client.ts';

/** Requests a signed URL for a path under /api/admin and downloads the file. Throws ApiError or NetworkError if there is no URL. */
export async function downloadByLink(path: string): Promise<void> {
  const { url } = await apiSend('POST', '/api/admin/download-links', { path }, DownloadLink);
  const link = document.createElement('a');
  link.href = url;
  // With the `download` attribute, a rejected request shows as a failed download instead of opening a page of JSON.
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
