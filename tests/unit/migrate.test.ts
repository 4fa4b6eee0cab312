/** scripts/setup/migrate.ts, on a database of its own. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#scripts/setup/database.ts';
import { applyMigrations, migrateLocal } from '#scripts/setup/migrate.ts';

const state = mkdtempSync(join(tmpdir(), 'cache-cards-migrate-'));
let open: OpenDatabase;

beforeAll(async () => {
  open = await openDatabase(state);
}, 30_000);
afterAll(async () => {
  await open.close();
  rmSync(state, { recursive: true, force: true });
});

async function tables(): Promise<string[]> {
  const { results } = await open.db.prepare("SELECT name FROM sqlite_master WHERE name LIKE 'cave%' ORDER BY name").all<{ name: string }>();
  return results.map(({ name }) => name);
}

test('each migration is applied once, in the order of the names, and one that fails leaves nothing of itself', async () => {
  const folder = mkdtempSync(join(state, 'migrations-'));
  const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql);
  write('2_trigger.sql', 'CREATE TRIGGER cave_dug AFTER INSERT ON cave BEGIN UPDATE cave SET depth = 1; SELECT 1; END;\n');
  write('1_table.sql', 'CREATE TABLE cave (depth INTEGER);\n--> statement-breakpoint\nINSERT INTO cave VALUES (0);\n');

  expect(await applyMigrations(open.db, folder)).toEqual(['1_table.sql', '2_trigger.sql']);
  expect(await tables()).toEqual(['cave', 'cave_dug']);
  expect(await applyMigrations(open.db, folder)).toEqual([]);

  write('3_broken.sql', 'CREATE TABLE cave_flooded (depth INTEGER); INSERT INTO nowhere VALUES (1);');
  await expect(applyMigrations(open.db, folder)).rejects.toThrow('3_broken.sql could not be applied; nothing of it was kept.');
  expect(await tables()).toEqual(['cave', 'cave_dug']);

  write('3_broken.sql', 'CREATE TABLE cave_flooded (depth INTEGER);');
  expect(await applyMigrations(open.db, folder)).toEqual(['3_broken.sql']);
});

test('a database that other migrations made is moved aside, with what lies beside it, and a new one is begun', async () => {
  const folder = mkdtempSync(join(state, 'migrations-'));
  const place = mkdtempSync(join(state, 'places-'));
  const local = join(place, 'state');
  writeFileSync(join(folder, '1_old.sql'), 'CREATE TABLE old (depth INTEGER);\n');
  expect(await migrateLocal(local, folder)).toBe('Applied 1 migrations to the local database');
  writeFileSync(join(local, 'stripe.json'), '{}');
  expect(await migrateLocal(local, folder)).toBe('The local database is up to date');

  rmSync(join(folder, '1_old.sql'));
  writeFileSync(join(folder, '0_new.sql'), 'CREATE TABLE fresh (depth INTEGER);\n');
  const said = await migrateLocal(local, folder);
  const [aside] = readdirSync(place).filter((name) => name !== 'state');
  expect(said).toContain(
    `Applied 1 migrations to the local database; the former one, made by other migrations (1_old.sql, …), is kept in ${join(place, String(aside))}`,
  );
  expect(existsSync(join(place, String(aside), 'stripe.json'))).toBe(true);
  expect(existsSync(join(local, 'stripe.json'))).toBe(false);
}, 30_000);

test('so is one that was made by an earlier text of a migration: as long as nothing is deployed they are written anew', async () => {
  const folder = mkdtempSync(join(state, 'migrations-'));
  const place = mkdtempSync(join(state, 'places-'));
  const local = join(place, 'state');
  const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql);
  write('0_tables.sql', 'CREATE TABLE cave (depth INTEGER);\n');
  await migrateLocal(local, folder);
  write('1_trigger.sql', 'CREATE TRIGGER cave_dug AFTER INSERT ON cave BEGIN SELECT 1; END;\n');
  expect(await migrateLocal(local, folder)).toBe('Applied 1 migrations to the local database');

  write('0_tables.sql', 'CREATE TABLE cave (depth INTEGER, name TEXT);\n');
  expect(await migrateLocal(local, folder)).toContain(
    'Applied 2 migrations to the local database; the former one, made by other migrations (0_tables.sql, …)',
  );
});
