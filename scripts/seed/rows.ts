import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types';

export type Row = Record<string, string | number | null>;

/** Inserts all rows in order with one statement. The rows are bound as a single JSON value because D1 allows only 100 bound parameters. */
export function insertRows(db: D1Database, table: string, rows: readonly Row[]): D1PreparedStatement[] {
  const [first] = rows;
  if (!first) return [];
  const columns = Object.keys(first);
  const values = columns.map((column) => `value ->> '$.${column}'`).join(', ');
  const sql = `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values} FROM json_each(?1) ORDER BY key`;
  return [db.prepare(sql).bind(JSON.stringify(rows))];
}
