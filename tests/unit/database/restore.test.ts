/**
 * `npm run restore` with dumps from `wrangler d1 export`.
 *
 * @module-tag long
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkRestored, contradictions, schemaObjects } from '#scripts/restore/check-restored-database.ts';
import { orderDump, readStatements } from '#scripts/restore/order-dump.ts';
import { splitStatements } from '#scripts/restore/sql-text.ts';
import { wranglerTarget } from '#scripts/restore/targets.ts';
import { openDatabaseFile } from '#scripts/setup/database-file.ts';
import { ownNode, run } from '#scripts/setup/run.mjs';
import { createDemoState } from '#tests/support/database/demo-state.ts';
import { exportDatabase } from '#tests/support/database/export-database.ts';
import { splitLikeServer } from '#tests/support/database/migration-shape.ts';
import { rebuildTable } from '#tests/support/database/rebuilt-table.ts';

const newestMigration =
  readdirSync('migrations')
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1) ?? '';
const folder = mkdtempSync(join(tmpdir(), 'cache-cards-restore-test-'));
const state = join(folder, 'state');
const dump = join(folder, 'dump.sql');
afterAll(() => rmSync(folder, { recursive: true }));

const oddTexts = [
  "It's; a 'test'",
  'two\nlines\r\nand a third;\n',
  String.raw`a backslash \n and \r without a line break`,
  "ends with a quote'",
  '"double", `back` and [square]',
  '-- no comment /* nor this',
  'CREATE TRIGGER x BEGIN; END;',
  '🐿️ ñ 中文 \u0001\u001f\u2028\ud7ff\uffff',
  "'; DROP TABLE users; --",
  '',
  `${'long '.repeat(15_000)}\n;`,
];
/** An export cannot distinguish a line break from a literal \\n if one text contains both. */
const mixedText = 'first\nsecond \\n still second';
const mixedTextRestored = 'first\nsecond \n still second';
const oddNumbers = [Number.MAX_SAFE_INTEGER, -1, 0];
const oddReals = [0.1 + 0.2, -1e-300, 1.5e300, 90];

beforeAll(async () => {
  await createDemoState(state, join(state, 'stripe.json'));
  const db = openDatabaseFile(state);
  const message = db.prepare("INSERT INTO contact_messages (name, email, message, created_at) VALUES ('Odd', 'odd@x.test', ?, ?)");
  for (const text of [...oddTexts, mixedText]) message.run(text, 1);
  for (const number of oddNumbers) message.run('A number', number);
  const anchor = db.prepare('INSERT INTO card_anchors (user_id, latitude, longitude) VALUES (1, ?, ?)');
  for (const [index, real] of oddReals.entries()) anchor.run(real, index);
  // Rebuilds two tables because the export then lists them after the tables that reference them.
  const rebuilding = ['users', 'member_days'].flatMap((table) => rebuildTable(db, table, (create) => create));
  db.exec(['BEGIN;', ...rebuilding, 'COMMIT;'].join('\n'));
  db.close();
  await exportDatabase(state, dump);
}, 240_000);

/** Returns the schema and every row of every table. */
function contents(of: string): Record<string, string[]> {
  const db = openDatabaseFile(of);
  const read = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => JSON.stringify(row))
      .sort();
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'").all();
  const all = tables.map(({ name }) => [String(name), read(`SELECT * FROM "${name}"`)] as const);
  const schema = read(
    "SELECT type, name, replace(sql, 'IF NOT EXISTS ', '') AS sql FROM sqlite_schema WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\'",
  );
  db.close();
  return { ...Object.fromEntries(all), schema };
}

const restore = (...args: string[]) => run(ownNode, ['scripts/restore.ts', ...args], { output: 'captured' });

/** Asserts that the ordered dump can be loaded by a server that splits statements incorrectly and does not defer foreign keys. */
function expectLoadableOneByOne(from: string): void {
  const ordered = join(folder, 'one-by-one.sql');
  orderDump(from, ordered);
  const statements = splitLikeServer(readFileSync(ordered, 'utf8'));
  expect(statements).toEqual([...readStatements(ordered)]);
  const db = new DatabaseSync(':memory:');
  for (const sql of statements) db.exec(sql);
  db.close();
}

test('every row in a seeded database with rebuilt tables is restored, including odd texts and numbers', async () => {
  const restored = join(folder, 'restored');
  const { code, output } = await restore(dump, '--to', restored);
  expect(code, output).toBe(0);
  expect(output).toContain('Foreign keys, indexes, triggers and ledgers are in order.');
  const expected = contents(state);
  expect(Object.keys(expected).length).toBeGreaterThan(40);
  const actual = contents(restored);
  const messageOf = (row: string) => JSON.parse(row).message;
  const isMixed = (row: string) => [mixedText, mixedTextRestored].includes(messageOf(row));
  const withoutMixed = (rows: Record<string, string[]>) => ({
    ...rows,
    contact_messages: rows.contact_messages?.filter((row) => !isMixed(row)),
  });
  expect(withoutMixed(actual)).toEqual(withoutMixed(expected));
  const texts = actual.contact_messages?.map(messageOf);
  expect(texts).toEqual(expect.arrayContaining([...oddTexts, mixedTextRestored]));
  expectLoadableOneByOne(dump);

  const secondRun = await restore(dump, '--to', restored);
  expect(secondRun.code).toBe(1);
  expect(secondRun.output).toContain('already has a database. Choose a new folder with --to.');
}, 240_000);

describe('the check of a restored dump', () => {
  const load = (edit: (dump: string) => string) => {
    const [broken, ordered] = [join(folder, 'broken.sql'), join(folder, 'broken.ordered.sql')];
    writeFileSync(broken, edit(readFileSync(dump, 'utf8')));
    const { rows } = orderDump(broken, ordered);
    const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false });
    db.exec(['BEGIN;', ...readStatements(ordered), 'COMMIT;'].join('\n'));
    return { db, rows };
  };
  const check = async ({ db, rows }: ReturnType<typeof load>) => {
    const { mismatches } = await checkRestored(async (all) => all.map((sql) => db.prepare(sql).all()), rows, 'migrations');
    return mismatches.join('\n');
  };

  let intact: ReturnType<typeof load>;
  beforeAll(() => {
    intact = load((text) => text);
  });
  afterAll(() => intact.db.close());

  test('passes without an edit', async () => expect(await check(intact)).toBe(''));

  test.each([
    ['rows that were not loaded', "DELETE FROM contact_messages WHERE name = 'Odd'", 'contact_messages has'],
    ['a debt without its ledger', 'UPDATE users SET owed_tokens = owed_tokens + 1 WHERE id = 1', 'a debt in tokens that differs'],
    ['a key without its event', 'UPDATE users SET community_keys = community_keys + 1 WHERE id = 1', 'a number of keys that differs'],
    ['an amount owed to nobody', 'UPDATE payout_queue SET net_cents = net_cents + 1', 'an amount owed that differs'],
    ['a wrong count of a map tile', 'UPDATE card_tiles SET cards = cards + 1 WHERE level = 3', 'a map tile whose count or sums differ'],
    ['a wrong running total', 'UPDATE running_totals SET token_balance = token_balance + 1', 'a running total that differs'],
  ])('finds %s', async (_, change, expected) => {
    intact.db.exec('BEGIN');
    intact.db.exec(change);
    expect(await check(intact)).toContain(expected);
    intact.db.exec('ROLLBACK');
  });

  test.each<[string, (text: string) => string, string]>([
    ['a missing trigger', (text) => text.replace(/^CREATE TRIGGER token_transactions_no_delete .*\n/m, ''), 'token_transactions_no_delete'],
    ['a missing row of a parent', (text) => text.replace(/^INSERT INTO "orders" .*\n/m, ''), 'a foreign key without its target row'],
    ['a missing row of the ledger', (text) => text.replace(/^INSERT INTO "token_transactions" .*\n/m, ''), 'a token balance that differs'],
    [
      'a trigger that does something else',
      (text) => text.replace("'token_transactions is append-only'", "'is append-only'"),
      'Defined differently in the dump than by its migrations: trigger token_transactions_no_',
    ],
    [
      'a table without one of its checks',
      (text) => text.replace(/,?\s*CONSTRAINT "users_token_balance[^,]*(?=,)/, ''),
      'Defined differently in the dump than by its migrations: table users',
    ],
    ['a table with a rowid', (text) => text.replaceAll(' WITHOUT ROWID', ''), 'table member_days WITHOUT ROWID'],
    ['an unknown migration', (text) => text.replace(newestMigration, 'later.sql'), 'a migration that is not in migrations: later.sql'],
  ])('finds %s', async (_, edit, expected) => {
    const edited = load(edit);
    expect(await check(edited)).toContain(expected);
    edited.db.close();
  });

  test('finds a missing end', () => {
    writeFileSync(join(folder, 'cut.sql'), readFileSync(dump, 'utf8').slice(0, -20));
    expect(() => orderDump(join(folder, 'cut.sql'), join(folder, 'cut.ordered.sql'))).toThrow('ends in the middle of a statement');
  });
});

test('finds statements wherever the text is split into chunks', () => {
  const text = `CREATE TABLE "a;b" (c text DEFAULT 'x;''y'); -- it's; one\nCREATE TRIGGER t AFTER INSERT ON "a;b" BEGIN SELECT CASE 1 WHEN 1 THEN 'END;' END; SELECT 2; END;\n/* ; */ INSERT INTO "a;b" VALUES ('é🐿️;');`;
  const expected = [...splitStatements([text])];
  expect(expected).toHaveLength(3);
  for (const size of [1, 2, 7, 50]) {
    const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size));
    expect([...splitStatements(chunks)]).toEqual(expected);
  }
});

test('a dump is loaded and read through wrangler, as for a remote database, only into an empty one', { tags: 'long' }, async () => {
  const wranglerOptions = ['--local', '--env=development', '--persist-to', join(folder, 'through-wrangler')];
  const sql = join(folder, 'small.sql');
  writeFileSync(
    sql,
    'PRAGMA defer_foreign_keys=TRUE;\nCREATE TABLE child (id INTEGER REFERENCES parent(id));\nCREATE TABLE parent (id INTEGER PRIMARY KEY);\nINSERT INTO child VALUES (7);\nINSERT INTO parent VALUES (7);\n',
  );
  const { load, runAll } = await wranglerTarget(wranglerOptions);
  await load(sql);
  const checks = await runAll(['SELECT id FROM child', ...Object.values(contradictions).slice(0, 2), schemaObjects]);
  expect(checks).toEqual([
    [{ id: 7 }],
    [],
    [],
    [expect.objectContaining({ name: 'table child' }), expect.objectContaining({ name: 'table parent' })],
  ]);
  await expect(wranglerTarget(wranglerOptions)).rejects.toThrow('The database is not empty.');
});
