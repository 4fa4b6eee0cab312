/**
 * `npm run db:squash`: one set of migrations from what the code says now, for as long as nothing is deployed.
 *
 * - `0000_tables.sql` and the snapshot are generated from `schema/tables`, tables in foreign-key order, followed by the statements
 *   that drizzle-kit cannot generate.
 * - `0001_triggers.sql` is written by hand, one trigger a line; this script only sorts it.
 *
 * Prints how the database that the new set makes differs from the one that the old set made.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { root } from '#scripts/setup/run.mjs';

const folder = join(root, 'migrations');
const tablesName = '0000_tables';
const triggersName = '0001_triggers.sql';
/** drizzle-kit cannot declare WITHOUT ROWID. */
const withoutRowid = ['member_days', 'card_tiles'];
/** Statements that drizzle-kit cannot generate: the only row of running_totals, expression indexes with commas. */
const extras = [
  'INSERT INTO running_totals (id) VALUES (1);',
  "CREATE INDEX users_name ON users (lower(coalesce(first_name || ' ' || last_name, username, email))) WHERE erased_at IS NULL;",
  "CREATE INDEX print_events_tracking ON print_events (upper(replace(replace(tracking, ' ', ''), '-', ''))) WHERE tracking IS NOT NULL;",
];

/** File name and text, in the order in which they are applied. */
type Migrations = Map<string, string>;

const before = readMigrations();
const made = generate();
const after: Migrations = new Map([
  [`${tablesName}.sql`, made.tables],
  [triggersName, sortTriggers(before)],
]);
const differences = difference(describe(before), describe(after));
write(after, made.snapshot);
console.log(`${before.size} migrations became ${after.size}.`);
console.log(differences.length === 0 ? 'The database they make is the same.' : `The database differs:\n${differences.join('\n')}`);

function readMigrations(): Migrations {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return new Map(names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** What drizzle-kit makes of the tables for an empty database. */
function generate(): { tables: string; snapshot: string } {
  const out = mkdtempSync(join(tmpdir(), 'cache-cards-squash-'));
  try {
    const args = ['generate', '--dialect', 'sqlite', '--schema', './schema/tables/*.ts', '--out', out, '--name', 'tables'];
    execFileSync(join(root, 'node_modules/.bin/drizzle-kit'), args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    const generated = readFileSync(join(out, `${tablesName}.sql`), 'utf8').split('--> statement-breakpoint\n');
    const statements = withoutRowid.reduce(
      asItsOwnIndex,
      generated.map((sql) => sql.trim()),
    );
    const tables = statements.filter((sql) => sql.startsWith('CREATE TABLE'));
    const indexes = statements.filter((sql) => !sql.startsWith('CREATE TABLE'));
    return {
      tables: `${[...inForeignKeyOrder(tables), ...indexes, ...extras].join('\n')}\n`,
      snapshot: readFileSync(join(out, 'meta/0000_snapshot.json'), 'utf8'),
    };
  } finally {
    rmSync(out, { recursive: true });
  }
}

function asItsOwnIndex(statements: string[], table: string): string[] {
  const start = `CREATE TABLE \`${table}\` (`;
  if (!statements.some((sql) => sql.startsWith(start))) throw new Error(`There is no table ${table} to be made WITHOUT ROWID`);
  return statements.map((sql) => (sql.startsWith(start) ? sql.replace(/\);$/, ') WITHOUT ROWID;') : sql));
}

/** Each table after the tables that it references, so that a dump can be restored from top to bottom. */
function inForeignKeyOrder(tables: string[]): string[] {
  const nameOf = (sql: string) => /CREATE TABLE `(\w+)`/.exec(sql)?.[1] ?? '';
  const left = new Map(tables.map((sql) => [nameOf(sql), sql]));
  const ordered: string[] = [];
  while (left.size > 0) {
    const ready = [...left].filter(([name, sql]) =>
      [...sql.matchAll(/REFERENCES `(\w+)`/g)].every(([, target]) => target === name || !left.has(target ?? '')),
    );
    if (ready.length === 0) throw new Error(`Tables reference each other in a circle: ${[...left.keys()].join(', ')}`);
    for (const [name, sql] of ready) {
      ordered.push(sql);
      left.delete(name);
    }
  }
  return ordered;
}

function sortTriggers(migrations: Migrations): string {
  const triggers = [...migrations.values()].flatMap((sql) => (sql.includes('CREATE TRIGGER') ? sql.split(/^(?=CREATE TRIGGER)/m) : []));
  const lines = triggers
    .filter((sql) => sql.startsWith('CREATE TRIGGER'))
    .map((sql) =>
      sql
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '' && !line.startsWith('--'))
        .join(' '),
    );
  return `${lines.sort().join('\n')}\n`;
}

/** Every table's columns, every index and every trigger of the database that these make. */
function describe(migrations: Migrations): Set<string> {
  const db = new DatabaseSync(':memory:');
  for (const sql of migrations.values()) db.exec(sql);
  const columns = db.prepare(
    `SELECT 'column ' || t.name || '.' || c.name || ' ' || c.type || iif(c."notnull", ' NOT NULL', '') || coalesce(' DEFAULT ' || c.dflt_value, '') AS line
     FROM sqlite_master t JOIN pragma_table_xinfo(t.name) c WHERE t.type = 'table'`,
  );
  const rest = db.prepare(
    `SELECT type || ' ' || name || ': ' || coalesce(sql, '') AS line FROM sqlite_master WHERE type IN ('index', 'trigger')`,
  );
  const checks = db.prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'table'`).all();
  const lines = [...columns.all(), ...rest.all()].map(({ line }) => String(line).replace(/\s+/g, ' '));
  for (const { name, sql } of checks)
    for (const [check] of String(sql).matchAll(/CONSTRAINT "\w+" CHECK\(.*\)/g)) lines.push(`${name} ${check}`);
  db.close();
  return new Set(lines);
}

function difference(old: Set<string>, fresh: Set<string>): string[] {
  const gone = [...old].filter((line) => !fresh.has(line)).map((line) => `- ${line}`);
  const come = [...fresh].filter((line) => !old.has(line)).map((line) => `+ ${line}`);
  return [...gone, ...come].sort((a, b) => (a.slice(2) < b.slice(2) ? -1 : 1));
}

function write(migrations: Migrations, snapshot: string): void {
  rmSync(folder, { recursive: true });
  mkdirSync(join(folder, 'meta'), { recursive: true });
  for (const [name, sql] of migrations) writeFileSync(join(folder, name), sql);
  // drizzle-kit draws a new id and reads the clock each time; the same tables shall make the same files.
  const id = createHash('sha256')
    .update(migrations.get(`${tablesName}.sql`) ?? '')
    .digest('hex')
    .slice(0, 32);
  writeFileSync(join(folder, 'meta', '0000_snapshot.json'), `${JSON.stringify({ ...JSON.parse(snapshot), id }, null, 2)}\n`);
  const entry = { idx: 0, version: '6', when: 0, tag: tablesName, breakpoints: false };
  writeFileSync(
    join(folder, 'meta', '_journal.json'),
    `${JSON.stringify({ version: '7', dialect: 'sqlite', entries: [entry] }, null, 2)}\n`,
  );
}
