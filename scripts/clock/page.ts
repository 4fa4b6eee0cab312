/** Pages that go by the moved clock. */
import { readFileSync } from 'node:fs';

const source = new URL('page-script.mjs', import.meta.url);

/** The script as the page loads it: by its address, since the site's content security policy takes none that stands in a page. */
export const clockScript = { path: 'local-clock.js', read: () => readFileSync(source, 'utf8') };

export function withClockScript(html: string): string {
  return html.replace('<head>', `<head><script src="/${clockScript.path}"></script>`);
}
