import type { D1Database } from '@cloudflare/workers-types';
import { openDatabase } from '#scripts/setup/database.ts';

const tablesWrittenByVisits = ['passkey_challenges', 'rate_counters'];

type Contents = Map<string, string>;

export interface WatchedDatabase {
  changedTables: () => Promise<string[]>;
  close: () => Promise<void>;
}

export async function watchDatabase(stateFolder: string): Promise<WatchedDatabase> {
  const { db, close } = await openDatabase(stateFolder);
  let knownRows = await readAll(db);
  return {
    async changedTables() {
      const previousRows = knownRows;
      knownRows = await readAll(db);
      return [...knownRows.keys()].filter((table) => knownRows.get(table) !== previousRows.get(table));
    },
    close,
  };
}

async function readAll(db: D1Database): Promise<Contents> {
  const { results: tables } = await db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'")
    .all<{ name: string }>();
  const names = tables.map(({ name }) => name).filter((name) => !tablesWrittenByVisits.includes(name));
  const contents = await db.batch(names.map((name) => db.prepare(`SELECT * FROM "${name}"`)));
  return new Map(names.map((name, index) => [name, JSON.stringify(contents[index]?.results)]));
}
