/**
 * Columns with a fixed list of values contain only values defined in TypeScript. The ledger job checks this in production, and these tests
 * check it on a filled database.
 */
import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { change, row } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import { filling } from '#tests/worker/support/filled-database.ts';
import type { Env } from '#worker/env.ts';
import { tablesWithLists } from '#worker/store/list-columns.ts';
import { listValueStore } from '#worker/store/list-values.ts';

const lists = tablesWithLists.flatMap(({ table, lists }) => lists.map(({ name }) => ({ table, name, list: `${table}.${name}` })));
const all = async (sql: string) => (await env.DB.prepare(sql).all<Record<string, string>>()).results;
const check = (chunkRows?: number) => listValueStore(env.DB, chunkRows).check();

/** Columns that look like enums but whose values are defined elsewhere or grow with new features. */
const open = [
  // Stripe or the printer defines these values.
  ...[
    'subscriptions.status',
    'stripe_events.type',
    'print_events.type',
    'payment_bookings.source',
    'payments.currency',
    'orders.currency',
    'stripe_events.currency',
    'print_orders.currency',
    'disputes.currency',
    'disputes.reason',
  ],
  // These names are defined by the code that writes them. Old rows may contain names that the code no longer uses.
  ...['job_runs.job', 'job_progress.job', 'outbox.template', 'push_messages.template', 'audit_log.action', 'audit_log.entity_type'],
  'idempotency_keys.scope',
  // These columns contain free text.
  ...['audit_log.reason', 'review_decisions.reason', 'second_looks.reason', 'users.suspended_reason', 'users.state'],
  'print_orders.resend_reason',
  ...['vacation_certificates.cancel_reason', 'vacation_certificates.review_reason'],
  // These columns contain several reasons, separated by commas.
  ...['referral_commissions.held_reason', 'treasure_chest_payouts.held_reason'],
  'unknown_values.list',
];

describe('the list columns', () => {
  test('are taken from every table', async () => {
    const existing = await all(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' AND name <> 'd1_migrations'`,
    );
    expect(tablesWithLists.map(({ table }) => table).sort()).toEqual(existing.map(({ name }) => name).sort());
  });

  test('include every column named like a list, of words or codes', async () => {
    const columns = await all(
      `SELECT m.name || '.' || c.name AS name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND c.type IN ('TEXT', 'INTEGER')
         AND m.name NOT GLOB '_cf_*'`,
    );
    const isNamedLikeList =
      /[._](status|state|kind|type|role|tier|scope|source|way|outcome|purpose|provider|visibility|delivery|frequency|reason|action|environment|review|size|currency|job|template|list)$/;
    const unlisted = columns
      .map(({ name = '' }) => name)
      .filter((name) => isNamedLikeList.test(name) && !lists.some(({ list }) => list === name));
    expect(unlisted.sort()).toEqual(open.sort());
  });
});

describe('a large table', () => {
  beforeEach(() => change('DELETE FROM job_retries'));
  const fill = (from: number, rows: number) =>
    change(
      `WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 + ?2 - 1)
       INSERT INTO job_retries (rowid, kind, key, attempts, next_try_at) SELECT i, 'order', 'k' || i, 1, 2 FROM n`,
      from,
      rows,
    );
  const runsUntilFound = async (chunkRows: number) => {
    for (let run = 1; run <= 50; run += 1) if ((await check(chunkRows)).length > 0) return run;
    return undefined;
  };

  test('is walked chunk by chunk, repeatedly, and its newest rows are checked each time', { tags: 'long' }, async () => {
    await fill(1_001, 100);
    const last = 'UPDATE job_retries SET kind = ?1 WHERE rowid = 1095';
    const [early, middle] = [1_005, 1_055].map((at) => `UPDATE job_retries SET kind = ?1 WHERE rowid = ${at}`);
    await change(last, 'unheard of');
    expect(await runsUntilFound(10)).toBe(1);
    await change(last, 'order');
    expect(await check(10)).toEqual([]);
    for (const sql of [middle ?? '', early ?? '']) {
      await change(sql, 'unheard of');
      expect(await runsUntilFound(10)).toBeLessThanOrEqual(10);
      // The check has moved past this row but still reports it, because it rereads every row that it has reported.
      expect([await check(10), await check(10)].map((found) => found.length)).toEqual([1, 1]);
      await change(sql, 'order');
      expect(await check(10)).toEqual([]);
    }
  });

  test('is read in a few chunks, regardless of its number of rows', async () => {
    const rowsOf = async (chunkRows: number) => {
      const { env: countedEnv, use } = countingDatabase(env as unknown as Env);
      await listValueStore(countedEnv.DB, chunkRows).check();
      return use.rowsRead;
    };
    const before = await rowsOf(50);
    await fill(1, 5_000);
    await check(50);
    expect(await rowsOf(50)).toBeLessThanOrEqual(before + 250);
  });
});

test('the ledger job fails with unknown list values and raises one alarm until they are corrected', async () => {
  const alarms = () => all("SELECT kind FROM alarms WHERE ended_at IS NULL AND kind IN ('values_unknown', 'job_failed')");
  const name = (kind: string) => change('UPDATE job_retries SET kind = ?1 WHERE key = ?2', kind, 'one');
  await change('DELETE FROM job_retries');
  await change("INSERT INTO job_retries (kind, key, attempts, next_try_at) VALUES ('order', 'one', 1, 2)");
  await name('unheard of');
  const { rowid } = (await row<{ rowid: number }>('SELECT rowid FROM job_retries')) ?? {};
  await expect(fire('check-ledger')).rejects.toThrow(`job_retries.kind: unheard of (row ${rowid})`);
  await fire('watch');
  expect(await alarms()).toEqual([{ kind: 'values_unknown' }]);
  await name('order');
  await fire('check-ledger');
  await fire('watch');
  expect(await alarms()).toEqual([]);
});

describe('list values of a database in use', () => {
  beforeAll(async () => {
    for (const { name } of await all("SELECT name FROM sqlite_master WHERE type = 'trigger'")) await change(`DROP TRIGGER ${name}`);
    for (const sql of filling) await change(sql);
  });

  test('are all known; stale findings are deleted', async () => {
    await change("INSERT INTO unknown_values (list, value, row_id) VALUES ('users.role', 'premium', 2), ('no_table.left', 'x', 1)");
    const found = await all('SELECT list FROM unknown_values ORDER BY list');
    expect(found.map(({ list }) => list)).toEqual(['cache_cards.status', 'no_table.left', 'users.role']);
    expect(await check()).toEqual([]);
  });

  test('unknown in any column are found with their row, and forgotten once corrected', async () => {
    const corrections = await env.DB.batch<{ rowid: number; was: string | null }>(
      lists.map(({ table, name }) => env.DB.prepare(`SELECT rowid AS rowid, ${name} AS was FROM ${table} ORDER BY rowid LIMIT 1`)),
    );
    // Disables CHECK constraints, which would reject the unrecognized value. A database written by a newer version could contain one.
    const runWithoutChecks = (sql: string[]) =>
      env.DB.batch(
        ['PRAGMA ignore_check_constraints = ON', ...sql, 'PRAGMA ignore_check_constraints = OFF'].map((one) => env.DB.prepare(one)),
      );
    await runWithoutChecks(
      lists.map(
        ({ table, name }, index) => `UPDATE ${table} SET ${name} = 'unheard of' WHERE rowid = ${corrections[index]?.results[0]?.rowid}`,
      ),
    );
    // Runs the check twice to cover two chunks because user and order ids start much higher than other ids (support/finding/apart.ts).
    await check();
    const found = await check();
    expect(found.map(({ list }) => list)).toEqual(lists.map(({ list }) => list).sort());
    for (const { list, value, rowId } of found) {
      const at = lists.findIndex((one) => one.list === list);
      expect([list, value, rowId]).toEqual([list, 'unheard of', corrections[at]?.results[0]?.rowid]);
    }
    await runWithoutChecks(
      lists.map(({ table, name }, index) => {
        const { rowid, was } = corrections[index]?.results[0] ?? { rowid: 0, was: null };
        return `UPDATE ${table} SET ${name} = ${was === null ? 'NULL' : `'${was}'`} WHERE rowid = ${rowid}`;
      }),
    );
    expect(await check()).toEqual([]);
  });
});
