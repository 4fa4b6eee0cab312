/** Migration files must be safe on a server that splits them into statements incorrectly. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { shapeProblems, splitLikeServer } from '#tests/support/database/migration-shape.ts';

const files = globSync('migrations/*.sql').sort();
const read = (file: string) => readFileSync(file, 'utf8');

function schemaAfter(statements: string[]): unknown[] {
  const db = new DatabaseSync(':memory:');
  for (const sql of statements) db.exec(sql);
  const schema = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
  db.close();
  return schema;
}

test('every migration has LF line ends, no comments, one-line triggers and tables in foreign-key order', () => {
  const known = new Set<string>();
  const problems = files.flatMap((file) => shapeProblems(read(file), known).map((problem) => `${basename(file)} ${problem}`));
  expect(problems).toEqual([]);
  expect(known.size).toBeGreaterThan(40);
});

test('split by the server and run one by one, the migrations produce the same schema', () => {
  expect(schemaAfter(files.flatMap((file) => splitLikeServer(read(file))))).toEqual(schemaAfter(files.map(read)));
});

test('drizzle-kit writes no breakpoints, which are comments', () => {
  expect(read('drizzle.config.ts')).toContain('breakpoints: false');
});

const table = 'CREATE TABLE cave (depth INTEGER);\n';
const trigger = (body: string) => `${table}CREATE TRIGGER cave_dug AFTER INSERT ON cave BEGIN ${body} END;\n`;
const failing: Record<string, string> = {
  'CRLF line ends': table.replaceAll('\n', '\r\n'),
  'an apostrophe in a comment': `-- The cave's table\n${table}`,
  'a trigger on several lines': trigger('\n  SELECT 1;\n'),
  'a trigger in lower case': trigger('SELECT 1;').replace('BEGIN', 'begin').replace('END', 'end'),
  'a CASE in a trigger': trigger('SELECT CASE 1 WHEN 1 THEN 2 END; SELECT 3;'),
  'no semicolon at the end': table.replace(';', ''),
};

describe('both the server’s model and the shape check fail for', () => {
  test.each(Object.entries(failing))('%s', (_, sql) => {
    expect(() => schemaAfter(splitLikeServer(sql))).toThrow();
    expect(() => expect(shapeProblems(sql, new Set())).toEqual([])).toThrow();
  });
});

test.each([
  'PRAGMA foreign_keys=OFF;\n',
  'CREATE TABLE `__new_cave` (`depth` integer);\n',
])('the shape check fails for drizzle-kit’s rebuild: %s', (sql) => {
  expect(shapeProblems(sql, new Set())).toEqual(['rebuilds a table as drizzle-kit does']);
});

test('the shape check fails for a table before the one that it references', () => {
  const sql = 'CREATE TABLE `find` (`cave` integer REFERENCES `cave`(`id`));\nCREATE TABLE `cave` (`id` integer);\n';
  expect(shapeProblems(sql, new Set())).toEqual(['find references cave, which comes later']);
});
