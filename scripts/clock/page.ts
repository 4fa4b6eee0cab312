import { readFileSync } from 'node:fs';

const source = new URL('page-script.mjs', import.meta.url);

/** URL path and source of the clock script, which is a separate file because the site's content security policy forbids inline scripts. */
export const clockScript = { path: 'local-clock.js', read: () => readFileSync(source, 'utf8') };

export function withClockScript(html: string): string {
  return html.replace('<head>', `<head><script src="/${clockScript.path}"></script>`);
}
