import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { localDatabaseId } from '#scripts/setup/database-file.ts';
import { runOrFail } from '#scripts/setup/run.mjs';

/**
 * Dumps a local database with `wrangler d1 export`. That command has no option for the state folder, so it runs in a temporary project that
 * links to the state.
 */
export async function exportDatabase(state: string, dump: string): Promise<void> {
  const project = mkdtempSync(join(tmpdir(), 'cache-cards-export-'));
  try {
    writeFileSync(
      join(project, 'wrangler.toml'),
      `name = "cache-cards"\n[[d1_databases]]\nbinding = "DB"\ndatabase_name = "cache-cards"\ndatabase_id = "${localDatabaseId}"\n`,
    );
    mkdirSync(join(project, '.wrangler'));
    symlinkSync(resolve(state), join(project, '.wrangler', 'state'));
    await runOrFail('The database could not be exported.', 'wrangler', [
      'd1',
      'export',
      'DB',
      '--local',
      '--cwd',
      project,
      '--output',
      dump,
    ]);
  } finally {
    rmSync(project, { recursive: true });
  }
}
