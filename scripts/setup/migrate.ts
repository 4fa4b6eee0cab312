/**
 * Brings the local database in the folder `--target` up to date. What `wrangler d1 migrations apply --local` does, with
 * its own table of what is applied; but that starts a runtime for each migration, half a second every time, and a fresh
 * clone has all of them to go through.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { D1Database } from '@cloudflare/workers-types';
import { unstable_splitSqlQuery as splitSql } from 'wrangler';
import { openDatabase } from '#scripts/setup/database.ts';
import { stateFolder } from '#scripts/setup/local.mjs';

/** As wrangler makes it. */
const createTable =
  'CREATE TABLE IF NOT EXISTS d1_migrations(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)';

/** Beside the database: the text of each migration as it was applied, hashed. */
const appliedTexts = (state: string) => join(state, 'migrations.json');

if (import.meta.main) {
  const { values } = parseArgs({ options: { target: { type: 'string', default: stateFolder } } });
  console.log(await migrateLocal(values.target, 'migrations'));
}

/**
 * Brings the database in this folder of state up to date, and returns a sentence that says what was done. One that was made
 * by migrations that are no longer there, or were written anew since, is moved aside with all that lies beside it, and a new
 * one is begun.
 */
export async function migrateLocal(state: string, folder: string): Promise<string> {
  const found = await bringUpToDate(state, folder);
  const [unknown] = found.unknown;
  const aside = unknown ? moveAside(state) : undefined;
  const { applied } = aside ? await bringUpToDate(state, folder) : found;
  writeFileSync(appliedTexts(state), `${JSON.stringify(textsIn(folder), null, 2)}\n`);
  const done = applied.length === 0 ? 'The local database is up to date' : `Applied ${applied.length} migrations to the local database`;
  return aside ? `${done}; the former one, made by other migrations (${unknown}, …), is kept in ${aside}` : done;
}

/** Applies nothing where there are unknown ones. Opens the database once: that starts a runtime. */
async function bringUpToDate(state: string, folder: string): Promise<{ unknown: string[]; applied: string[] }> {
  const { db, close } = await openDatabase(state);
  try {
    const unknown = await unknownMigrations(db, state, folder);
    return { unknown, applied: unknown.length === 0 ? await applyMigrations(db, folder) : [] };
  } finally {
    await close();
  }
}

/** What was applied to the database and is not in the folder, or not with that text. */
async function unknownMigrations(db: D1Database, state: string, folder: string): Promise<string[]> {
  const now = textsIn(folder);
  const file = appliedTexts(state);
  const before: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : now;
  return (await appliedMigrations(db)).filter((name) => now[name] === undefined || now[name] !== before[name]);
}

function textsIn(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return Object.fromEntries(
    names.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  );
}

function moveAside(state: string): string {
  const name = `${resolve(state)}-before-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}`;
  renameSync(state, name);
  return name;
}

async function appliedMigrations(db: D1Database): Promise<string[]> {
  await db.prepare(createTable).run();
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
  return results.map(({ name }) => name);
}

/** Applies what is not applied yet, each migration as one batch: all of it or nothing. @returns the names, in their order */
export async function applyMigrations(db: D1Database, folder: string): Promise<string[]> {
  const known = new Set(await appliedMigrations(db));
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
