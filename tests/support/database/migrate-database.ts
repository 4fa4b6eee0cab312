import { readdirSync, readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';

const migrations = fileURLToPath(new URL('../../../migrations/', import.meta.url));

export function migrateDatabase(database: DatabaseSync): void {
  for (const name of readdirSync(migrations).sort()) {
    if (name.endsWith('.sql')) database.exec(readFileSync(`${migrations}${name}`, 'utf8'));
  }
}
