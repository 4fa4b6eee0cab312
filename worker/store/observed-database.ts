import type { Database } from './database.ts';

/**
 * Calls `onPrepare` for each prepared statement. Callers run every statement that they prepare, so this also counts executed statements.
 */
export function observeDatabase(db: Database, onPrepare: () => void): Database {
  return {
    prepare(sql) {
      onPrepare();
      return db.prepare(sql);
    },
    batch: (statements) => db.batch(statements),
  };
}
