/**
 * Writes the lists and words that the Worker reads from the site's files (worker/store/site-lists.ts), and the runbooks, which are available
 * only to administrators.
 */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { disposableEmailBlocklist } from 'disposable-email-domains-js';
import commonPasswords from '#schema/accounts/common-passwords.json' with { type: 'json' };
import { type TownSquareIndex, townSquareIndexPath } from '#schema/finding/town-file.ts';
import { languages } from '#schema/languages.ts';
import { readCatalogue, wordsOf } from '#scripts/site/languages/read-catalogue.ts';

const catalogues = await Promise.all(Object.keys(languages).map(async (language) => [language, await readCatalogue(language)] as const));

/** Text of each file. The Worker's words are those that its code or schema/ contains. */
const lists = new Map<string, string>([
  ['common-passwords.txt', commonPasswords.join('\n')],
  ['disposable-domains.txt', disposableEmailBlocklist().join('\n')],
  ...catalogues.map(([language, catalogue]): [string, string] => {
    const isInWorker = (id: string) => catalogue[id]?.files.some((file) => !file.startsWith('web/')) ?? false;
    return [`words-${language}.json`, JSON.stringify(wordsOf(catalogue, isInWorker))];
  }),
]);

export function writeSiteLists(site: string): void {
  mkdirSync(join(site, 'lists'), { recursive: true });
  for (const [file, text] of lists) writeFileSync(join(site, 'lists', file), text);
  mkdirSync(join(site, 'api'), { recursive: true });
  copyFileSync('docs/operations.md', join(site, 'api', 'runbooks.md'));
}

const noTowns: TownSquareIndex = { addressStart: '', squares: [] };

/** Replaces the Worker's ASSETS binding if the site has not been built. It has the lists, but no towns. */
export const siteListFiles = {
  fetch: async (address: string) => {
    if (new URL(address).pathname === townSquareIndexPath) return Response.json(noTowns);
    const text = lists.get(basename(address));
    return new Response(text, { status: text === undefined ? 404 : 200 });
  },
};
