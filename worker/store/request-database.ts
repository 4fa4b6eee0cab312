/**
 * One request's way to the database. Reads go to the nearest copy, which may be a little behind the primary; what writes goes to
 * the primary, the whole batch. A bookmark names a state of the database; they sort as text. No copy is asked for a state that it
 * may have yet to reach: it would wait for that longer than the way to the primary takes. So it is asked for what it has, and
 * where that is too old, the primary. docs/decisions/nearest-copies.md says what follows from it.
 */
import type { Database } from './database.ts';

/**
 * How a call reads: at the `nearest` copy, whatever state that is in; there too, where that is as new as the `bookmark` which the
 * page brings; or at the `primary`.
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
  /** The newest state that was answered from. */
  #answered = '';
  #primaryHasAnswered = false;
  #isFromCopy = false;
  #hasReadCopy = false;
  #mailStatements = 0;

  /** `brought`: the bookmark that came with the request. */
  constructor(d1: D1Database, reading: Reading, brought?: string) {
    this.#d1 = d1;
    this.#reading = reading;
    this.#brought = brought;
  }

  /**
   * The newest state that the caller has seen by now; undefined where the database was not asked. The primary's is the newest that
   * there is: what a caller brings beyond it was another database's.
   */
  get bookmark(): string | undefined {
    if (this.#answered === '') return undefined;
    return this.#primaryHasAnswered ? this.#answered : newer(this.#answered, this.#brought);
  }

  /** Whether the last word came from a copy, so that the primary may know better. */
  get isFromCopy(): boolean {
    return this.#isFromCopy;
  }

  /** Whether any word came from a copy: what was refused by it may not be refused by the primary. */
  get hasReadCopy(): boolean {
    return this.#hasReadCopy;
  }

  /** Statements so far that may have queued mails, to be delivered right after the answer. */
  get mailStatements(): number {
    return this.#mailStatements;
  }

  /** From now on every read asks the primary. */
  readAtPrimary(): void {
    this.#reading = 'primary';
  }

  /** Likewise, and what comes now is decided by that alone, whatever copies have said before. */
  decideAtPrimary(): void {
    this.readAtPrimary();
    this.#hasReadCopy = false;
  }

  /** What `ask` answers; where a copy did not have it, what it answers at the primary: a sign-in of seconds ago may be news there. */
  async orAtPrimary<Answer>(ask: () => Promise<Answer>, hasIt: (answer: Answer) => boolean): Promise<Answer> {
    const answer = await ask();
    if (hasIt(answer) || !this.#isFromCopy) return answer;
    this.readAtPrimary();
    return ask();
  }

  prepare(sql: string, queuesMail?: true): Pick<D1PreparedStatement, 'bind'> {
    const prepared = this.#d1.prepare(sql);
    if (!isWriting(sql)) return prepared;
    if (queuesMail) this.#mailStatements += 1;
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
    if (!isForPrimary) {
      const since = newer(this.#answered, this.#reading === 'nearest' ? undefined : this.#brought);
      // A copy that fails, or is behind: nothing was written, so the primary is asked instead.
      const answer = await this.#ask<Row>('first-unconstrained', statements).catch(() => undefined);
      if (answer && (!answer.isFromCopy || answer.state >= since)) {
        this.#hasReadCopy ||= answer.isFromCopy;
        return answer.results;
      }
    }
    // What comes after in this request would find the copies too old.
    this.readAtPrimary();
    return (await this.#ask<Row>('first-primary', statements)).results;
  }

  async #ask<Row>(from: 'first-unconstrained' | 'first-primary', statements: D1PreparedStatement[]) {
    // Before the answer: a write that is refused is the primary's word too.
    this.#isFromCopy = false;
    const session = this.#d1.withSession(from);
    const results = await session.batch<Row>(statements);
    const isFromCopy = results.some(({ meta }) => meta.served_by_primary === false);
    const state = session.getBookmark() ?? '';
    this.#isFromCopy = isFromCopy;
    this.#primaryHasAnswered ||= !isFromCopy;
    this.#answered = newer(this.#answered, state);
    return { results, isFromCopy, state };
  }
}

function newer(one: string, other: string | undefined): string {
  return other !== undefined && other > one ? other : one;
}
