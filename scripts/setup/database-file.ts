/** The local database as a file, readable and writable while the product has it open. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Of the development environment in wrangler.toml: wrangler and miniflare name the file by it. */
export const localDatabaseId = '00000000-0000-0000-0000-00000000000d';

const waitsForLockMs = 10_000;

/** The database files in a folder of local state: one, or none before the first migration. */
export function databaseFiles(state: string): string[] {
  return globSync(join(state, 'v3', 'd1', '*', '*.sqlite')).filter((file) => !file.endsWith('metadata.sqlite'));
}

/** Not through a second workerd (scripts/setup/database.ts): two of them working at the same time lock each other out. */
export function openDatabaseFile(state: string): DatabaseSync {
  const [file, ...others] = databaseFiles(state);
  if (file === undefined || others.length > 0)
    throw new Error(`${state} should hold one database and has ${file ? others.length + 1 : 0}.`);
  return new DatabaseSync(file, { timeout: waitsForLockMs });
}
