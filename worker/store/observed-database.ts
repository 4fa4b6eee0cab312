import type { Database } from './database.ts';

/** Reports each prepared statement; callers run every statement that they prepare. */
export function observeDatabase(db: Database, prepared: () => void): Database {
  return {
    prepare(sql) {
      prepared();
      return db.prepare(sql);
    },
    batch: (statements) => db.batch(statements),
  };
}
