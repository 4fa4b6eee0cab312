/**
 * One request's access to the database. Reads go to the nearest copy, which lags behind the primary; a batch that writes goes to the
 * primary as a whole. Bookmarks name database states and sort as text. Given a bookmark, D1 would wait until the copy has reached it,
 * which can take longer than a round trip to the primary. So the copy is read as it is, and if it is behind the bookmark, the primary
 * is asked. See docs/decisions/nearest-copies.md.
 */
import type { Database } from './database.ts';

/** Where a call reads: at the `nearest` copy in any state; there, if the copy has reached the caller's `bookmark`; or at the `primary`. */
export type ReadConsistency = 'nearest' | 'bookmark' | 'primary';

/** Maximum attempts of `withFreshRead` under concurrent changes. */
const maxAttempts = 5;

/** A false positive only costs a trip to the primary. */
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
  #isFromCopy = false;
  #hasReadCopy = false;
  #mailStatements = 0;

  constructor(d1: D1Database, consistency: ReadConsistency, callerBookmark?: string) {
    this.#d1 = d1;
    this.#consistency = consistency;
    this.#callerBookmark = callerBookmark;
  }

  /**
   * The newest state that the caller has seen; undefined if the database was not asked. A caller's bookmark beyond the primary belongs
   * to another database.
   */
  get bookmark(): string | undefined {
    if (this.#newestState === '') return undefined;
    return this.#primaryHasAnswered ? this.#newestState : laterBookmark(this.#newestState, this.#callerBookmark);
  }

  /** A refusal may rest on a copy's answer, and the primary may decide otherwise. */
  get hasReadCopy(): boolean {
    return this.#hasReadCopy;
  }

  /** Statements so far that may have queued mails, which are delivered right after the response. */
  get mailStatements(): number {
    return this.#mailStatements;
  }

  /**
   * Runs `attempt` (load, decide, commit). Repeats it at the primary if it read a copy and threw, or returned what `acceptsCopy`
   * rejects. Repeats it on 'stale', which means that its commit met a concurrent change; returns 'stale' if every attempt does.
   */
  async withFreshRead<Answer>(attempt: () => Promise<Answer>, acceptsCopy: (answer: Answer) => boolean = () => false): Promise<Answer> {
    for (let attempts = 1; ; attempts += 1) {
      this.#isFromCopy = false;
      try {
        const answer = await attempt();
        const isFresh = !this.#isFromCopy || acceptsCopy(answer);
        if ((isFresh && answer !== 'stale') || attempts === maxAttempts) return answer;
      } catch (error) {
        if (!this.#isFromCopy) {
          this.#hasReadCopy = false;
          throw error;
        }
      }
      this.#consistency = 'primary';
      this.#hasReadCopy = false;
    }
  }

  prepare(sql: string, queuesMail?: true): Pick<D1PreparedStatement, 'bind'> {
    const preparedStatement = this.#d1.prepare(sql);
    if (!isWriting(sql)) return preparedStatement;
    if (queuesMail) this.#mailStatements += 1;
    return {
      bind: (...values) => {
        const boundStatement = preparedStatement.bind(...values);
        this.#writing.add(boundStatement);
        return boundStatement;
      },
    };
  }

  async batch<Row = unknown>(statements: D1PreparedStatement[]): Promise<D1Result<Row>[]> {
    const isForPrimary = this.#consistency === 'primary' || statements.some((statement) => this.#writing.has(statement));
    if (!isForPrimary) {
      const since = laterBookmark(this.#newestState, this.#consistency === 'nearest' ? undefined : this.#callerBookmark);
      // If the copy fails or is behind, nothing was written, so the primary can be asked instead.
      const answer = await this.#ask<Row>('first-unconstrained', statements).catch(() => undefined);
      if (answer && (!answer.isFromCopy || answer.state >= since)) {
        this.#hasReadCopy ||= answer.isFromCopy;
        return answer.results;
      }
    }
    // Copies are now probably older than this request's newest state.
    this.#consistency = 'primary';
    return (await this.#ask<Row>('first-primary', statements)).results;
  }

  async #ask<Row>(from: 'first-unconstrained' | 'first-primary', statements: D1PreparedStatement[]) {
    // Set before the answer: a write that the primary rejects is an answer of the primary too.
    this.#isFromCopy = false;
    const session = this.#d1.withSession(from);
    const results = await session.batch<Row>(statements);
    const isFromCopy = results.some(({ meta }) => meta.served_by_primary === false);
    const state = session.getBookmark() ?? '';
    this.#isFromCopy = isFromCopy;
    this.#primaryHasAnswered ||= !isFromCopy;
    this.#newestState = laterBookmark(this.#newestState, state);
    return { results, isFromCopy, state };
  }
}

function laterBookmark(one: string, other: string | undefined): string {
  return other !== undefined && other > one ? other : one;
}
