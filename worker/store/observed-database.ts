import type { Database } from './database.ts';

/** Reports each prepared statement; callers run everything that they prepare. */
export function observeDatabase(db: Database, onPrepare: () => void): Database {
  return {
    prepare(sql) {
      onPrepare();
      return db.prepare(sql);
    },
    batch: (statements) => db.batch(statements),
  };
}
