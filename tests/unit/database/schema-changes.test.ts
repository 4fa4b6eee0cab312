/** The schema can be changed after deployment: real migrations of drizzle-kit, on a database with rows in every table. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { contradictions, schemaNames } from '#scripts/restore/check-restored.ts';
import { root, runOrFail } from '#scripts/setup/run.mjs';
import { migrateDatabase } from '#tests/support/database/migrate-database.ts';
import { shapeProblems } from '#tests/support/database/migration-shape.ts';
import { rebuildTable } from '#tests/support/database/rebuilt-table.ts';
import { filling } from '#tests/worker/support/filled-database.ts';

let db: DatabaseSync;
beforeEach(() => {
  db = new DatabaseSync(':memory:');
  migrateDatabase(db);
  for (const sql of filling) db.exec(sql);
});
afterEach(() => db.close());

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Runs `drizzle-kit generate` on a copy of the schema with these edits, each a file, a text in it, and its replacement. */
async function generate(...edits: [file: string, text: string | RegExp, replacement: string][]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'cache-cards-schema-'));
  folders.push(folder);
  for (const name of ['schema', 'migrations', 'package.json', 'drizzle.config.ts'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [file, text, replacement] of edits) {
    const before = readFileSync(join(folder, file), 'utf8');
    const after = before.replace(text, replacement);
    expect(after, `${file} has ${text}`).not.toBe(before);
    writeFileSync(join(folder, file), after);
  }
  const existing = readdirSync(join(folder, 'migrations'));
  await runOrFail('drizzle-kit failed.', 'npm', ['run', '--prefix', folder, 'db:generate']);
  const added = readdirSync(join(folder, 'migrations')).filter((name) => !existing.includes(name));
  return added.map((name) => readFileSync(join(folder, 'migrations', name), 'utf8')).join('');
}

function tableNames(): string[] {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all();
  return tables.map(({ name }) => String(name));
}

/** Every row of every table, as text, in any order. */
const rows = () =>
  tableNames().map((table) => [
    table,
    db
      .prepare(`SELECT * FROM ${table}`)
      .all()
      .map((row) => JSON.stringify(row))
      .sort(),
  ]);
const names = () =>
  db
    .prepare(schemaNames)
    .all()
    .map(({ name }) => name);

/** Runs a change as wrangler does, in one transaction, and checks the database. */
function apply(statements: string[]): void {
  db.exec('BEGIN');
  for (const sql of statements) db.exec(sql);
  db.exec('COMMIT');
  expect(db.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  for (const [what, sql] of Object.entries(contradictions)) expect(db.prepare(sql).all(), what).toEqual([]);
}

test('new values in three lists and two new limits need no migration', async () => {
  const extendList = (name: string): [RegExp, string] => [new RegExp(`(export const ${name} = \\[)`), "$1'added', "];
  const migration = await generate(
    ['schema/cards/card.ts', ...extendList('cardStatuses')],
    ['schema/orders/order.ts', ...extendList('orderStatuses')],
    ['schema/printing/print.ts', ...extendList('printStatuses')],
    ['schema/rules.ts', 'rewardedScansPerDay = 50', 'rewardedScansPerDay = 60'],
    ['schema/rules.ts', 'cardsShownPerDay = 2_000', 'cardsShownPerDay = 2_500'],
  );
  expect(migration).toBe('');
});

test('drizzle-kit adds a column, adds an index and drops a column without rebuilding a table', async () => {
  const migration = await generate(
    ['schema/tables/operations.ts', /('contact_messages',\s*\{)/, "$1 subject: text('subject').notNull().default(''),"],
    ['schema/tables/operations.ts', /(index\('contact_messages_created'\))/, "index('contact_messages_subject').on(t.subject),\n    $1"],
    ['schema/tables/members.ts', /^.*text\('photo_url'\).*\n/m, ''],
  );
  expect(shapeProblems(migration, new Set())).toEqual([]);
  expect(migration).not.toContain('__new_');
  const statements = migration.trim().split('\n');
  expect(statements).toHaveLength(3);
  const before = { rows: rows(), names: names() };
  const rowsWithout = (column: string) => JSON.stringify(rows()).replaceAll(column, '');
  const photo = '\\"photo_url\\":null,';
  expect(JSON.stringify(before.rows)).toContain(photo);

  for (const statement of statements) apply([statement]);

  expect(rowsWithout(',\\"subject\\":\\"\\"')).toBe(JSON.stringify(before.rows).replaceAll(photo, ''));
  expect(names()).toEqual([...before.names, 'index contact_messages_subject'].sort());
});

test.each(['orders', 'cache_cards', 'users', 'member_days'])('%s is rebuilt by the recipe in docs/adding-things.md', (table) => {
  const before = { rows: rows(), names: names() };
  const check = `CONSTRAINT "${table}_added" CHECK(1)`;
  apply(rebuildTable(db, table, (create) => create.replace(/\)( WITHOUT ROWID)?$/, `, ${check})$1`)));
  expect(rows()).toEqual(expect.arrayContaining(before.rows));
  expect(names()).toEqual(before.names);
  expect(db.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(table)?.sql).toContain(check);
});

test("the rebuild in SQLite's own manual fails, since a renamed copy leaves deferred foreign keys open", () => {
  const statements = rebuildTable(db, 'orders', (create) => create);
  const [defer = '', , drop = '', create = ''] = statements;
  const renamedCreate = create.replace('orders', 'new_orders');
  expect(() =>
    apply([defer, renamedCreate, 'INSERT INTO new_orders SELECT * FROM orders', drop, 'ALTER TABLE new_orders RENAME TO orders']),
  ).toThrow('FOREIGN KEY constraint failed');
});
