import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { type RunAll, schemaObjects } from '#scripts/restore/check-restored-database.ts';
import { readStatements } from '#scripts/restore/order-dump.ts';
import { createDatabaseFile } from '#scripts/setup/create-database-file.ts';
import { databaseFiles, openDatabaseFile } from '#scripts/setup/database-file.ts';
import { run, runOrFail } from '#scripts/setup/run.mjs';
import { Problem } from '#scripts/setup/steps.mjs';

export interface Target {
  load: (file: string) => Promise<void> | void;
  runAll: RunAll;
}

const QueryResults = v.array(v.object({ results: v.array(v.record(v.string(), v.unknown())) }));

/** Creates a local restore target. Loads the dump directly because wrangler takes 10 s per megabyte. */
export async function localTarget(state: string): Promise<Target> {
  if (databaseFiles(state).length > 0) throw new Problem(`${state} already has a database. Choose a new folder with --to.`);
  await createDatabaseFile(state);
  return {
    load: (file) => withDatabase(state, (db) => loadAll(db, file)),
    runAll: async (statements) => withDatabase(state, (db) => statements.map((sql) => db.prepare(sql).all())),
  };
}

function withDatabase<Result>(state: string, use: (db: DatabaseSync) => Result): Result {
  const db = openDatabaseFile(state);
  try {
    return use(db);
  } finally {
    db.close();
  }
}

function loadAll(db: DatabaseSync, file: string): void {
  db.exec('BEGIN');
  for (const sql of readStatements(file)) db.exec(sql);
  db.exec('COMMIT');
}

/** @param where options of `wrangler d1 execute` that select the database */
export async function wranglerTarget(where: string[]): Promise<Target> {
  const execute = ['d1', 'execute', 'DB', ...where, '--yes'];
  const runAll: RunAll = async (statements) => {
    const args = [...execute, '--json', '--command', statements.join(';\n')];
    const { code, output, stdout } = await run('wrangler', args, { output: 'captured', env: { WRANGLER_LOG: 'log' } });
    if (code !== 0) throw new Problem('The database could not be read.', output);
    return v.parse(QueryResults, JSON.parse(stdout)).map(({ results }) => results);
  };
  const [existingObjects = []] = await runAll([schemaObjects]);
  if (existingObjects.length > 0) throw new Problem('The database is not empty. Restore into a new one.');
  return {
    load: async (file) => {
      await runOrFail('The dump could not be loaded.', 'wrangler', [...execute, '--file', resolve(file)]);
    },
    runAll,
  };
}
