/**
 * Writes the lists that the Worker reads from the site's files (worker/store/site-lists.ts), and the runbooks, which are available only to
 * administrators.
 */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { disposableEmailBlocklist } from 'disposable-email-domains-js';
import commonPasswords from '#schema/accounts/common-passwords.json' with { type: 'json' };
import { type TownSquareIndex, townSquareIndexPath } from '#schema/finding/town-file.ts';

const lists = new Map([
  ['common-passwords.txt', commonPasswords],
  ['disposable-domains.txt', disposableEmailBlocklist()],
]);

export function writeSiteLists(site: string): void {
  mkdirSync(join(site, 'lists'), { recursive: true });
  for (const [file, entries] of lists) writeFileSync(join(site, 'lists', file), entries.join('\n'));
  mkdirSync(join(site, 'api'), { recursive: true });
  copyFileSync('docs/operations.md', join(site, 'api', 'runbooks.md'));
}

const noTowns: TownSquareIndex = { addressStart: '', squares: [] };

/** Replaces the Worker's ASSETS binding if the site has not been built. It has the lists, but no towns. */
export const siteListFiles = {
  fetch: async (address: string) => {
    if (new URL(address).pathname === townSquareIndexPath) return Response.json(noTowns);
    const entries = lists.get(basename(address));
    return new Response(entries?.join('\n'), { status: entries ? 200 : 404 });
  },
};
