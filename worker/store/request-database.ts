/**
 * One request's way to the database. Reads go to the nearest copy, which may be a little behind the primary; what writes goes to
 * the primary, the whole batch. A bookmark names a state of the database: a copy that has yet to reach the one that is asked for
 * is waited for. Bookmarks sort as text. docs/decisions/nearest-copies.md says what follows from it.
 */
import type { Database } from './database.ts';

/**
 * How a call reads: at the `nearest` copy, whatever state that is in; at a copy that is as new as the `bookmark` which the page
 * brings; or at the `primary`.
 */
export type Reading = 'nearest' | 'bookmark' | 'primary';

/** False positives do no harm: they ask the primary. */
const writingSql = /\b(?:INSERT\s+INTO|REPLACE\s+INTO|DELETE\s+FROM|UPDATE\s+\w+\s+(?:AS\s+\w+\s+)?SET)\b/;

export function isWriting(sql: string): boolean {
  return writingSql.test(sql);
}

export class RequestDatabase implements Database {
  readonly #d1: D1Database;
  readonly #brought: string | undefined;
  readonly #writing = new WeakSet<D1PreparedStatement>();
  #reading: Reading;
  #answered: string | undefined;
  #isFromCopy = false;

  /** `brought`: the bookmark that came with the request. */
  constructor(d1: D1Database, reading: Reading, brought?: string) {
    this.#d1 = d1;
    this.#reading = reading;
    this.#brought = brought;
  }

  /** The newest state that the caller has seen by now; undefined where the database was not asked. */
  get bookmark(): string | undefined {
    return this.#answered === undefined ? undefined : newer(this.#answered, this.#brought);
  }

  /** Whether the last word came from a copy, so that the primary may know better. */
  get isFromCopy(): boolean {
    return this.#isFromCopy;
  }

  /** Whether what was read is older than what the caller has seen before. */
  get isBehind(): boolean {
    return this.#isFromCopy && this.#brought !== undefined && (this.#answered ?? '') < this.#brought;
  }

  /** From now on every read asks the primary. */
  readAtPrimary(): void {
    this.#reading = 'primary';
  }

  prepare(sql: string): Pick<D1PreparedStatement, 'bind'> {
    const prepared = this.#d1.prepare(sql);
    if (!isWriting(sql)) return prepared;
    return {
      bind: (...values) => {
        const bound = prepared.bind(...values);
        this.#writing.add(bound);
        return bound;
      },
    };
  }

  async batch<Row = unknown>(statements: D1PreparedStatement[]): Promise<D1Result<Row>[]> {
    const isForPrimary = this.#reading === 'primary' || statements.some((statement) => this.#writing.has(statement));
    if (isForPrimary) return this.#ask('first-primary', statements);
    const since = this.#reading === 'nearest' ? this.#answered : newer(this.#answered ?? '', this.#brought);
    try {
      return await this.#ask(since || 'first-unconstrained', statements);
    } catch {
      // A copy that fails, or a bookmark that the database does not take: nothing was written, so the primary is asked instead.
      this.readAtPrimary();
      return this.#ask('first-primary', statements);
    }
  }

  async #ask<Row>(from: string, statements: D1PreparedStatement[]): Promise<D1Result<Row>[]> {
    // Before the answer: a write that is refused is the primary's word too.
    this.#isFromCopy = false;
    const session = this.#d1.withSession(from);
    const results = await session.batch<Row>(statements);
    this.#isFromCopy = results.some(({ meta }) => meta.served_by_primary === false);
    this.#answered = newer(session.getBookmark() ?? '', this.#answered) || undefined;
    return results;
  }
}

function newer(one: string, other: string | undefined): string {
  return other !== undefined && other > one ? other : one;
}
