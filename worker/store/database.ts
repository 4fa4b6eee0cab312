/** What stores ask: as much as D1, one request's way to it, and the fakes of tests have in common. */
export interface Database {
  prepare(sql: string): Pick<D1PreparedStatement, 'bind'>;
  /** All or nothing, in one round trip. */
  batch<Row = unknown>(statements: D1PreparedStatement[]): Promise<D1Result<Row>[]>;
}

type Methods = Record<string, (db: Database, ...rest: never[]) => unknown>;
type OnDatabase<Store> = {
  readonly [Name in keyof Store]: Store[Name] extends (db: Database, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/** A store of these methods. Each takes the database first; callers of the store leave it out. */
export function storeOf<Store extends Methods>(methods: Store): (db: Database) => OnDatabase<Store> {
  return (db) => {
    const bound = Object.entries(methods).map(([name, method]) => [name, (...rest: never[]) => method(db, ...rest)]);
    // TypeScript does not see names through Object.entries.
    return Object.fromEntries(bound) as OnDatabase<Store>;
  };
}
