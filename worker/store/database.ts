import type { SiteFiles } from './site-lists.ts';

/** What stores ask: as much as D1, one request's way to it, and the fakes of tests have in common. */
export interface Database {
  /** `queuesMail` is for RequestDatabase; D1 ignores it. */
  prepare(sql: string, queuesMail?: true): Pick<D1PreparedStatement, 'bind'>;
  /** All or nothing, in one round trip. */
  batch<Row = unknown>(statements: D1PreparedStatement[]): Promise<D1Result<Row>[]>;
}

/** Bindings that stores use. */
export interface StoreEnv {
  DB: Database;
  SESSIONS: KVNamespace;
  ASSETS?: SiteFiles | undefined;
}

type Methods = Record<string, (db: Database, ...rest: never[]) => unknown>;
type OnDatabase<Store> = {
  readonly [Name in keyof Store]: Store[Name] extends (db: Database, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/** A store whose methods take the database first; its callers leave it out. The prototype is made once, so that a request makes one small object. */
export function storeOf<Store extends Methods>(methods: Store): (db: Database) => OnDatabase<Store> {
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
  return (db) => new BoundStore(db) as unknown as OnDatabase<Store>;
}
