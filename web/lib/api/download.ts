/** Downloads that need the administrator's session: the browser gets a signed address, since it cannot send a token of its own. */
import { DownloadLink } from '#schema/admin/list.ts';
import { apiSend } from '#web/lib/api/client.ts';

/** Has the browser download `path` (of /api/admin). Throws ApiError or NetworkError where no address was given. */
export async function downloadByLink(path: string): Promise<void> {
  const { url } = await apiSend('POST', '/api/admin/download-links', { path }, DownloadLink);
  const link = document.createElement('a');
  link.href = url;
  // A refusal then is a failed download, not a page of JSON in place of this one.
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
