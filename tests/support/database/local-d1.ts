/** An in-process D1 database, fast enough for thousands of runs. It runs the real migrations and statements on Node's SQLite. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { migrateDatabase } from '#tests/support/database/migrate-database.ts';

class LocalStatement {
  readonly #prepare: (sql: string) => StatementSync;
  readonly #sql: string;
  readonly #values: SQLInputValue[];

  constructor(prepare: (sql: string) => StatementSync, sql: string, values: SQLInputValue[] = []) {
    this.#prepare = prepare;
    this.#sql = sql;
    this.#values = values;
  }

  bind(...values: SQLInputValue[]): LocalStatement {
    return new LocalStatement(this.#prepare, this.#sql, values);
  }

  /** Binds each value once, even if the statement repeats its placeholder: like D1, SQLite numbers the placeholders. */
  all(): { results: unknown[] } {
    return { results: this.#prepare(this.#sql).all(...this.#values) };
  }

  run(): { results: unknown[] } {
    return this.all();
  }

  first(): unknown {
    return this.all().results[0] ?? null;
  }
}

/** Runs `use` on an empty, migrated database and then undoes all its writes. */
export type WithEmptyDatabase = <Result>(use: (db: D1Database) => Promise<Result>) => Promise<Result>;

export function localD1(): WithEmptyDatabase {
  const database = new DatabaseSync(':memory:');
  migrateDatabase(database);
  const d1 = d1Over(database);
  return async (use) => {
    database.exec('BEGIN');
    try {
      return await use(d1);
    } finally {
      database.exec('ROLLBACK');
    }
  };
}

export function d1Over(database: DatabaseSync): D1Database {
  // Caches prepared statements because the same few run repeatedly.
  const preparedStatements = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    const preparedStatement = preparedStatements.get(sql) ?? database.prepare(sql);
    preparedStatements.set(sql, preparedStatement);
    return preparedStatement;
  };
  const d1 = {
    prepare: (sql: string) => new LocalStatement(prepare, sql),
    async batch(statements: LocalStatement[]) {
      database.exec('SAVEPOINT one_batch');
      try {
        const results = statements.map((one) => one.all());
        database.exec('RELEASE one_batch');
        return results;
      } catch (error) {
        database.exec('ROLLBACK TO one_batch; RELEASE one_batch');
        throw error;
      }
    },
  };
  return d1 as unknown as D1Database;
}
