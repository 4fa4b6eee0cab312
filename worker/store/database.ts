import type { SiteFiles } from './site-lists.ts';

/** What a request does after a statement: deliver what it queued, or remove the sessions that it ended from KV. */
export type StatementEffect = 'mail' | 'push' | 'ended_sessions';

/** The interface shared by D1, RequestDatabase and the tests' fakes. */
export interface Database {
  /** `effect` is used only by RequestDatabase; D1 ignores it. */
  prepare(sql: string, effect?: StatementEffect): Pick<D1PreparedStatement, 'bind'>;
  /** Executes all statements or none, in one round trip. */
  batch<Row = unknown>(statements: D1PreparedStatement[]): Promise<D1Result<Row>[]>;
}

export interface StoreEnv {
  DB: Database;
  SESSIONS: KVNamespace;
  ASSETS?: SiteFiles | undefined;
}

type Methods = Record<string, (db: Database, ...rest: never[]) => unknown>;
type BoundMethods<Store> = {
  readonly [Name in keyof Store]: Store[Name] extends (db: Database, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/**
 * Binds a store's methods to the database, which is their first argument, so that callers can omit it. The prototype is built once so that
 * each request creates only one small object.
 */
export function bindStore<Store extends Methods>(methods: Store): (db: Database) => BoundMethods<Store> {
  class BoundStore {
    readonly db: Database;
    constructor(db: Database) {
      this.db = db;
    }
  }
  for (const [name, method] of Object.entries(methods)) {
    Object.defineProperty(BoundStore.prototype, name, {
      enumerable: true,
      value(this: BoundStore, ...rest: never[]) {
        return method(this.db, ...rest);
      },
    });
  }
  return (db) => new BoundStore(db) as unknown as BoundMethods<Store>;
}
