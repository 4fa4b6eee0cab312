import type { Database } from './database.ts';

/** Calls `prepared` for each prepared statement. Callers run every statement that they prepare. */
export function observeDatabase(db: Database, onPrepare: () => void): Database {
  return {
    prepare(sql) {
      onPrepare();
      return db.prepare(sql);
    },
    batch: (statements) => db.batch(statements),
  };
}
