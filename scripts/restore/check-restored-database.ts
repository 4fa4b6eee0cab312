import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { averageCellSql, tileLevelsSql } from '#schema/finding/map-key.ts';
import { keyCodes } from '#schema/tokens/ledger-kinds.ts';

type Row = Record<string, unknown>;
export type RunAll = (statements: string[]) => Promise<Row[][]>;

const tileCell = averageCellSql('l.column1', 'c');

export const contradictions = {
  'a foreign key without its target row': 'SELECT * FROM pragma_foreign_key_check',
  'a damaged page or index': "SELECT * FROM pragma_quick_check WHERE quick_check <> 'ok'",
  'a token balance that differs from the ledger': `SELECT u.id FROM users u WHERE u.token_balance <>
    (SELECT coalesce(sum(t.amount), 0) FROM token_transactions t WHERE t.user_id = u.id)`,
  'a debt in tokens that differs from its ledger': `SELECT u.id FROM users u WHERE u.owed_tokens <>
    (SELECT coalesce(sum(e.amount), 0) FROM owed_token_events e WHERE e.user_id = u.id)`,
  'a number of keys that differs from the key events': `SELECT u.id FROM users u WHERE (u.treasure_keys, u.community_keys) <>
    (SELECT coalesce(sum(iif(k.kind IN (${keyCodes('treasure')}), k.amount, 0)), 0), coalesce(sum(iif(k.kind IN (${keyCodes('community')}), k.amount, 0)), 0)
     FROM key_events k WHERE k.user_id = u.id)`,
  'an amount owed that differs from the pending commissions and chests': `SELECT q.id FROM payout_queue q WHERE q.net_cents <>
    (SELECT coalesce(sum(p.cents), 0) FROM (
       SELECT amount_cents AS cents FROM referral_commissions WHERE referrer_id = q.id AND status = 'pending'
       UNION ALL SELECT amount_cents FROM treasure_chest_payouts WHERE user_id = q.id AND status = 'pending') p)`,
  'a map tile whose count or sums differ from its cards': `SELECT level, tile FROM (
      SELECT level, tile, cards, row_sum, column_sum FROM card_tiles
      UNION ALL SELECT l.column1, c.map_key / l.column2, -1, -${tileCell.row}, -${tileCell.column} FROM cache_cards c
        CROSS JOIN ${tileLevelsSql} l WHERE c.map_key IS NOT NULL)
    GROUP BY level, tile HAVING sum(cards) <> 0
      OR (count(row_sum) = count(*) AND (sum(row_sum), sum(column_sum)) <> (0, 0))`,
  'a running total that differs from the ledger': `SELECT token_balance FROM running_totals WHERE token_balance <>
    (SELECT coalesce(sum(t.amount), 0) FROM token_transactions t
     WHERE t.id <= coalesce((SELECT through_id FROM job_progress WHERE job = 'sum-up-ledger'), 0))`,
};

/** Query for all tables, indexes and triggers, with the SQL that created them. */
export const schemaObjects = `SELECT s.type || ' ' || s.name || iif(t.wr, ' WITHOUT ROWID', '') AS name, coalesce(s.sql, '') AS sql
  FROM sqlite_schema s LEFT JOIN pragma_table_list t ON t.schema = 'main' AND t.name = s.name AND s.type = 'table'
  WHERE substr(s.name, 1, 7) <> 'sqlite_' AND substr(s.name, 1, 4) <> '_cf_' AND s.name <> 'd1_migrations' ORDER BY 1`;

export interface RestoreCheck {
  mismatches: string[];
  pending: string[];
}

/**
 * @param rows row counts of the dump, by table
 * @param migrations folder with the migrations
 */
export async function checkRestored(runAll: RunAll, rows: Map<string, number>, migrations: string): Promise<RestoreCheck> {
  const countStatements = [...rows.keys()].map((table) => `SELECT count(*) AS n FROM "${table}"`);
  const hasMigrations = rows.has('d1_migrations');
  const selectAppliedMigrations = hasMigrations ? 'SELECT name FROM d1_migrations ORDER BY id' : 'SELECT 1 WHERE 0';
  const results = await runAll([schemaObjects, selectAppliedMigrations, ...Object.values(contradictions), ...countStatements]);
  const [objects = [], appliedRows = [], ...otherResults] = results;
  const appliedNames = appliedRows.map(({ name }) => String(name));
  const migrationFiles = readdirSync(migrations).filter((name) => name.endsWith('.sql'));
  const unknown = appliedNames.filter((name) => !migrationFiles.includes(name));
  const expected = schemaAfter(
    appliedNames.filter((name) => migrationFiles.includes(name)).map((name) => readFileSync(join(migrations, name), 'utf8')),
  );
  const actual = sqlByName(objects);
  const kinds = Object.keys(contradictions);
  const counts = otherResults.slice(kinds.length);
  return {
    mismatches: [
      ...(hasMigrations ? [] : ['The dump has no d1_migrations table.']),
      ...unknown.map((name) => `The dump names a migration that is not in ${migrations}: ${name}.`),
      ...[...expected.keys()].filter((name) => !actual.has(name)).map((name) => `Missing from the dump: ${name}.`),
      ...[...actual].flatMap(([name, sql]) => {
        if (!expected.has(name)) return [`In the dump, but not created by its migrations: ${name}.`];
        return expected.get(name) === sql ? [] : [`Defined differently in the dump than by its migrations: ${name}.`];
      }),
      ...kinds.flatMap((kind, index) =>
        otherResults[index]?.length ? [`Found ${kind}: ${JSON.stringify(otherResults[index].slice(0, 5))}.`] : [],
      ),
      ...[...rows].flatMap(([table, expectedRows], index) =>
        counts[index]?.[0]?.n === expectedRows ? [] : [`${table} has ${counts[index]?.[0]?.n} rows instead of ${expectedRows}.`],
      ),
    ],
    pending: migrationFiles.filter((name) => !appliedNames.includes(name)).sort(),
  };
}

function schemaAfter(migrations: string[]): Map<string, string> {
  const db = new DatabaseSync(':memory:');
  try {
    for (const sql of migrations) db.exec(sql);
    return sqlByName(db.prepare(schemaObjects).all());
  } finally {
    db.close();
  }
}

/**
 * Normalizes SQL statements for comparison: exports add IF NOT EXISTS, and quotes and white space depend on the tool that wrote the
 * statements.
 */
function sqlByName(objects: Row[]): Map<string, string> {
  const normalizeSql = (sql: unknown) =>
    String(sql)
      .replace(/ IF NOT EXISTS/i, '')
      .replace(/["`]/g, '')
      .replace(/\s+/g, '');
  return new Map(objects.map(({ name, sql }) => [String(name), normalizeSql(sql)]));
}
