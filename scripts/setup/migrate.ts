/**
 * Brings the local database in the folder `--target` up to date. What `wrangler d1 migrations apply --local` does, with
 * its own table of what is applied; but that starts a runtime for each migration, half a second every time, and a fresh
 * clone has all of them to go through.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { D1Database } from '@cloudflare/workers-types';
import { unstable_splitSqlQuery as splitSql } from 'wrangler';
import { openDatabase } from '#scripts/setup/database.ts';
import { stateFolder } from '#scripts/setup/local.mjs';

/** As wrangler makes it. */
const createTable =
  'CREATE TABLE IF NOT EXISTS d1_migrations(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)';

if (import.meta.main) {
  const { values } = parseArgs({ options: { target: { type: 'string', default: stateFolder } } });
  const { db, close } = await openDatabase(values.target);
  try {
    const applied = await applyMigrations(db, 'migrations');
    console.log(applied.length === 0 ? 'The local database is up to date' : `Applied ${applied.length} migrations to the local database`);
  } finally {
    await close();
  }
}

/** Applies what is not applied yet, each migration as one batch: all of it or nothing. @returns the names, in their order */
export async function applyMigrations(db: D1Database, folder: string): Promise<string[]> {
  await db.prepare(createTable).run();
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
  const known = new Set(results.map(({ name }) => name));
  const missing = readdirSync(folder)
    .filter((name) => name.endsWith('.sql') && !known.has(name))
    .sort();
  for (const name of missing) {
    const statements = splitSql(readFileSync(join(folder, name), 'utf8'));
    await db
      .batch([
        ...statements.map((statement) => db.prepare(statement)),
        db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
      ])
      .catch((cause: unknown) => {
        throw new Error(`${name} could not be applied; nothing of it was kept.`, { cause });
      });
  }
  return missing;
}
