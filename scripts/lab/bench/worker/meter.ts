/** Meters the use of D1, KV and the edge cache through wrapped bindings, without changes to the product. */
import { type Bound, type StatementUse, type Usage, usageHeader } from '#scripts/lab/bench/usage.ts';
import type { Env } from '#worker/env.ts';

export interface Meter {
  env: Env;
  /**
   * Returns the response with the usage attached. While metering, nothing is stored in the edge cache, so the measured usage is the worst
   * case.
   */
  count(respond: () => Response | Promise<Response>): Promise<Response>;
}

const emptyUsage = (): Usage => ({
  kvReads: 0,
  kvWrites: 0,
  cacheReads: 0,
  cacheWrites: 0,
  roundTrips: [],
  responseBytes: 0,
  responseHeaders: {},
});

const originalStatement = Symbol('the statement that was wrapped');
const sql = Symbol('its text');
const boundValues = Symbol('its values');

/** Wraps the bindings to count their usage. Handles only one request at a time. */
export function getMeter(env: Env): Meter {
  let usage = emptyUsage();
  const note = async (statements: D1PreparedStatement[], results: D1Result[]): Promise<void> => {
    const toStatementUse = async (statement: D1PreparedStatement, { meta, results: d1Results }: D1Result): Promise<StatementUse> => ({
      sql: String(Reflect.get(statement, sql)),
      values: (Reflect.get(statement, boundValues) as Bound[]).map((value) =>
        typeof value === 'string' ? 'x'.repeat(value.length) : value,
      ),
      rowsRead: meta.rows_read,
      rowsWritten: meta.rows_written,
      rowsReturned: d1Results.length,
      columns: d1Results[0] ? Object.keys(d1Results[0]).length : await countColumns(statement),
    });
    const trip = statements.map((statement, index) => toStatementUse(statement, results[index] as D1Result));
    usage.roundTrips.push(await Promise.all(trip));
  };

  /**
   * Returns the column count of a statement that returned no rows, by running it again for the column names. Returns 0 for statements that
   * may write.
   */
  const countColumns = async (statement: D1PreparedStatement): Promise<number> => {
    if (!/^\s*SELECT\b/.test(String(Reflect.get(statement, sql)))) return 0;
    const [names] = await (Reflect.get(statement, originalStatement) as D1PreparedStatement).raw({ columnNames: true });
    return names.length;
  };

  const wrapStatement = (statement: D1PreparedStatement, text: string, values: Bound[] = []): D1PreparedStatement => {
    const wrappedStatement: D1PreparedStatement = new Proxy(statement, {
      get(target, property) {
        if (property === originalStatement) return target;
        if (property === sql) return text;
        if (property === boundValues) return values;
        if (property === 'bind') return (...boundArguments: Bound[]) => wrapStatement(target.bind(...boundArguments), text, boundArguments);
        if (property === 'all' || property === 'run') {
          return async () => {
            const result = await target.all();
            await note([wrappedStatement], [result]);
            return result;
          };
        }
        throw new Error(`The meter does not count D1PreparedStatement.${String(property)}`);
      },
    });
    return wrappedStatement;
  };

  const db: D1Database = new Proxy(env.DB, {
    get(target, property) {
      if (property === 'prepare') return (text: string) => wrapStatement(target.prepare(text), text);
      if (property === 'batch') {
        return async (statements: D1PreparedStatement[]) => {
          const results = await target.batch(
            statements.map((statement) => Reflect.get(statement, originalStatement) as D1PreparedStatement),
          );
          await note(statements, results);
          return results;
        };
      }
      // Counts calls in a D1 session like all other calls. Local workerd has only one database, so there are no bookmarks.
      if (property === 'withSession') return () => Object.assign(Object.create(db), { getBookmark: () => null });
      throw new Error(`The meter does not count D1Database.${String(property)}`);
    },
  });

  const sessions = new Proxy(env.SESSIONS, {
    get(target, property) {
      if (property === 'get') usage.kvReads += 1;
      else if (property === 'put' || property === 'delete') usage.kvWrites += 1;
      const member: unknown = Reflect.get(target, property);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });

  const cache: Pick<Cache, 'match' | 'put'> = {
    async match() {
      usage.cacheReads += 1;
      return undefined;
    },
    async put(...args) {
      usage.cacheWrites += 1;
      await Cache.prototype.put.apply(caches.default, args);
    },
  };

  return {
    env: { ...env, DB: db, SESSIONS: sessions },
    async count(respond) {
      usage = emptyUsage();
      // Patches the edge cache in place because it is a global, not a binding.
      Object.assign(caches.default, cache);
      const response = await respond();
      const body = await response.arrayBuffer();
      for (const name of Object.keys(cache)) Reflect.deleteProperty(caches.default, name);
      const meteredResponse = new Response(body, response);
      meteredResponse.headers.set(
        usageHeader,
        JSON.stringify({ ...usage, responseBytes: body.byteLength, responseHeaders: Object.fromEntries(response.headers) } satisfies Usage),
      );
      return meteredResponse;
    },
  };
}
