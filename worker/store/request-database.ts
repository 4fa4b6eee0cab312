/**
 * One request's access to the database. Reads go to the nearest replica, which lags behind the primary; a batch that writes goes to the
 * primary as a whole. Bookmarks identify database states and sort as text. Given a bookmark, D1 waits until the replica has reached it,
 * which can take longer than a round trip to the primary. So we read the replica in any state and, if it is behind the bookmark, repeat the
 * read on the primary. See docs/decisions/read-replicas.md.
 */
import type { Database, StatementEffect } from './database.ts';
import type { Statement } from './sql.ts';

/**
 * Where a request reads from. `nearest`: the nearest replica in any state. `bookmark`: the nearest replica, if it has reached the caller's
 * bookmark; otherwise the primary. `primary`: always the primary.
 */
export type ReadConsistency = 'nearest' | 'bookmark' | 'primary';

/** Row of a statement with the effect `ended_sessions`. */
export interface EndedSession {
  hash: string;
}

const maxAttempts = 5;

/** Matches SQL that writes. A false positive only costs a trip to the primary. */
const writingSql = /\b(?:INSERT\s+INTO|REPLACE\s+INTO|DELETE\s+FROM|UPDATE\s+\w+\s+(?:AS\s+\w+\s+)?SET)\b/;

export function isWriting(sql: string): boolean {
  return writingSql.test(sql);
}

export class RequestDatabase implements Database {
  readonly #d1: D1Database;
  readonly #callerBookmark: string | undefined;
  readonly #writing = new WeakSet<D1PreparedStatement>();
  #consistency: ReadConsistency;
  #newestState = '';
  #primaryHasAnswered = false;
  #isFromReplica = false;
  #hasReadReplica = false;
  #mailStatements = 0;
  readonly #effects = new WeakMap<D1PreparedStatement, StatementEffect>();
  #hasQueuedPush = false;
  readonly #endedSessions: string[] = [];

  constructor(d1: D1Database, consistency: ReadConsistency, callerBookmark?: string) {
    this.#d1 = d1;
    this.#consistency = consistency;
    this.#callerBookmark = callerBookmark;
  }

  /**
   * Bookmark of the newest state that the caller has seen; undefined if the database was not used. A bookmark newer than the primary's
   * state belongs to another database and is ignored.
   */
  get bookmark(): string | undefined {
    if (this.#newestState === '') return undefined;
    return this.#primaryHasAnswered ? this.#newestState : laterBookmark(this.#newestState, this.#callerBookmark);
  }

  /** True if a replica was read. A rejection may then be based on stale data, so the outcome may differ on the primary. */
  get hasReadReplica(): boolean {
    return this.#hasReadReplica;
  }

  /** Number of statements so far that may have queued email. Queued email is delivered right after the response. */
  get mailStatements(): number {
    return this.#mailStatements;
  }

  /** Whether a statement has queued a push notification. Most find nobody to notify, and then there is nothing to deliver. */
  get hasQueuedPush(): boolean {
    return this.#hasQueuedPush;
  }

  /** Hashes of the sessions that this request has ended. */
  get endedSessions(): readonly string[] {
    return this.#endedSessions;
  }

  /**
   * Runs `attempt`, which loads, decides and commits. If it read a replica and threw, or returned a result that `acceptsReplica` rejects,
   * repeats it on the primary. Also repeats it after 'stale', which means that a concurrent change made the commit fail. Returns 'stale' if
   * every attempt does.
   */
  async withFreshRead<Result>(attempt: () => Promise<Result>, acceptsReplica: (result: Result) => boolean = () => false): Promise<Result> {
    for (let attempts = 1; ; attempts += 1) {
      this.#isFromReplica = false;
      try {
        const result = await attempt();
        const isFresh = !this.#isFromReplica || acceptsReplica(result);
        if ((isFresh && result !== 'stale') || attempts === maxAttempts) return result;
      } catch (error) {
        if (!this.#isFromReplica) {
          this.#hasReadReplica = false;
          throw error;
        }
      }
      this.#consistency = 'primary';
      this.#hasReadReplica = false;
    }
  }

  prepare(sql: string, effect?: StatementEffect): Pick<D1PreparedStatement, 'bind'> {
    const preparedStatement = this.#d1.prepare(sql);
    if (!isWriting(sql)) return preparedStatement;
    if (effect === 'mail') this.#mailStatements += 1;
    return {
      bind: (...values) => {
        const boundStatement = preparedStatement.bind(...values);
        this.#writing.add(boundStatement);
        if (effect) this.#effects.set(boundStatement, effect);
        return boundStatement;
      },
    };
  }

  async batch<Row = unknown>(statements: D1PreparedStatement[]): Promise<D1Result<Row>[]> {
    const isForPrimary = this.#consistency === 'primary' || statements.some((statement) => this.#writing.has(statement));
    if (!isForPrimary) {
      const since = laterBookmark(this.#newestState, this.#consistency === 'nearest' ? undefined : this.#callerBookmark);
      // Nothing was written, so the primary can be used instead if the replica fails or is behind.
      const response = await this.#ask<Row>('first-unconstrained', statements).catch(() => undefined);
      if (response && (!response.isFromReplica || response.state >= since)) {
        this.#hasReadReplica ||= response.isFromReplica;
        return response.results;
      }
    }
    // Later reads also use the primary because replicas are probably older than this request's newest state.
    this.#consistency = 'primary';
    return (await this.#ask<Row>('first-primary', statements)).results;
  }

  /**
   * Returns this database with a guard: `guard` runs at the start of each batch that writes. If it fails, the batch writes nothing and
   * throws what `explain` returns for the error.
   */
  guardWrites({ sql, values }: Statement<unknown>, explain: (error: unknown) => unknown): Database {
    return {
      prepare: (text, effect) => this.prepare(text, effect),
      batch: async <Row>(statements: D1PreparedStatement[]) => {
        if (!statements.some((statement) => this.#writing.has(statement))) return this.batch<Row>(statements);
        try {
          return (await this.batch<Row>([this.#d1.prepare(sql).bind(...values), ...statements])).slice(1);
        } catch (error) {
          throw explain(error);
        }
      },
    };
  }

  async #ask<Row>(from: 'first-unconstrained' | 'first-primary', statements: D1PreparedStatement[]) {
    // Clears `#isFromReplica` before the query. If the primary responds with an error, the flag must not remain set from an earlier replica
    // read.
    this.#isFromReplica = false;
    const session = this.#d1.withSession(from);
    const results = await session.batch<Row>(statements);
    const isFromReplica = results.some(({ meta }) => meta.served_by_primary === false);
    for (const [index, statement] of statements.entries()) {
      const effect = this.#effects.get(statement);
      // The table has no triggers, so the number of changes is the number of inserted rows.
      if (effect === 'push') this.#hasQueuedPush ||= (results[index]?.meta.changes ?? 0) > 0;
      if (effect === 'ended_sessions')
        this.#endedSessions.push(...(results[index]?.results ?? []).map((row) => (row as EndedSession).hash));
    }
    const state = session.getBookmark() ?? '';
    this.#isFromReplica = isFromReplica;
    this.#primaryHasAnswered ||= !isFromReplica;
    this.#newestState = laterBookmark(this.#newestState, state);
    return { results, isFromReplica, state };
  }
}

function laterBookmark(one: string, other: string | undefined): string {
  return other !== undefined && other > one ? other : one;
}
