/** Restores a database to an earlier state, including derived rows. */
import { env } from 'cloudflare:workers';
import { everyRow } from './client.ts';

export type Backup = Record<string, unknown[]>;

export const takeBackup = (): Promise<Backup> => everyRow();

/** Restores the backup with triggers disabled because it contains the derived rows. */
export async function restore(backup: Backup): Promise<void> {
  const triggers = await env.DB.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all<{ name: string; sql: string }>();
  const tables = Object.entries(backup);
  await env.DB.batch([
    env.DB.prepare('PRAGMA defer_foreign_keys = ON'),
    ...triggers.results.map(({ name }) => env.DB.prepare(`DROP TRIGGER ${name}`)),
    ...tables.map(([table]) => env.DB.prepare(`DELETE FROM ${table}`)),
    ...tables.flatMap(([table, rows]) => rows.map((row) => insert(table, row as Record<string, string | number | null>))),
    ...triggers.results.map(({ sql }) => env.DB.prepare(sql)),
  ]);
}

function insert(table: string, row: Record<string, string | number | null>): D1PreparedStatement {
  const names = Object.keys(row);
  const sql = `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  return env.DB.prepare(sql).bind(...Object.values(row));
}
