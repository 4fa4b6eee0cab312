/** Rows on their way into a table, many in one statement. */
import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types';

export type Row = Record<string, string | number | null>;

/** One INSERT of all rows, in their order; the rows travel as one JSON value, past the limit of 100 bound parameters. */
export function insertRows(db: D1Database, table: string, rows: readonly Row[]): D1PreparedStatement[] {
  const [first] = rows;
  if (!first) return [];
  const columns = Object.keys(first);
  const values = columns.map((column) => `value ->> '$.${column}'`).join(', ');
  const sql = `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values} FROM json_each(?1) ORDER BY key`;
  return [db.prepare(sql).bind(JSON.stringify(rows))];
}
