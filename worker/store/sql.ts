/** The little that stores share over D1's own interface. */
import { getTableColumns } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

export type Statement = D1PreparedStatement;
type Bound = string | number | null;

/** A prepared statement with its values. Numbered placeholders (?1, ?2) may repeat. */
export function statement(db: D1Database, sql: string, ...values: Bound[]): Statement {
  return db.prepare(sql).bind(...values);
}

/**
 * Runs statements as one atomic batch in one round trip. A guard that matches no row does not stop the next statement;
 * a constraint violation rolls all of them back and throws.
 */
export async function batch(db: D1Database, statements: Statement[]): Promise<D1Result<unknown>[]> {
  return db.batch(statements);
}

/** Rows of one statement of a batch. The caller vouches for the shape: the SQL beside it says what it selects. */
export function rows<Row>(result: D1Result<unknown> | undefined): Row[] {
  return (result?.results ?? []) as Row[];
}

export function firstRow<Row>(result: D1Result<unknown> | undefined): Row | undefined {
  return rows<Row>(result)[0];
}

/** Which rows of a list, newest first: up to `limit`, older than row `before`. */
export interface OlderRows {
  limit: number;
  /** Null: from the newest on. */
  before: number | null;
}

type Raw<Value> = Value extends boolean ? 0 | 1 : Value;
export type RowOf<Table extends SQLiteTable, Key extends keyof Table['$inferSelect']> = { [K in Key]: Raw<Table['$inferSelect'][K]> };

/** `alias.column AS "property"` for the named properties of a table, so that names and types follow schema/tables. */
export function selectList<Table extends SQLiteTable, Key extends keyof Table['$inferSelect'] & string>(
  table: Table,
  alias: string,
  keys: readonly Key[],
): string {
  const columns = getTableColumns(table);
  return keys.map((key) => `${alias}.${columns[key]?.name} AS "${key}"`).join(', ');
}

/**
 * The constraint that a failed write ran into, e.g. `users.email_key`, the name of a CHECK, or the one word that a trigger
 * refuses with; undefined for another error.
 */
export function violatedConstraint(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : '';
  const failed =
    message.match(/(?:UNIQUE|CHECK|NOT NULL) constraint failed: ([\w., ]+?)(?::|$)/) ?? message.match(/(\w+): SQLITE_CONSTRAINT/);
  return failed?.[1];
}
