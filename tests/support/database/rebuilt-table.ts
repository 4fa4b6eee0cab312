import type { DatabaseSync } from 'node:sqlite';

/**
 * Returns a migration that rebuilds a table using the recipe in docs/adding-things.md. `edit` changes the CREATE TABLE statement. All
 * columns except generated ones are copied.
 */
export function rebuildTable(db: DatabaseSync, table: string, edit: (create: string) => string): string[] {
  const schema = db.prepare("SELECT type, sql FROM sqlite_schema WHERE tbl_name = ? AND sql NOT NULL ORDER BY type = 'trigger'").all(table);
  const [create = ''] = schema.filter(({ type }) => type === 'table').map(({ sql }) => String(sql));
  const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all(table);
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  return [
    'PRAGMA defer_foreign_keys=ON;',
    `CREATE TABLE ${table}_copy AS SELECT * FROM ${table};`,
    `DROP TABLE ${table};`,
    `${edit(create)};`,
    `INSERT INTO ${table} (${names}) SELECT ${names} FROM ${table}_copy;`,
    `DROP TABLE ${table}_copy;`,
    ...schema.filter(({ type }) => type !== 'table').map(({ sql }) => `${sql};`),
  ];
}

/** Wraps statements that change a generated column: drops the table's triggers and indexes first and recreates them afterward. */
export function recreateDependents(db: DatabaseSync, table: string, statements: string[]): string[] {
  const dependents = db
    .prepare("SELECT type, name, sql FROM sqlite_schema WHERE tbl_name = ? AND type <> 'table' AND sql NOT NULL ORDER BY type = 'trigger'")
    .all(table);
  return [
    ...dependents.map(({ type, name }) => `DROP ${type} ${name};`).reverse(),
    ...statements,
    ...dependents.map(({ sql }) => `${sql};`),
  ];
}
