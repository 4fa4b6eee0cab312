/** The same database, telling of each statement that is prepared on it: whoever prepares one runs it, alone or in a batch. */
export function watchedDatabase(db: D1Database, prepared: (sql: string) => void): D1Database {
  return {
    prepare(sql) {
      prepared(sql);
      return db.prepare(sql);
    },
    batch: (statements) => db.batch(statements),
    exec: (sql) => db.exec(sql),
    withSession: (constraint) => db.withSession(constraint),
    dump: () => db.dump(),
  };
}
