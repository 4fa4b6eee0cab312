/**
 * Copies the built site (dist/web) to a folder that can be served, fills in the site's URL, and lists its pages for the hosting platform.
 * Usage: `--origin https://… --to dist/site`. `--development` includes developers' pages. `--clock-moved` makes pages fetch the time of the
 * moved clock (npm run clock).
 */
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { languages } from '#schema/languages.ts';
import { type PrerenderedName, prerendered, routes } from '#schema/routes.ts';
import { clockScript, withClockScript } from '#scripts/clock/page.ts';
import { writeNameFonts } from '#scripts/site/name-fonts.ts';
import { getPageFile, redirects } from '#scripts/site/site-files.ts';
import { writeSiteLists } from '#scripts/site/site-lists.ts';
import { originPlaceholder } from '#web/prerender/origin-placeholder.ts';

interface SiteFolder {
  from: string;
  /** Destination folder. Its contents are deleted first. */
  to: string;
  /** Scheme and host of the site, without a trailing slash. */
  origin: string;
  isDevelopment: boolean;
  isClockMoved?: boolean;
}

export function fillSite({ from, to, origin, isDevelopment, isClockMoved = false }: SiteFolder): void {
  rmSync(to, { recursive: true, force: true });
  // Skips Vite's manifest, which is not part of the site.
  cpSync(from, to, { recursive: true, filter: (source) => basename(source) !== '.vite' });
  const pages = globSync('**/*.html', { cwd: to });
  for (const name of ['robots.txt', 'sitemap.xml', ...pages]) {
    const file = join(to, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(originPlaceholder, origin));
  }
  if (isClockMoved) {
    writeFileSync(join(to, clockScript.path), clockScript.read());
    for (const name of pages) writeFileSync(join(to, name), withClockScript(readFileSync(join(to, name), 'utf8')));
  }
  writeFileSync(join(to, '_redirects'), redirects({ isDevelopment, translated: listTranslatedPaths(to) }));
  writeSiteLists(to);
}

/** Returns the paths of the pages in other languages. */
function listTranslatedPaths(site: string): string[] {
  const names = Object.keys(prerendered) as PrerenderedName[];
  return Object.keys(languages)
    .flatMap((language) => names.map((name) => `/${language}${routes[name].path}`))
    .filter((path) => existsSync(join(site, getPageFile({ path }))));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      origin: { type: 'string' },
      to: { type: 'string' },
      development: { type: 'boolean', default: false },
      'clock-moved': { type: 'boolean', default: false },
    },
  });
  const { origin, to, development: isDevelopment, 'clock-moved': isClockMoved } = values;
  if (!origin || !to) throw new Error('fill-site: --origin and --to are required');
  fillSite({ from: fileURLToPath(new URL('../../dist/web', import.meta.url)), to, origin, isDevelopment, isClockMoved });
  await writeNameFonts(to);
}
