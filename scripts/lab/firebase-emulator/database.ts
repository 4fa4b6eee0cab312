/** What the product's local database holds, to see what a sign-in changed in it. */
import type { D1Database } from '@cloudflare/workers-types';
import { openDatabase } from '#scripts/setup/database.ts';

/** The rows of each table, as text. */
type Contents = Map<string, string>;

export interface WatchedDatabase {
  /** Names the tables that differ from how they were when this was last asked, or when the database was opened. */
  changedTables: () => Promise<string[]>;
  close: () => Promise<void>;
}

/** Watches the database in this folder, beside the server that runs on it. */
export async function watchDatabase(stateFolder: string): Promise<WatchedDatabase> {
  const { db, close } = await openDatabase(stateFolder);
  let known = await readAll(db);
  return {
    async changedTables() {
      const before = known;
      known = await readAll(db);
      return [...known.keys()].filter((table) => known.get(table) !== before.get(table));
    },
    close,
  };
}

async function readAll(db: D1Database): Promise<Contents> {
  const { results: tables } = await db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'")
    .all<{ name: string }>();
  const contents = await db.batch(tables.map(({ name }) => db.prepare(`SELECT * FROM "${name}"`)));
  return new Map(tables.map(({ name }, index) => [name, JSON.stringify(contents[index]?.results)]));
}
