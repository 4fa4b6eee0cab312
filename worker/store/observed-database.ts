import type { Database } from './database.ts';

/** The same database, telling of each statement that is prepared on it: whoever prepares one runs it, alone or in a batch. */
export function observeDatabase(db: Database, prepared: () => void): Database {
  return {
    prepare(sql) {
      prepared();
      return db.prepare(sql);
    },
    batch: (statements) => db.batch(statements),
  };
}
