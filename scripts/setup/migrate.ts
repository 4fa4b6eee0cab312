/** Migrates the local database in the `--target` folder with `wrangler d1 migrations apply`, as a deployment does. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { databaseFiles, openDatabaseFile } from '#scripts/setup/database-file.ts';
import { stateFolder } from '#scripts/setup/local.mjs';
import { root, runOrFail } from '#scripts/setup/run.mjs';

const hashesFile = (state: string) => join(state, 'migrations.json');

if (import.meta.main) {
  const { values } = parseArgs({ options: { target: { type: 'string', default: stateFolder } } });
  console.log(await migrateLocal(values.target));
}

/**
 * Applies the pending migrations of a project (a folder with `wrangler.toml` and `migrations`) and returns a summary. If the database
 * contains unknown or changed migrations, it is moved aside with its folder and replaced by a new database.
 */
export async function migrateLocal(state: string, project = root): Promise<string> {
  const hashes = hashMigrations(join(project, 'migrations'));
  const unknown = unknownMigrations(state, hashes);
  const backupFolder = unknown.length === 0 ? undefined : moveAside(state);
  const appliedHashes = appliedMigrations(state);
  const missingMigrations = Object.keys(hashes).filter((name) => !appliedHashes.includes(name));
  if (missingMigrations.length > 0) {
    const target = ['DB', '--local', '--env', 'development', '--persist-to', resolve(state), '--cwd', project];
    await runOrFail('The local database could not be migrated.', 'wrangler', ['d1', 'migrations', 'apply', ...target], {
      env: { CI: '1' },
    });
  }
  writeFileSync(hashesFile(state), `${JSON.stringify(hashes, null, 2)}\n`);
  const summary =
    missingMigrations.length === 0
      ? 'The local database is up to date'
      : `Applied ${missingMigrations.length} ${missingMigrations.length === 1 ? 'migration' : 'migrations'} to the local database`;
  if (backupFolder === undefined) return summary;
  return `${summary}. The previous database had unknown or edited migrations (${unknown.join(', ')}) and was moved to ${backupFolder}.`;
}

function unknownMigrations(state: string, hashes: Record<string, string>): string[] {
  const file = hashesFile(state);
  const hashesByName: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : hashes;
  return appliedMigrations(state).filter((name) => hashes[name] === undefined || hashes[name] !== hashesByName[name]);
}

function hashMigrations(folder: string): Record<string, string> {
  const files = globSync(join(folder, '*.sql')).sort();
  return Object.fromEntries(files.map((file) => [basename(file), createHash('sha256').update(readFileSync(file)).digest('hex')]));
}

function moveAside(state: string): string {
  const name = `${resolve(state)}-before-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}`;
  renameSync(state, name);
  return name;
}

function appliedMigrations(state: string): string[] {
  if (databaseFiles(state).length === 0) return [];
  const db = openDatabaseFile(state);
  try {
    const isMigrated = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'd1_migrations'").get() !== undefined;
    return isMigrated
      ? db
          .prepare('SELECT name FROM d1_migrations')
          .all()
          .map(({ name }) => String(name))
      : [];
  } finally {
    db.close();
  }
}
