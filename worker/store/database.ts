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
