import { getTableColumns } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database, StatementEffect } from './database.ts';

declare const rowType: unique symbol;
type Bound = string | number | null;

export type Bind = (value: string | number) => string;

/** An SQL statement with its values. `Row` is the type of a result row, or `never` if no rows are read. */
export interface Statement<Row = never> {
  readonly sql: string;
  readonly values: readonly Bound[];
  readonly effect?: StatementEffect;
  readonly [rowType]?: Row;
}

/**
 * Creates a statement. Numbered placeholders (?1, ?2) may repeat. `Row` declares the columns selected or returned.
 * tests/unit/database/checked-sql.test.ts compares them with the tables, except for `_UncheckedColumns`: expressions, and columns whose
 * nullability a join or a condition changes.
 */
export function statement<Row = never, _UncheckedColumns extends keyof Row = never>(
  sql: string,
  values: readonly Bound[] = [],
): Statement<NoInfer<Row>> {
  return { sql, values };
}

export type StatementResult<Row> = D1Result<Row>;
type StatementResults<Statements extends readonly unknown[]> = {
  [Index in keyof Statements]: Statements[Index] extends Statement<infer Row> ? StatementResult<Row> : never;
};

/**
 * Runs statements as one atomic batch in one round trip. If a guard matches no row, the following statements still run; a constraint
 * violation rolls all of them back and throws.
 */
export async function batch<const Statements extends readonly Statement<unknown>[]>(
  db: Database,
  statements: Statements,
): Promise<StatementResults<Statements>> {
  return batchAfter(db, [], statements);
}

/** Like `batch`, but runs other statements first and ignores their results. */
export async function batchAfter<const Statements extends readonly Statement<unknown>[]>(
  db: Database,
  before: readonly Statement<unknown>[],
  statements: Statements,
): Promise<StatementResults<Statements>> {
  const results = await db.batch([...before, ...statements].map(({ sql, values, effect }) => db.prepare(sql, effect).bind(...values)));
  // D1 returns one result per statement. The cast gives each result the row type that its statement declares.
  return results.slice(before.length) as unknown as StatementResults<Statements>;
}

/** Like `batch`, but skips undefined statements, whose results are undefined. */
export async function batchOptional<const Statements extends readonly (Statement<unknown> | undefined)[]>(
  db: Database,
  statements: Statements,
): Promise<{
  [Index in keyof Statements]: Statements[Index] extends Statement<infer Row> | undefined ? StatementResult<Row> | undefined : never;
}> {
  const results = await batch(
    db,
    statements.filter((one) => one !== undefined),
  );
  let resultIndex = 0;
  const resultsInOrder = statements.map((optionalStatement) => {
    if (optionalStatement === undefined) return undefined;
    resultIndex += 1;
    return results[resultIndex - 1];
  });
  return resultsInOrder as never;
}

export async function batchByName<const Named extends Record<string, Statement<unknown>>>(db: Database, namedStatements: Named) {
  const results = await batch(db, Object.values(namedStatements));
  const entries = Object.keys(namedStatements).map((name, index) => [name, rows(results[index])]);
  return Object.fromEntries(entries) as { [Name in keyof Named]: Named[Name] extends Statement<infer Row> ? Row[] : never };
}

/** Runs one statement in one round trip and returns the first row. The type parameters are those of `statement`. */
export async function queryFirst<Row, _UncheckedColumns extends keyof Row = never>(
  db: Database,
  sql: string,
  values: readonly Bound[] = [],
): Promise<NoInfer<Row> | undefined> {
  return (await queryAll<Row>(db, sql, values))[0];
}

export async function queryAll<Row, _UncheckedColumns extends keyof Row = never>(
  db: Database,
  sql: string,
  values: readonly Bound[] = [],
): Promise<NoInfer<Row>[]> {
  const [result] = await batch(db, [statement<Row>(sql, values)]);
  return rows(result);
}

export async function execute(db: Database, sql: string, values: readonly Bound[] = []): Promise<void> {
  await batch(db, [statement(sql, values)]);
}

export function rows<Row>(result: StatementResult<Row> | undefined): Row[] {
  return result?.results ?? [];
}

export function firstRow<Row>(result: StatementResult<Row> | undefined): Row | undefined {
  return rows(result)[0];
}

/**
 * Returns the row of a statement that always has one, such as a sum, a count or a row written in the same batch. Throws if it is missing.
 */
export function onlyRow<Row>(result: StatementResult<Row> | undefined): Row {
  const row = firstRow(result);
  if (row === undefined) throw new Error('A required row is missing');
  return row;
}

/** A page of up to `limit` rows older than row `before`, newest first. */
export interface OlderRows {
  limit: number;
  /** Id of the row after which the page starts; null to start with the newest row. */
  before: number | null;
}

type Raw<Value> = Value extends boolean ? 0 | 1 : Value;
export type RowOf<Table extends SQLiteTable, Key extends keyof Table['$inferSelect']> = { [K in Key]: Raw<Table['$inferSelect'][K]> };

/** Returns `alias.column AS "property"` for the named properties of a table so that names and types follow schema/tables. */
export function selectList<Table extends SQLiteTable, Key extends keyof Table['$inferSelect'] & string>(
  table: Table,
  alias: string,
  keys: readonly Key[],
): string {
  const columns = getTableColumns(table);
  return keys.map((key) => `${alias}.${columns[key]?.name} AS "${key}"`).join(', ');
}

/**
 * Returns the constraint that a failed write violated, such as `users.email_key`, the name of a CHECK, `foreign_key`, or the message that a
 * trigger raises. Returns undefined for any other error.
 */
export function violatedConstraint(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : '';
  if (message.includes('FOREIGN KEY constraint failed')) return 'foreign_key';
  const failed =
    message.match(/(?:UNIQUE|CHECK|NOT NULL) constraint failed: ([\w., ]+?)(?::|$)/) ?? message.match(/(\w+): SQLITE_CONSTRAINT/);
  return failed?.[1];
}

/** Runs a write. Returns the mapped value if the write violates one of these constraints; throws any other error. */
export async function catchViolation<Value, const Meaning>(
  meanings: Record<string, Meaning>,
  write: () => Promise<Value>,
): Promise<Value | Meaning> {
  try {
    return await write();
  } catch (error) {
    const constraint = violatedConstraint(error) ?? '';
    if (!Object.hasOwn(meanings, constraint)) throw error;
    return meanings[constraint] as Meaning;
  }
}

/** Runs a batch and returns whether its first statement, the guard, returned a row. */
export async function runGuarded(db: Database, statements: readonly [Statement<object>, ...Statement<unknown>[]]): Promise<boolean> {
  return firstRow((await batch(db, statements))[0]) !== undefined;
}
