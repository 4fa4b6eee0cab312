import { globSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Id of the development database in wrangler.toml. Wrangler and Miniflare derive the file name from it. */
export const localDatabaseId = '00000000-0000-0000-0000-00000000000d';

const lockTimeoutMs = 10_000;

export function databaseFiles(state: string): string[] {
  return globSync(join(state, 'v3', 'd1', '*', '*.sqlite')).filter((file) => !file.endsWith('metadata.sqlite'));
}

/**
 * Opens the database file directly because a second workerd process (scripts/setup/database.ts) that writes at the same time would cause
 * lock errors.
 */
export function openDatabaseFile(state: string): DatabaseSync {
  const [file, ...otherFiles] = databaseFiles(state);
  if (file === undefined || otherFiles.length > 0)
    throw new Error(`${state} should hold one database and has ${file ? otherFiles.length + 1 : 0}.`);
  return new DatabaseSync(file, { timeout: lockTimeoutMs });
}
