/**
 * A D1 database with one lagging replica, for tests and benchmarks. It consists of two local databases. The second one replays each
 * committed batch later, in order. Delays are simulated: their durations are added up without any actual waiting. Bookmarks work as in D1:
 * a replica waits for the requested state, possibly forever.
 */
import type { Database } from '#worker/store/database.ts';
import { isWriting } from '#worker/store/request-database.ts';

export interface ReplicasOptions {
  /** Returns the replication lag for the next batch, in milliseconds. */
  lagMs: () => number;
  toPrimaryMs?: number;
  toReplicaMs?: number;
}

/** Matches nondeterministic SQL, whose result would differ when replayed. */
const unrepeatable = /\brandom(blob)?\s*\(|'now'|\bcurrent_(time|date|timestamp)\b|\b(unixepoch|julianday|date|datetime|time)\s*\(\s*\)/i;

class ReadCounter {
  readonly sql: string;
  readonly values: unknown[];

  constructor(sql: string, values: unknown[]) {
    this.sql = sql;
    this.values = values;
  }

  bind(...values: unknown[]): ReadCounter {
    return new ReadCounter(this.sql, values);
  }
}

export class Replicas {
  /** Milliseconds elapsed so far: the simulated database time plus the time that the test skipped. */
  clockMs = 0;
  /** Number of batches served by the primary and by the replica. */
  readonly readCounts = { primary: 0, replica: 0 };
  /** The primary without simulated delays. Writes made through it are not replicated. */
  readonly primary: Database;
  readonly #replica: Database;
  readonly #options: Required<ReplicasOptions>;
  readonly #committed: { statements: ReadCounter[]; arrivesAt: number }[] = [];
  #applied = 0;

  constructor(primary: Database, replica: Database, options: ReplicasOptions) {
    this.primary = primary;
    this.#replica = replica;
    this.#options = { toPrimaryMs: 150, toReplicaMs: 5, ...options };
  }

  /** The D1 binding. Without a session it uses the primary, like D1. */
  get db(): D1Database {
    const binding = {
      prepare: (sql: string) => new ReadCounter(sql, []),
      batch: (statements: ReadCounter[]) => this.#askPrimary(statements),
      withSession: (from: string) => this.#session(from),
    };
    // The cast is safe because the Worker calls no other method of a D1 database.
    return binding as unknown as D1Database;
  }

  async catchUp(): Promise<void> {
    this.clockMs = Math.max(this.clockMs, this.#committed.at(-1)?.arrivesAt ?? 0);
    await this.#hear();
  }

  /** Number of batches that have not been replicated yet. */
  get behind(): number {
    return this.#committed.length - this.#applied;
  }

  #session(from: string) {
    let bookmark = /^first-/.test(from) ? null : from;
    let isFirst = true;
    return {
      prepare: (sql: string) => new ReadCounter(sql, []),
      batch: async (statements: ReadCounter[]) => {
        const isForPrimary = (isFirst && from === 'first-primary') || statements.some(({ sql }) => isWriting(sql));
        isFirst = false;
        const results = isForPrimary ? await this.#askPrimary(statements) : await this.#askReplica(statements, bookmark);
        bookmark = formatBookmark(isForPrimary ? this.#committed.length : this.#applied);
        return results;
      },
      getBookmark: () => bookmark,
    };
  }

  async #askPrimary(statements: ReadCounter[]) {
    this.clockMs += this.#options.toPrimaryMs;
    this.readCounts.primary += 1;
    const isWrite = statements.some(({ sql }) => isWriting(sql));
    const strange = isWrite ? statements.find(({ sql }) => unrepeatable.test(sql)) : undefined;
    if (strange) throw new Error(`A replica could not repeat this: ${strange.sql}`);
    const results = await run(this.primary, statements, true);
    const last = this.#committed.at(-1)?.arrivesAt ?? 0;
    if (isWrite) this.#committed.push({ statements, arrivesAt: Math.max(last, this.clockMs + this.#options.lagMs()) });
    return results;
  }

  async #askReplica(statements: ReadCounter[], bookmark: string | null) {
    const requiredState = bookmark === null ? 0 : Number.parseInt(bookmark, 16);
    if (Number.isNaN(requiredState)) throw new Error('D1_ERROR: not a bookmark');
    if (requiredState > this.#committed.length) throw new Error('Waiting for a state that never comes');
    this.clockMs = Math.max(this.clockMs + this.#options.toReplicaMs, this.#committed[requiredState - 1]?.arrivesAt ?? 0);
    this.readCounts.replica += 1;
    await this.#hear();
    return run(this.#replica, statements, false);
  }

  async #hear(): Promise<void> {
    for (;;) {
      const next = this.#committed[this.#applied];
      if (next === undefined || next.arrivesAt > this.clockMs) return;
      this.#applied += 1;
      await run(this.#replica, next.statements, false);
    }
  }
}

/** Returns the bookmark of a database state. Like D1's bookmarks, these sort alphabetically from old to new. */
function formatBookmark(state: number): string {
  return `${state.toString(16).padStart(8, '0')}-state`;
}

async function run(database: Database, statements: ReadCounter[], isPrimary: boolean): Promise<D1Result[]> {
  const results = await database.batch(statements.map(({ sql, values }) => database.prepare(sql).bind(...values)));
  return results.map((result) => ({ ...result, meta: { ...result.meta, served_by_primary: isPrimary } }));
}
