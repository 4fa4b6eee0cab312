/** A database of tests that is all primary: each of its sessions is itself. */
import type { Database } from '#worker/store/database.ts';

export function withSession(database: Database): D1Database {
  const whole = { ...bound(database), withSession: () => ({ ...bound(database), getBookmark: () => null }) };
  // Nothing of the product calls the rest of it.
  return whole as unknown as D1Database;
}

function bound(database: Database): Pick<Database, 'prepare' | 'batch'> {
  return { prepare: (sql) => database.prepare(sql), batch: (statements) => database.batch(statements) };
}
