import { withSession } from '#tests/support/database/session-database.ts';
import type { Env } from '#worker/env.ts';

/**
 * Returns an environment whose database runs `interfere` before each batch that updates the given table. This simulates a change between
 * the decision and the write.
 */
export function beforeWrite(workerEnv: Env, table: string, interfere: () => Promise<void>): Env {
  const update = new RegExp(`^\\s*UPDATE ${table}\\b`, 'i');
  return beforeBatch(workerEnv, (sql) => update.test(sql), interfere);
}

/** Like `beforeWrite`, before each batch with a statement that `matches`. */
export function beforeBatch(workerEnv: Env, matches: (sql: string) => boolean, interfere: () => Promise<void>): Env {
  const matching = new WeakSet<D1PreparedStatement>();
  const DB = withSession({
    prepare(sql: string) {
      const prepared = workerEnv.DB.prepare(sql);
      if (!matches(sql)) return prepared;
      const bind = prepared.bind.bind(prepared);
      prepared.bind = (...values: unknown[]) => {
        const bound = bind(...values);
        matching.add(bound);
        return bound;
      };
      return prepared;
    },
    async batch<Row>(statements: D1PreparedStatement[]) {
      if (statements.some((one) => matching.has(one))) await interfere();
      return workerEnv.DB.batch<Row>(statements);
    },
  });
  return { ...workerEnv, DB };
}
