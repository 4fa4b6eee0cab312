/** Rewrites a dump from `wrangler d1 export` in an order that D1 can load: tables, rows, indexes, views, triggers. */
import { appendFileSync, closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { splitStatements, tokenize, unquote } from '#scripts/restore/sql-text.ts';
import { Problem } from '#scripts/setup/steps.mjs';

/** D1's limit on the length of a statement, in bytes. */
const longestStatementBytes = 100_000;

export interface OrderedDump {
  rows: Map<string, number>;
  /** Tables that contain rows too long for a single D1 statement. */
  tooLong: Set<string>;
}

interface Table {
  sql: string;
  references: string[];
}

/**
 * Writes tables and their rows in foreign-key order. Within a table, rows keep the order of the dump. Triggers come last so that rows
 * created by triggers are not inserted twice. Rows of sqlite_sequence are omitted because inserting the other rows fills that table.
 */
export function orderDump(dump: string, orderedDump: string): OrderedDump {
  const folder = mkdtempSync(join(tmpdir(), 'cache-cards-restore-'));
  try {
    const tables = new Map<string, Table>();
    const rows = new RowFiles(folder);
    const deferredStatements: Record<'INDEX' | 'VIEW' | 'TRIGGER', string[]> = { INDEX: [], VIEW: [], TRIGGER: [] };
    for (const sql of readStatements(dump)) {
      const tokens = firstTokens(sql);
      const kind = tokens
        .slice(0, 3)
        .find((word) => /^(?:PRAGMA|DELETE|ANALYZE|INSERT|TABLE|INDEX|VIEW|TRIGGER)$/i.test(word))
        ?.toUpperCase();
      const into = unquote(tokens[2] ?? '');
      if (kind === 'INSERT' && tables.has(into)) rows.add(into, sql);
      else if (kind === 'INSERT' && !into.startsWith('sqlite_')) throw new Problem(`The dump has rows of ${into} but not the table.`);
      else if (kind === 'TABLE') tables.set(parseName(tokens), { sql, references: listReferences(sql) });
      else if (kind === 'INDEX' || kind === 'VIEW' || kind === 'TRIGGER') deferredStatements[kind].push(sql);
      else if (kind === undefined) throw new Problem(`The dump has a statement of an unknown kind: ${sql.slice(0, 80)}`);
    }
    const order = sortByForeignKeys(tables);
    const write = (statements: string[]) => appendFileSync(orderedDump, statements.map((sql) => `${sql}\n`).join(''));
    writeFileSync(orderedDump, 'PRAGMA defer_foreign_keys=TRUE;\n', { mode: 0o600 });
    write(order.map((name) => tables.get(name)?.sql ?? ''));
    for (const name of order) rows.copyTable(name, orderedDump);
    write([...deferredStatements.INDEX, ...deferredStatements.VIEW, ...deferredStatements.TRIGGER]);
    return { rows: new Map(order.map((name) => [name, rows.count(name)])), tooLong: rows.tooLong };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Sorts each table after the tables that it references. Tables in a cycle keep the dump's order, since foreign keys are deferred. */
function sortByForeignKeys(tables: Map<string, Table>): string[] {
  const orderedTables = new Set<string>();
  const remainingTables = new Set(tables.keys());
  while (remainingTables.size > 0) {
    const isReady = (name: string) => tables.get(name)?.references.every((other) => other === name || !remainingTables.has(other)) ?? true;
    const ready = [...remainingTables].filter(isReady);
    for (const name of ready.length > 0 ? ready : [...remainingTables].slice(0, 1)) {
      orderedTables.add(name);
      remainingTables.delete(name);
    }
  }
  return [...orderedTables];
}

const firstTokens = (sql: string) => tokenize(sql.slice(0, 300));

function parseName(tokens: string[]): string {
  const start = tokens.findIndex((word) => word.toUpperCase() === 'TABLE') + 1;
  return unquote((tokens[start]?.toUpperCase() === 'IF' ? tokens[start + 3] : tokens[start]) ?? '');
}

function listReferences(sql: string): string[] {
  const tokens = tokenize(sql);
  return tokens.flatMap((word, index) => (word.toUpperCase() === 'REFERENCES' ? [unquote(tokens[index + 1] ?? '')] : []));
}

/** Stores each table's rows in a file because a dump may be larger than memory. */
class RowFiles {
  readonly tooLong = new Set<string>();
  readonly #folder: string;
  readonly #counts = new Map<string, number>();
  readonly #buffered = new Map<string, string[]>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  add(table: string, sql: string): void {
    this.#counts.set(table, this.count(table) + 1);
    if (Buffer.byteLength(sql) > longestStatementBytes) this.tooLong.add(table);
    const lines = this.#buffered.get(table) ?? [];
    this.#buffered.set(table, lines);
    if (lines.push(`${sql}\n`) >= 1_000) this.#flush(table);
  }

  count(table: string): number {
    return this.#counts.get(table) ?? 0;
  }

  copyTable(table: string, orderedDump: string): void {
    if (this.count(table) === 0) return;
    this.#flush(table);
    for (const chunk of readChunks(this.#file(table))) appendFileSync(orderedDump, chunk);
  }

  #file(table: string): string {
    return join(this.#folder, encodeURIComponent(table));
  }

  #flush(table: string): void {
    appendFileSync(this.#file(table), (this.#buffered.get(table) ?? []).join(''));
    this.#buffered.delete(table);
  }
}

function* readChunks(file: string): Generator<Uint8Array> {
  const handle = openSync(file, 'r');
  try {
    const chunk = new Uint8Array(256 * 1_024);
    for (let size = readSync(handle, chunk); size > 0; size = readSync(handle, chunk)) yield chunk.slice(0, size);
  } finally {
    closeSync(handle);
  }
}

export const readStatements = (file: string): Generator<string> => splitStatements(decode(readChunks(file)));

function* decode(chunks: Iterable<Uint8Array>): Generator<string> {
  const decoder = new TextDecoder();
  for (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
