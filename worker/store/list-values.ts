/**
 * Finds enum values that the code does not recognize, for example after a rollback. Each run examines each table's newest rows, plus one
 * chunk of all other rows. An unrecognized value is stored with one example row until that row or the code changes.
 */
import type { Database } from './database.ts';
import { type ListColumn, tablesWithLists } from './list-columns.ts';
import { batch, execute, queryAll, type Statement, statement } from './sql.ts';

export interface UnknownValue {
  list: string;
  value: string;
  rowId: number;
}

/** Number of rows per chunk, which keeps the statements' run time per table far below one second. */
const rowsPerChunk = 20_000;

export function listValueStore(db: Database, chunkRows: number = rowsPerChunk) {
  return {
    async check(): Promise<UnknownValue[]> {
      const lists = tablesWithLists.flatMap(({ table, lists }) => lists.map(({ name }) => `${table}.${name}`));
      await execute(db, 'DELETE FROM unknown_values WHERE list NOT IN (SELECT value FROM json_each(?1))', [JSON.stringify(lists)]);
      for (const { table, lists } of tablesWithLists)
        if (lists.length > 0)
          await batch(db, [
            ...lists.flatMap((list) => [forget(table, list), find(table, list, chunkRows)]),
            saveProgress(table, chunkRows),
          ]);
      return queryAll<UnknownValue>(db, 'SELECT list, value, row_id AS "rowId" FROM unknown_values ORDER BY list, value');
    },
  };
}

const walkName = (table: string) => `list-values:${table}`;

/** Returns SQL for the start of the next chunk. Skips gaps between ids and starts over after the last row. */
function nextChunkStart(table: string): string {
  return `coalesce((SELECT min(n.rowid) FROM ${table} n
    WHERE n.rowid > coalesce((SELECT p.through_id FROM job_progress p WHERE p.job = '${walkName(table)}'), 0)), 1) - 1`;
}

/** Deletes an unrecognized value if its example row has changed or the code now recognizes it. */
function forget(table: string, { name, values }: ListColumn): Statement {
  return statement(
    `DELETE FROM unknown_values WHERE list = '${table}.${name}' AND NOT EXISTS (SELECT 1 FROM ${table} t
       WHERE t.rowid = row_id AND CAST(t.${name} AS TEXT) = unknown_values.value AND t.${name} NOT IN (SELECT value FROM json_each(?1)))`,
    [JSON.stringify(values)],
  );
}

/** Finds unrecognized values by row id. With an index on the column, SQLite would scan the whole index. */
function find(table: string, { name, values }: ListColumn, chunkRows: number): Statement {
  return statement(
    `INSERT INTO unknown_values (list, value, row_id) SELECT '${table}.${name}', t.${name}, min(t.rowid) FROM ${table} t NOT INDEXED
     WHERE (t.rowid > (SELECT max(rowid) FROM ${table}) - ?1
       OR (t.rowid > ${nextChunkStart(table)} AND t.rowid <= ${nextChunkStart(table)} + ?1))
       AND t.${name} NOT IN (SELECT value FROM json_each(?2)) GROUP BY t.${name}
     ON CONFLICT (list, value) DO NOTHING`,
    [chunkRows, JSON.stringify(values)],
  );
}

/** Advances to the next chunk unless the newest rows already cover the whole table. */
function saveProgress(table: string, chunkRows: number): Statement {
  return statement(
    `INSERT INTO job_progress (job, through_id) SELECT '${walkName(table)}', ${nextChunkStart(table)} + ?1
     WHERE (SELECT max(rowid) FROM ${table}) - ?1 >= (SELECT min(rowid) FROM ${table})
     ON CONFLICT (job) DO UPDATE SET through_id = excluded.through_id`,
    [chunkRows],
  );
}
