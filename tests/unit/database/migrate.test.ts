/** Tests scripts/setup/migrate.ts on small temporary projects. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createDatabaseFile } from '#scripts/setup/create-database-file.ts';
import { openDatabaseFile } from '#scripts/setup/database-file.ts';
import { migrateLocal } from '#scripts/setup/migrate.ts';

const folder = mkdtempSync(join(tmpdir(), 'cache-cards-migrate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Creates a project with the given migrations and a path for its local database. */
function newProject(name: string, migrations: Record<string, string>) {
  const project = join(folder, name);
  mkdirSync(join(project, 'migrations'), { recursive: true });
  const database = 'binding = "DB"\ndatabase_name = "caves"\ndatabase_id = "00000000-0000-0000-0000-0000000000ca"\n';
  writeFileSync(join(project, 'wrangler.toml'), `name = "caves"\n[env.development]\n[[env.development.d1_databases]]\n${database}`);
  const write = (file: string, sql: string) => writeFileSync(join(project, 'migrations', file), sql);
  for (const [file, sql] of Object.entries(migrations)) write(file, sql);
  return { project, state: join(project, 'local', 'state'), write };
}

function names(state: string): unknown[] {
  const db = openDatabaseFile(state);
  const rows = db.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'cave%' ORDER BY name").all();
  db.close();
  return rows.map(({ name }) => name);
}

test('a database with an unknown and an edited migration is moved aside', { tags: 'long' }, async () => {
  const { project, state } = newProject('edited', { '0_table.sql': 'CREATE TABLE cave_newer (depth INTEGER);\n' });
  await createDatabaseFile(state);
  const db = openDatabaseFile(state);
  db.exec("CREATE TABLE d1_migrations (name TEXT); INSERT INTO d1_migrations VALUES ('0_table.sql'), ('1_trigger.sql')");
  db.close();
  writeFileSync(join(state, 'migrations.json'), JSON.stringify({ '0_table.sql': 'hash of the earlier text' }));
  expect(await migrateLocal(state, project)).toContain('unknown or edited migrations (0_table.sql, 1_trigger.sql) and was moved to');
  expect(names(state)).toEqual(['cave_newer']);
});

test('each migration is applied once, in order of name; unknown and edited ones move the database aside', { tags: 'long' }, async () => {
  const { project, state, write } = newProject('caves', {
    '1_trigger.sql': 'CREATE TRIGGER cave_dug AFTER INSERT ON cave BEGIN UPDATE cave SET depth = 1; SELECT 1; END;\n',
    '0_table.sql': 'CREATE TABLE cave (depth INTEGER);\n',
  });
  expect(await migrateLocal(state, project)).toBe('Applied 2 migrations to the local database');
  expect(names(state)).toEqual(['cave', 'cave_dug']);
  expect(await migrateLocal(state, project)).toBe('The local database is up to date');

  write('2_broken.sql', 'CREATE TABLE cave_flooded (depth INTEGER);\nINSERT INTO nowhere VALUES (1);\n');
  await expect(migrateLocal(state, project)).rejects.toThrow('The local database could not be migrated.');
  expect(names(state)).toEqual(['cave', 'cave_dug']);

  writeFileSync(join(state, 'stripe.json'), '{}');
  for (const file of ['1_trigger.sql', '2_broken.sql']) rmSync(join(project, 'migrations', file));
  write('0_table.sql', 'CREATE TABLE cave_newer (depth INTEGER);\n');
  const output = await migrateLocal(state, project);
  const [aside = ''] = readdirSync(join(project, 'local')).filter((name) => name !== 'state');
  expect(output).toBe(
    `Applied 1 migration to the local database. The previous database had unknown or edited migrations (0_table.sql, 1_trigger.sql) and was moved to ${join(project, 'local', aside)}.`,
  );
  expect(existsSync(join(project, 'local', aside, 'stripe.json'))).toBe(true);
  expect(existsSync(join(state, 'stripe.json'))).toBe(false);
  expect(names(state)).toEqual(['cave_newer']);
});
