import { ledgerChecks } from '#schema/tables/operations.ts';
import { ledgerEntries, tokenFlows, tokensHeldSql } from '#worker/store/admin/system/sums.ts';
import type { Database } from '#worker/store/database.ts';
import {
  batch,
  batchAfter,
  firstRow,
  type RowOf,
  rows,
  type Statement,
  type StatementResult,
  selectList,
  statement,
} from '#worker/store/sql.ts';

const keys = [
  'id',
  'startedAt',
  'finishedAt',
  'runningBalance',
  'runningEntries',
  'issued',
  'redeemed',
  'withdrawn',
  'held',
  'ledger',
  'entries',
  'owed',
  'owedLedger',
  'differing',
] as const;
export type LedgerCheckRow = RowOf<typeof ledgerChecks, (typeof keys)[number]>;

export interface DifferingRow {
  checkId: number;
  id: number;
  email: string;
  balance: number;
  ledger: number;
  owed: number;
  owedLedger: number;
}

const columns = selectList(ledgerChecks, 'ledger_checks', keys);
/** Number of ledger rows and members per statement, which keeps its run time far below one second. */
const rowsPerChunk = 10_000;
/** Number of chunks checked while an administrator waits, enough for a complete check of a medium-sized ledger. */
const chunksPerRequest = 4;
const maxStoredDifferences = 20;
const noLimit = Number.MAX_SAFE_INTEGER;
const differsSql = '(balance <> ledger OR owed <> owed_ledger)';

export function ledgerCheckStore(db: Database, chunkRows: number = rowsPerChunk) {
  return {
    /**
     * Begins a check, unless one is running or the last one started less than `secondsBetween` ago. If several runs are concurrent, only
     * one starts a check.
     */
    async begin(now: number, secondsBetween: number): Promise<void> {
      await batch(db, [startCheck(now, secondsBetween), deleteOldChecks()]);
    },

    async sums(): Promise<LedgerCheckRow[]> {
      return rows((await batch(db, [readingSums()]))[0]);
    },

    async checkSome(now: number): Promise<LedgerCheckRow | undefined> {
      const [step] = await batch(db, [checkChunk(now, chunkRows)]);
      return firstRow(step);
    },

    async restart(now: number): Promise<LedgerCheckRows> {
      const restartStatements = [
        // Discards an unfinished check only if it has found no mismatches. A check with mismatches continues, because its result remains
        // valid until a complete check replaces it.
        statement('DELETE FROM ledger_checks WHERE finished_at IS NULL AND differing = 0'),
        startCheck(now, null),
        ...Array.from({ length: chunksPerRequest }, () => checkChunk(now, chunkRows)),
        deleteOldChecks(),
      ];
      return toLedgerChecks(...(await batchAfter(db, restartStatements, reading())));
    },

    read: async (): Promise<LedgerCheckRows> => toLedgerChecks(...(await batch(db, reading()))),
  };
}

export interface LedgerCheckRows {
  checks: LedgerCheckRow[];
  differing: DifferingRow[];
}

/** Records the current end of the ledger and its sums so that later rows belong to the next check. */
function startCheck(now: number, secondsBetween: number | null): Statement {
  return statement(
    `INSERT INTO ledger_checks (started_at, through_entry_id, running_balance, running_entries, issued, redeemed, withdrawn)
     SELECT ?1, ${ledgerEntries}, ${tokensHeldSql}, ${ledgerEntries}, d.issued, d.redeemed, d.withdrawn
     FROM running_totals k, (SELECT coalesce(sum(tokens_issued), 0) AS issued, coalesce(sum(tokens_redeemed), 0) AS redeemed,
       coalesce(sum(tokens_withdrawn), 0) AS withdrawn FROM ${tokenFlows}) d
     WHERE k.id = 1 AND NOT EXISTS (SELECT 1 FROM ledger_checks WHERE finished_at IS NULL OR started_at > ?1 - ?2)`,
    [now, secondsBetween],
  );
}

/** Compares each member's balance with their ledger rows in one statement. The sums exclude rows written since the check started. */
function checkChunk(now: number, chunkRows: number): Statement<LedgerCheckRow> {
  const nthAfter = (column: string, table: string) =>
    `coalesce((SELECT ${column} FROM ${table} WHERE ${column} > passed ORDER BY ${column} LIMIT 1 OFFSET ${chunkRows - 1}), ${noLimit})`;
  return statement<LedgerCheckRow>(
    `WITH going(id, passed, newest) AS (
         SELECT id, last_user_id, through_entry_id FROM ledger_checks WHERE finished_at IS NULL ORDER BY id DESC LIMIT 1),
       chunk AS MATERIALIZED (SELECT *, min(${nthAfter('user_id', 'token_transactions')}, ${nthAfter('id', 'users')}) AS through FROM going),
       members AS MATERIALIZED (
         SELECT u.id, u.token_balance AS balance, coalesce(sum(t.amount), 0) AS ledger,
           coalesce(sum(iif(t.id > c.newest, t.amount, 0)), 0) AS later, count(iif(t.id <= c.newest, 1, NULL)) AS entries,
           u.owed_tokens AS owed, (SELECT coalesce(sum(amount), 0) FROM owed_token_events e WHERE e.user_id = u.id) AS owed_ledger
         FROM chunk c CROSS JOIN users u ON u.id > c.passed AND u.id <= c.through LEFT JOIN token_transactions t ON t.user_id = u.id
         GROUP BY u.id),
       found AS (
         SELECT coalesce(sum(balance - later), 0) AS held, coalesce(sum(ledger - later), 0) AS ledger, coalesce(sum(entries), 0) AS entries,
           coalesce(sum(owed), 0) AS owed, coalesce(sum(owed_ledger), 0) AS owed_ledger, coalesce(sum(${differsSql}), 0) AS differing FROM members)
     UPDATE ledger_checks SET
       last_user_id = iif(c.through = ${noLimit}, last_user_id, c.through), finished_at = iif(c.through = ${noLimit}, ?1, NULL),
       held = ledger_checks.held + f.held, ledger = ledger_checks.ledger + f.ledger, entries = ledger_checks.entries + f.entries,
       owed = ledger_checks.owed + f.owed, owed_ledger = ledger_checks.owed_ledger + f.owed_ledger,
       differing = ledger_checks.differing + f.differing,
       differences = (SELECT json_group_array(json(value)) FROM (
         SELECT value FROM json_each(ledger_checks.differences)
         UNION ALL SELECT json_object('id', id, 'balance', balance, 'ledger', ledger, 'owed', owed, 'owedLedger', owed_ledger)
           FROM members WHERE ${differsSql}
         LIMIT ${maxStoredDifferences}))
     FROM chunk c, found f WHERE ledger_checks.id = c.id RETURNING ${columns}`,
    [now],
  );
}

function deleteOldChecks(): Statement {
  return statement(
    'DELETE FROM ledger_checks WHERE finished_at IS NOT NULL AND id < (SELECT max(id) FROM ledger_checks WHERE finished_at IS NOT NULL)',
  );
}

export function readingSums(): Statement<LedgerCheckRow> {
  return statement<LedgerCheckRow>(`SELECT ${columns} FROM ledger_checks ORDER BY id DESC`);
}

function reading() {
  return [
    readingSums(),
    statement<
      DifferingRow,
      'balance' | 'ledger' | 'owed' | 'owedLedger'
    >(`SELECT l.id AS "checkId", u.id AS "id", u.email AS "email", d.value ->> 'balance' AS "balance", d.value ->> 'ledger' AS "ledger",
         d.value ->> 'owed' AS "owed", d.value ->> 'owedLedger' AS "owedLedger"
       FROM ledger_checks l CROSS JOIN json_each(l.differences) d CROSS JOIN users u ON u.id = d.value ->> 'id' ORDER BY l.id, d.key`),
  ] as const;
}

function toLedgerChecks(checks: StatementResult<LedgerCheckRow>, differing: StatementResult<DifferingRow>): LedgerCheckRows {
  return { checks: rows(checks), differing: rows(differing) };
}
