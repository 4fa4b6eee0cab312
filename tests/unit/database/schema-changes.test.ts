/** The schema can be changed after deployment: migrations of drizzle-kit on the demo data, and on a database with rows in every table. */
import { copyFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cellSpan, tileSides } from '#schema/finding/map-key.ts';
import { contradictions, schemaObjects } from '#scripts/restore/check-restored-database.ts';
import { seedDemo } from '#scripts/seed/demo.ts';
import { root, runOrFail } from '#scripts/setup/run.mjs';
import { d1Over } from '#tests/support/database/local-d1.ts';
import { migrateDatabase } from '#tests/support/database/migrate-database.ts';
import { shapeProblems } from '#tests/support/database/migration-shape.ts';
import { rebuildTable, recreateDependents } from '#tests/support/database/rebuilt-table.ts';
import { filling } from '#tests/worker/support/filled-database.ts';

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'cache-cards-schema-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const fillingNames = ['the demo data', 'rows in every table'] as const;
type Filling = (typeof fillingNames)[number];
/** Files of the filled databases. */
const fillings = new Map<Filling, string>();
beforeAll(async () => {
  const folder = newFolder();
  const fill = async (name: Filling, work: (db: DatabaseSync) => unknown) => {
    const file = join(folder, `${name}.sqlite`);
    const database = new DatabaseSync(file);
    migrateDatabase(database);
    await work(database);
    database.close();
    fillings.set(name, file);
  };
  await fill('the demo data', (database) => seedDemo(d1Over(database), join(folder, 'stripe.json'), Math.floor(Date.now() / 1_000)));
  await fill('rows in every table', (database) => {
    for (const sql of filling) database.exec(sql);
  });
}, 60_000);

let db: DatabaseSync;
function open(name: Filling): void {
  const file = join(newFolder(), 'copy.sqlite');
  copyFileSync(fillings.get(name) ?? '', file);
  db = new DatabaseSync(file);
}
afterEach(() => {
  if (db?.isOpen) db.close();
});

/** Runs `drizzle-kit generate` on a copy of the schema with these edits, each a file, a text in it, and its replacement. */
async function generate(...edits: [file: string, text: string | RegExp, replacement: string][]): Promise<string> {
  const folder = newFolder();
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
    .prepare(schemaObjects)
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

const statementsIn = (migration: string) => migration.trim().split('\n');

/** Every row of every table, without these columns and the tile counts, which a change adds, drops or computes differently. */
function rowsWithout(...columns: string[]): string {
  const kept = rows().filter(([table]) => table !== 'card_tiles');
  return JSON.stringify(kept).replace(new RegExp(`,\\\\"(${columns.join('|')})\\\\":(null|-?\\d+|\\\\"\\\\")`, 'g'), '');
}

test('drizzle-kit adds a column, adds an index and drops a column without rebuilding a table', async () => {
  const migration = await generate(
    ['schema/tables/operations.ts', /('contact_messages',\s*\{)/, "$1 subject: text('subject').notNull().default(''),"],
    ['schema/tables/operations.ts', /(index\('contact_messages_created'\))/, "index('contact_messages_subject').on(t.subject),\n    $1"],
    ['schema/tables/members.ts', /^.*text\('photo_url'\).*\n/m, ''],
  );
  expect(shapeProblems(migration, new Set())).toEqual([]);
  expect(migration).not.toContain('__new_');
  const statements = statementsIn(migration);
  expect(statements).toHaveLength(3);
  for (const filled of fillings.keys()) {
    open(filled);
    const before = { rows: rowsWithout('photo_url'), names: names() };
    for (const statement of statements) apply([statement]);
    expect(rowsWithout('subject')).toBe(before.rows);
    expect(names()).toEqual([...before.names, 'index contact_messages_subject'].sort());
    db.close();
  }
});

test('a generated column is changed by the recipe in docs/adding-things.md', async () => {
  const migration = await generate(
    ['schema/tables/cards.ts', "status = 'active' AND", "status IN ('active', 'missing') AND"],
    ['schema/tables/payouts.ts', 'is_withheld = 1, 2,', 'is_withheld = 1, 2 + 0,'],
  );
  const statements = statementsIn(migration);
  const of = (table: string) => statements.filter((sql) => sql.includes(`\`${table}\``));
  expect([...of('payout_queue'), ...of('cache_cards')].sort()).toEqual([...statements].sort());
  for (const filled of fillings.keys()) {
    open(filled);
    const before = { rows: rowsWithout('is_on_map', 'map_key', 'rank'), names: names() };
    expect(() => apply(statements)).toThrow('no such column');
    db.exec('ROLLBACK');
    const mapKey = db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'cache_cards'").get()?.sql;
    const [definition = ''] = /`map_key` integer GENERATED.*(?=,\n)/.exec(String(mapKey)) ?? [];
    apply(recreateDependents(db, 'payout_queue', of('payout_queue')));
    // Another generated column depends on this one, and the tiles count its cards.
    apply(
      recreateDependents(db, 'cache_cards', [
        'ALTER TABLE cache_cards DROP COLUMN map_key;',
        ...of('cache_cards'),
        `ALTER TABLE cache_cards ADD ${definition};`,
        'DELETE FROM card_tiles;',
        `INSERT INTO card_tiles (level, tile, cards) SELECT column1, map_key / column2, count(*) FROM cache_cards
           CROSS JOIN (VALUES ${tileSides.map((side, level) => `(${level}, ${cellSpan(side)})`).join(', ')}) WHERE map_key IS NOT NULL GROUP BY 1, 2;`,
      ]),
    );
    expect(rowsWithout('is_on_map', 'map_key', 'rank')).toBe(before.rows);
    expect(names()).toEqual(before.names);
    db.close();
  }
});

describe.each(fillingNames)('on a database with %s', (filled) => {
  test.each(['orders', 'cache_cards', 'users', 'member_days'])('%s is rebuilt by the recipe in docs/adding-things.md', (table) => {
    open(filled);
    const before = { rows: rows(), names: names() };
    const check = `CONSTRAINT "${table}_added" CHECK(1)`;
    apply(rebuildTable(db, table, (create) => create.replace(/\)( WITHOUT ROWID)?$/, `, ${check})$1`)));
    expect(rows()).toEqual(expect.arrayContaining(before.rows));
    expect(names()).toEqual(before.names);
    expect(db.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(table)?.sql).toContain(check);
  });

  test("the rebuild in SQLite's own manual fails, since a renamed copy leaves deferred foreign keys open", () => {
    open(filled);
    const statements = rebuildTable(db, 'orders', (create) => create);
    const [defer = '', , drop = '', create = ''] = statements;
    const renamedCreate = create.replace('orders', 'new_orders');
    expect(() =>
      apply([defer, renamedCreate, 'INSERT INTO new_orders SELECT * FROM orders', drop, 'ALTER TABLE new_orders RENAME TO orders']),
    ).toThrow('FOREIGN KEY constraint failed');
  });
});
