/**
 * `npm run db:squash`: one set of migrations made from what the code says now. For as long as nothing is deployed; afterwards
 * `npm run db:generate` adds to what stands.
 *
 * - `0000_tables.sql` and the one snapshot are made anew from `schema/tables`.
 * - `0001_by_hand.sql` is written by hand: what drizzle-kit cannot say.
 * - `0002_<trigger>.sql` is written by hand, one trigger a file; a trigger that a later migration brought moves there.
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
const byHandName = '0001_by_hand.sql';
/** Tables whose key is short and their only index: they are that index. drizzle-kit has no word for it. */
const withoutRowid = ['member_days'];

/** File name and text, in the order in which they are applied. */
type Migrations = Map<string, string>;

const before = readMigrations();
const made = generate();
const after = squash(before, made.tables);
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
    return {
      tables: withoutRowid.reduce(asItsOwnIndex, readFileSync(join(out, `${tablesName}.sql`), 'utf8')),
      snapshot: readFileSync(join(out, 'meta/0000_snapshot.json'), 'utf8'),
    };
  } finally {
    rmSync(out, { recursive: true });
  }
}

function asItsOwnIndex(tables: string, table: string): string {
  const made = new RegExp(`(CREATE TABLE \`${table}\` \\([^;]*\n\\));`);
  if (!made.test(tables)) throw new Error(`There is no table ${table} to be made WITHOUT ROWID`);
  return tables.replace(made, '$1 WITHOUT ROWID;');
}

function squash(migrations: Migrations, tables: string): Migrations {
  const byHand = migrations.get(byHandName);
  if (byHand === undefined) throw new Error(`${byHandName} is missing`);
  const triggers = [...migrations].flatMap(([, sql]) => {
    const name = /CREATE TRIGGER (\w+)/.exec(sql)?.[1];
    // A trigger that was changed comes twice: the later text stays, without the line that dropped the earlier one.
    return name ? [[`0002_${name}.sql`, sql.replace(/^DROP TRIGGER .*\n/m, '')] as const] : [];
  });
  return new Map([
    [`${tablesName}.sql`, tables],
    [byHandName, byHand],
    ...new Map(triggers.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))),
  ]);
}

/** Every table's columns, every index and every trigger of the database that these make. */
function describe(migrations: Migrations): Set<string> {
  const db = new DatabaseSync(':memory:');
  for (const sql of migrations.values()) db.exec(sql.replaceAll('--> statement-breakpoint', ''));
  const columns = db.prepare(
    `SELECT 'column ' || t.name || '.' || c.name || ' ' || c.type || iif(c."notnull", ' NOT NULL', '') || coalesce(' DEFAULT ' || c.dflt_value, '') AS line
     FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'`,
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
  for (const [name, sql] of migrations) writeFileSync(join(folder, name), sql.endsWith('\n') ? sql : `${sql}\n`);
  // drizzle-kit draws a new id and reads the clock each time; the same tables shall make the same files.
  const id = createHash('sha256')
    .update(migrations.get(`${tablesName}.sql`) ?? '')
    .digest('hex')
    .slice(0, 32);
  writeFileSync(join(folder, 'meta', '0000_snapshot.json'), `${JSON.stringify({ ...JSON.parse(snapshot), id }, null, 2)}\n`);
  const entry = { idx: 0, version: '6', when: 0, tag: tablesName, breakpoints: true };
  writeFileSync(
    join(folder, 'meta', '_journal.json'),
    `${JSON.stringify({ version: '7', dialect: 'sqlite', entries: [entry] }, null, 2)}\n`,
  );
}
