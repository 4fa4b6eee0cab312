/** Compares the columns that a statement returns, according to SQLite, with the row type that the code declares for the statement. */
import { DatabaseSync } from 'node:sqlite';
import { migrateDatabase } from '#tests/support/database/migrate-database.ts';
import type { DeclaredColumn, DeclaredRow } from './declared-rows.ts';

interface Column {
  name: string;
  /** Type of the column; undefined for an expression. */
  kind: 'text' | 'number' | undefined;
  mayBeNull: boolean;
}

export interface Verdict {
  mistakes: string[];
  /** Columns for which SQLite cannot confirm the declared type. */
  unverifiable: string[];
}

export class StatementCheck {
  readonly #database = new DatabaseSync(':memory:');
  readonly #certain = new Map<string, boolean>();

  constructor() {
    migrateDatabase(this.#database);
    const columns = this.#database.prepare(
      `SELECT t.name || '.' || c.name AS "column", c."notnull" OR (c.pk AND c.type = 'INTEGER') AS "isCertain"
       FROM sqlite_schema t JOIN pragma_table_xinfo(t.name) c WHERE t.type = 'table'`,
    );
    for (const { column, isCertain } of columns.all()) this.#certain.set(String(column), isCertain === 1);
  }

  /** Checks a statement. `row` is undefined if the call does not declare a row type. */
  check(sql: string, row: DeclaredRow | undefined): Verdict {
    let arms: Column[][];
    try {
      arms = splitUnion(sql).map((arm) => this.#readColumns(arm));
    } catch (error) {
      return { mistakes: [`SQLite refuses it: ${String(error)}`], unverifiable: [] };
    }
    const names = arms[0]?.map(({ name }) => name) ?? [];
    if (!row) return { mistakes: names.length > 0 ? [`answers ${names.join(', ')} and declares no row`] : [], unverifiable: [] };
    const missing = [...row.columns].filter(([name, { isOptional }]) => !isOptional && !names.includes(name));
    const mistakes = missing.map(([name]) => `declares ${name}, which it does not answer`);
    const unverifiable = new Set<string>();
    for (const arm of arms) {
      arm.forEach((column, index) => {
        const name = names[index] ?? column.name;
        const declaredColumn = row.columns.get(name) ?? row.others;
        if (!declaredColumn) mistakes.push(`answers ${name}, which it does not declare`);
        else if (column.kind && !declaredColumn.kinds.includes(column.kind))
          mistakes.push(`declares ${name} as ${declaredColumn.kinds.join(' or ')}`);
        else if (!row.columns.has(name)) return;
        else if (!isKnown(column, declaredColumn)) unverifiable.add(name);
      });
    }
    return { mistakes: [...new Set(mistakes)], unverifiable: [...unverifiable] };
  }

  #readColumns(sql: string): Column[] {
    const columns = this.#database.prepare(sql).columns();
    return columns.map(({ name, table, column, type }) => ({
      name,
      kind: type === null || column === null ? undefined : /INT|REAL/.test(type) ? 'number' : 'text',
      mayBeNull: !this.#certain.get(`${table}.${column}`) || isOuterJoined(sql, name, table ?? '', column ?? ''),
    }));
  }
}

/** Returns whether SQLite knows the column's type and the declared nullability agrees with the table. */
function isKnown({ kind, mayBeNull }: Column, { isNullable }: DeclaredColumn): boolean {
  return kind !== undefined && mayBeNull === isNullable;
}

/**
 * Returns whether a column comes from an outer join. SQLite reports a column's table but not its alias. If a table is used in both inner
 * and outer joins, the result therefore depends on the alias in the SQL.
 */
function isOuterJoined(sql: string, name: string, table: string, column: string): boolean {
  const outer = [...sql.matchAll(/LEFT JOIN (\w+)(?: (?!ON\b)(\w+))?/g)].map(([, joined, alias]) => ({ joined, alias: alias ?? joined }));
  const alias = new RegExp(`(\\w+)\\.${column}(?: AS "?${name}"?)?\\s*(?:,|FROM|$)`, 'm').exec(sql)?.[1];
  return outer.some((join) => join.joined === table && (alias === undefined || join.alias === alias));
}

/** Splits a compound SELECT into its parts because SQLite reports the source tables of columns only for the first part. */
function splitUnion(sql: string): string[] {
  const arms = [''];
  let depth = 0;
  for (const [token] of sql.matchAll(/'[^']*'|"[^"]*"|[()]|\bUNION(?: ALL)?\b|\bORDER BY\b|\s+|\w+|[^\s\w]/g)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (depth === 0 && token.startsWith('UNION')) arms.push('');
    // ORDER BY belongs to the whole statement and uses column names from the first part.
    else if (depth === 0 && token === 'ORDER BY' && arms.length > 1) break;
    else arms[arms.length - 1] += token;
  }
  return arms;
}
