/** An in-process primary and its replica (tests/support/database/replicas.ts), with the real migrations and statements on Node's SQLite. */
import assert from 'node:assert/strict';
import { localD1 } from '#tests/support/database/local-d1.ts';
import { Replicas, type ReplicasOptions } from '#tests/support/database/replicas.ts';
import type { Database } from '#worker/store/database.ts';

/** Runs `use` on an empty, migrated primary and its replica. When it finishes, the replica must equal the primary. */
export type WithReplicas = <Result>(options: ReplicasOptions, use: (replicas: Replicas) => Promise<Result>) => Promise<Result>;

export function localReplicas(): WithReplicas {
  const [withPrimary, withReplica] = [localD1(), localD1()];
  return (options, use) =>
    withPrimary((primary) =>
      withReplica(async (replica) => {
        const replicas = new Replicas(primary, replica, options);
        const result = await use(replicas);
        await replicas.catchUp();
        assert.deepEqual(await allRows(replica), await allRows(primary), 'the replica has drifted from the primary');
        return result;
      }),
    );
}

/** Returns a seeded generator of replication lags in milliseconds, from zero to five seconds. */
export function randomLag(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * 5_000);
  };
}

export async function allRows(database: Database): Promise<Record<string, unknown[]>> {
  const names = await query<{ name: string }>(database, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
  const contents: Record<string, unknown[]> = {};
  for (const { name } of names) contents[name] = await query(database, `SELECT * FROM ${name}`);
  return contents;
}

export async function query<Row>(database: Database, sql: string, ...values: (string | number | null)[]): Promise<Row[]> {
  const [found] = await database.batch<Row>([database.prepare(sql).bind(...values)]);
  return found?.results ?? [];
}
