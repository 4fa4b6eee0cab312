/**
 * Generates the baseline's SQL statements, which read and write the same number of rows, values and index entries as the product, in a
 * database of the same size.
 */
import type { D1Database } from '@cloudflare/workers-types';
import type { Bound, StatementUse, Usage } from '#scripts/lab/bench/usage.ts';

const rowsPerInsert = 100_000;

function createTable(rowsWritten: number) {
  const name = `floor_writes_${rowsWritten}`;
  const indexed = Array.from({ length: rowsWritten - 1 }, (_, index) => `c${index}`);
  const drawnColumns = indexed.length > 0 ? indexed : ['id'];
  return {
    name,
    indexed,
    into: `INSERT INTO ${name} (value, ${drawnColumns.join(', ')})`,
    row: ['?1', ...drawnColumns.map(() => 'random()')].join(', '),
  };
}

const memberColumns = ['email', 'id', 'username', 'role', 'created_at', 'referral_code', 'token_balance', 'first_name'];

function listConditions(values: Bound[]): string[] {
  return values.slice(1).map((_, index) => `?${index + 2} IS ?${index + 2}`);
}

/**
 * Returns SQL that selects the given number of rows and values, starting at key ?1. It selects no rows if the product's statement returned
 * none.
 */
export function floorSelect({ rowsReturned, columns, values }: StatementUse): string {
  const list = Array.from({ length: Math.max(1, columns) }, (_, index) => `${memberColumns[index % memberColumns.length]} AS v${index}`);
  const key = rowsReturned > 1 ? `BETWEEN ?1 AND ?1 + ${rowsReturned - 1}` : rowsReturned === 1 ? '= ?1' : '= -?1';
  return `SELECT ${list.join(', ')} FROM users WHERE ${[`id ${key}`, ...listConditions(values)].join(' AND ')}`;
}

/** Returns SQL that inserts a row. ?1 is the text for an unindexed column. */
export function floorInsert({ rowsWritten, values }: StatementUse): string {
  const { into, row } = createTable(rowsWritten);
  return `${into} SELECT ${row} WHERE ${['TRUE', ...listConditions(values)].join(' AND ')}`;
}

export async function makeFloorTables(db: D1Database, { roundTrips }: Usage, members: number): Promise<void> {
  const counts = new Set(roundTrips.flat().map(({ rowsWritten }) => rowsWritten));
  counts.delete(0);
  for (const count of counts) {
    const { name, indexed, into, row } = createTable(count);
    const columns = ['id INTEGER PRIMARY KEY', 'value TEXT', ...indexed.map((column) => `${column} INTEGER`)];
    await db.prepare(`CREATE TABLE ${name} (${columns.join(', ')})`).run();
    const insertSql = `${into} WITH RECURSIVE m(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM m WHERE i < ?2) SELECT ${row} FROM m`;
    for (let at = 0; at < members; at += rowsPerInsert) {
      await db
        .prepare(insertSql)
        .bind('x'.repeat(40), Math.min(rowsPerInsert, members - at))
        .run();
    }
    for (const column of indexed) await db.prepare(`CREATE INDEX ${name}_${column} ON ${name} (${column})`).run();
  }
}
