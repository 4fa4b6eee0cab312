/** Returns a test database without replicas. All sessions use the same database. */
import type { Database } from '#worker/store/database.ts';

export function withSession(database: Database): D1Database {
  const boundDatabase = {
    ...createBoundDatabase(database),
    withSession: () => ({ ...createBoundDatabase(database), getBookmark: () => null }),
  };
  // The cast is safe because the Worker calls no other method of a D1 database.
  return boundDatabase as unknown as D1Database;
}

function createBoundDatabase(database: Database): Pick<Database, 'prepare' | 'batch'> {
  return { prepare: (sql) => database.prepare(sql), batch: (statements) => database.batch(statements) };
}
