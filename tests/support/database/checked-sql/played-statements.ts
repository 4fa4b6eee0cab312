/** Calls the store's functions with placeholder arguments on a stub database. Records their SQL statements and call sites. */
import { fileURLToPath } from 'node:url';
import type * as Sql from '#worker/store/sql.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** A call in the source code, identified by the position of the called function's name. */
export interface CallSite {
  /** Path relative to the repository root. */
  file: string;
  line: number;
  column: number;
}

export interface PlayedStatement {
  sql: string;
  /** Call stack of the statement, innermost call first. */
  calls: CallSite[];
}

/** Statements recorded since the last call to `takePlayed`. */
let playedStatements: PlayedStatement[] = [];

/** Returns a stand-in for the store's SQL module that records every statement. */
export function recording(sql: typeof Sql): typeof Sql {
  const noting = (make: (...args: never[]) => unknown, sqlAt: number) => {
    return (...args: unknown[]) => {
      playedStatements.push({ sql: String(args[sqlAt]), calls: callsToHere() });
      return make(...(args as never[]));
    };
  };
  const recorder = {
    statement: noting(sql.statement, 0),
    queryFirst: noting(sql.queryFirst, 1),
    queryAll: noting(sql.queryAll, 1),
    execute: noting(sql.execute, 1),
  };
  return { ...sql, ...recorder } as typeof Sql;
}

function takePlayed(): PlayedStatement[] {
  const recordedStatements = playedStatements;
  playedStatements = [];
  return recordedStatements;
}

/** The outcome of a batch: one row per statement, no rows, or a constraint violation. */
type Outcome = 'rows' | 'no rows' | { violates: string };

const violations = ['users.email_key', 'users_token_balance_never_negative', 'idempotency_keys.scope, idempotency_keys.key'];
const outcomes: Outcome[] = ['rows', 'no rows', ...violations.map((violates) => ({ violates }))];

/**
 * Returns a proxy with the given properties. Every other property is a placeholder that can be used as an object, a one-item list, the
 * number 1, or a function that invokes its callback.
 */
export function like<Value>(partial: NoInfer<{ [Key in keyof Value]?: Partial<Value[Key]> | Value[Key] }> = {}): Value {
  const value: unknown = new Proxy(() => value, {
    get(_target, property) {
      if (property in partial) return partial[property as keyof Value];
      if (property === Symbol.toPrimitive) return () => 1;
      if (property === Symbol.iterator) return () => [value].values();
      if (property === 'flatMap') return (callback: (one: never) => unknown[]) => callback(anyValue);
      return property === 'then' || property === 'toJSON' ? undefined : anyValue;
    },
    has: () => true,
    apply: (_target, _this, [callback]: unknown[]) => (typeof callback === 'function' ? [callback(anyValue, 0)] : anyValue),
  });
  return value as Value;
}

const anyValue = like<never>();
const spareValues = Array.from({ length: 9 }, () => anyValue);

/**
 * Calls every store function with placeholder arguments and records the statements. Also tries each of `firstValues` as the first argument.
 */
export async function playFunctions(createStores: (db: D1Database) => object, firstValues: unknown[]): Promise<PlayedStatement[]> {
  const callVariants = [
    ...outcomes.map((outcome) => ({ outcome, first: anyValue })),
    ...firstValues.map((first) => ({ outcome: 'rows' as const, first })),
  ];
  for (const { outcome, first } of callVariants) {
    const next: { outcome: Outcome } = { outcome };
    for (const play of listFunctions(createStores(answeringDatabase(next)))) {
      next.outcome = outcome;
      await attempt(() => play(first, ...spareValues));
    }
  }
  return takePlayed();
}

/** Runs calls that supply their own arguments, and records their statements. */
export async function playCalls(calls: ((db: D1Database) => unknown)[]): Promise<PlayedStatement[]> {
  for (const call of calls) await attempt(() => call(answeringDatabase({ outcome: 'rows' })));
  return takePlayed();
}

/**
 * Calls a function and ignores errors because it may throw on placeholder arguments after creating some of its statements. Any statements
 * it would create after that point are missed.
 */
async function attempt(call: () => unknown): Promise<void> {
  try {
    await call();
  } catch {}
}

function listFunctions(stores: object): ((...values: unknown[]) => unknown)[] {
  const names: string[] = [];
  // Some stores are getters on a prototype, so this uses for…in, which also lists inherited properties.
  for (const name in stores) names.push(name);
  return names.flatMap((name) => {
    const member: unknown = Reflect.get(stores, name);
    if (typeof member === 'function') return [member.bind(stores)];
    return typeof member === 'object' && member !== null ? listFunctions(member) : [];
  });
}

function answeringDatabase(next: { outcome: Outcome }): D1Database {
  const database = {
    prepare: () => ({ bind: () => ({}) }),
    async batch(statements: unknown[]) {
      const { outcome } = next;
      if (typeof outcome === 'object') {
        next.outcome = 'rows';
        throw new Error(`UNIQUE constraint failed: ${outcome.violates}: SQLITE_CONSTRAINT`);
      }
      return statements.map(() => ({ results: outcome === 'rows' ? [anyValue] : [] }));
    },
  };
  return database as unknown as D1Database;
}

/** Returns the current call stack, excluding frames in this file. */
function callsToHere(): CallSite[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 40;
  const { stack = '' } = new Error('only for its stack');
  Error.stackTraceLimit = limit;
  const sites = stack
    .split('\n')
    .map((frame) => /(?:file:\/\/)?(\/[^():]+\.ts):(\d+):(\d+)\)?$/.exec(frame))
    .filter((frame) => frame !== null)
    .map(([, path = '', line, column]) => ({ file: path.replace(root, ''), line: Number(line), column: Number(column) }));
  return sites.filter(({ file }) => !file.endsWith('played-statements.ts'));
}
