import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

type Row = Record<string, unknown>;
export type RunAll = (statements: string[]) => Promise<Row[][]>;

export const contradictions = {
  'a foreign key without its row': 'SELECT * FROM pragma_foreign_key_check',
  'a damaged page or index': "SELECT * FROM pragma_quick_check WHERE quick_check <> 'ok'",
  'a token balance that differs from the ledger': `SELECT u.id FROM users u WHERE u.token_balance <>
    (SELECT coalesce(sum(t.amount), 0) FROM token_transactions t WHERE t.user_id = u.id)`,
  'a debt in tokens that differs from its ledger': `SELECT u.id FROM users u WHERE u.owed_tokens <>
    (SELECT coalesce(sum(e.amount), 0) FROM owed_token_events e WHERE e.user_id = u.id)`,
};

export const schemaNames = `SELECT s.type || ' ' || s.name || iif(t.wr, ' WITHOUT ROWID', '') AS name
  FROM sqlite_schema s LEFT JOIN pragma_table_list t ON t.schema = 'main' AND t.name = s.name AND s.type = 'table'
  WHERE substr(s.name, 1, 7) <> 'sqlite_' AND substr(s.name, 1, 4) <> '_cf_' AND s.name <> 'd1_migrations' ORDER BY 1`;

export interface RestoreCheck {
  wrong: string[];
  pending: string[];
}

/** @param rows row counts of the dump by table; @param migrations folder of the migrations */
export async function checkRestored(runAll: RunAll, rows: Map<string, number>, migrations: string): Promise<RestoreCheck> {
  const counting = [...rows.keys()].map((table) => `SELECT count(*) AS n FROM "${table}"`);
  const hasMigrations = rows.has('d1_migrations');
  const applying = hasMigrations ? 'SELECT name FROM d1_migrations ORDER BY id' : 'SELECT 1 WHERE 0';
  const found = await runAll([schemaNames, applying, ...Object.values(contradictions), ...counting]);
  const [names = [], appliedRows = [], ...rest] = found;
  const appliedNames = appliedRows.map(({ name }) => String(name));
  const inFolder = readdirSync(migrations).filter((name) => name.endsWith('.sql'));
  const unknown = appliedNames.filter((name) => !inFolder.includes(name));
  const expected = namesAfter(
    appliedNames.filter((name) => inFolder.includes(name)).map((name) => readFileSync(join(migrations, name), 'utf8')),
  );
  const actual = new Set(names.map(({ name }) => String(name)));
  const kinds = Object.keys(contradictions);
  const counts = rest.slice(kinds.length);
  return {
    wrong: [
      ...(hasMigrations ? [] : ['The dump has no d1_migrations table.']),
      ...unknown.map((name) => `The dump names a migration that is not in ${migrations}: ${name}.`),
      ...[...expected].filter((name) => !actual.has(name)).map((name) => `Missing from the dump: ${name}.`),
      ...[...actual].filter((name) => !expected.has(name)).map((name) => `In the dump, but not in its migrations: ${name}.`),
      ...kinds.flatMap((kind, index) => (rest[index]?.length ? [`There is ${kind}: ${JSON.stringify(rest[index].slice(0, 5))}.`] : [])),
      ...[...rows].flatMap(([table, expectedRows], index) =>
        counts[index]?.[0]?.n === expectedRows ? [] : [`${table} has ${counts[index]?.[0]?.n} rows instead of ${expectedRows}.`],
      ),
    ],
    pending: inFolder.filter((name) => !appliedNames.includes(name)).sort(),
  };
}

function namesAfter(migrations: string[]): Set<string> {
  const db = new DatabaseSync(':memory:');
  try {
    for (const sql of migrations) db.exec(sql);
    return new Set(
      db
        .prepare(schemaNames)
        .all()
        .map(({ name }) => String(name)),
    );
  } finally {
    db.close();
  }
}
