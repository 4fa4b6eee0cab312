/**
 * `npm run restore -- dump.sql [--to FOLDER]`: loads a dump of `wrangler d1 export` into a new local database and checks it.
 * `-- dump.sql --remote [--env staging]`: into the empty database that `wrangler.toml` names. Both write the dump in a loadable order
 * next to it (`dump.ordered.sql`). See docs/operations.md.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { checkRestored, type RunAll, schemaNames } from '#scripts/restore/check-restored.ts';
import { orderDump, readStatements } from '#scripts/restore/order-dump.ts';
import { databaseFiles, openDatabaseFile } from '#scripts/setup/database-file.ts';
import { mustRun, root, run } from '#scripts/setup/run.mjs';
import { Problem, runMain, step } from '#scripts/setup/steps.mjs';

const howTo = 'npm run restore -- dump.sql [--to FOLDER | --remote [--env staging]]';

/** An empty database that a dump is loaded into. */
interface Target {
  load: (file: string) => Promise<void> | void;
  runAll: RunAll;
}

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: 'string', default: join(root, '.wrangler', 'restored') },
      remote: { type: 'boolean', default: false },
      env: { type: 'string', default: '' },
    },
  });
  const [dump] = positionals;
  if (dump === undefined || positionals.length > 1) throw new Problem(`Name one dump: ${howTo}`);
  if (!existsSync(dump)) throw new Problem(`${dump} does not exist.`);
  const { load, runAll } = await (values.remote ? remoteTarget(values.env) : localTarget(resolve(values.to)));

  const ordered = `${dump.replace(/\.sql$/, '')}.ordered.sql`;
  const { rows, tooLong } = await step('Ordering the dump', () => orderDump(dump, ordered));
  if (tooLong.size > 0) console.warn(`D1 may refuse rows of more than 100 KB. These tables have some: ${[...tooLong].join(', ')}`);
  await step('Loading it', () => load(ordered));
  const { wrong, pending } = await step('Checking the database', () => checkRestored(runAll, rows, join(root, 'migrations')));
  if (wrong.length > 0) throw new Problem('The restored database differs from the dump or from the migrations.', wrong.join('\n'));
  const total = [...rows.values()].reduce((sum, count) => sum + count, 0);
  console.log(`Restored ${total} rows in ${rows.size} tables. Foreign keys, indexes, triggers and ledgers are in order.`);
  if (pending.length > 0) console.log(`Newer migrations to apply: ${pending.join(', ')}`);
  if (!values.remote) console.log(`To load it into a new remote database: npm run restore -- ${dump} --remote`);
});

/** Loads without wrangler, which takes 10 s for each megabyte. */
async function localTarget(state: string): Promise<Target> {
  if (databaseFiles(state).length > 0) throw new Problem(`${state} has a database. Name a new folder with --to.`);
  const creating = ['--local', '--env=development', '--persist-to', state, '--command', 'SELECT 1'];
  await mustRun('The local database could not be created.', 'wrangler', ['d1', 'execute', 'DB', ...creating]);
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

const RemoteAnswer = v.array(v.object({ results: v.array(v.record(v.string(), v.unknown())) }));

async function remoteTarget(env: string): Promise<Target> {
  const execute = ['d1', 'execute', 'DB', '--remote', `--env=${env}`, '--yes'];
  const runAll: RunAll = async (statements) => {
    const args = [...execute, '--json', '--command', statements.join(';\n')];
    const { code, output, stdout } = await run('wrangler', args, { output: 'captured' });
    if (code !== 0) throw new Problem('The remote database could not be read.', output);
    return v.parse(RemoteAnswer, JSON.parse(stdout)).map(({ results }) => results);
  };
  const [existing = []] = await runAll([schemaNames]);
  if (existing.length > 0) throw new Problem('The remote database is not empty. Restore into a new one.');
  return {
    load: async (file) => {
      await mustRun('The dump could not be loaded.', 'wrangler', [...execute, '--file', resolve(file)]);
    },
    runAll,
  };
}
