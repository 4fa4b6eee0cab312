/** A database that counts its round trips and the rows read and written. */
import { withSession } from '#tests/support/database/session-database.ts';
import type { Env } from '#worker/env.ts';

export interface DatabaseUse {
  roundTrips: number;
  rowsRead: number;
  rowsWritten: number;
}

/** Returns an environment with a counting database, the database's usage counters, and a function that returns the number of statements. */
export function countingDatabase(workerEnv: Env): { env: Env; use: DatabaseUse; countStatements: () => number } {
  const use: DatabaseUse = { roundTrips: 0, rowsRead: 0, rowsWritten: 0 };
  let statementCount = 0;
  const database = withSession({
    prepare: (sql: string) => workerEnv.DB.prepare(sql),
    batch: async <Row>(statements: D1PreparedStatement[]) => {
      const results = await workerEnv.DB.batch<Row>(statements);
      use.roundTrips += 1;
      statementCount += statements.length;
      use.rowsRead += results.reduce((sum, { meta }) => sum + meta.rows_read, 0);
      use.rowsWritten += results.reduce((sum, { meta }) => sum + meta.rows_written, 0);
      return results;
    },
  });
  return { env: { ...workerEnv, DB: database }, use, countStatements: () => statementCount };
}
