/**
 * A password reset invalidates every row that gives access to an account or that could later change the account's credentials. Product
 * rules: Securing an account.
 */
import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { tableAccess } from '#tests/worker/support/accounts/table-access.ts';
import { change, newMember, row } from '#tests/worker/support/client.ts';
import { secureAccount } from '#worker/store/accounts/secure-account.ts';
import { tablesWithLists } from '#worker/store/list-columns.ts';
import { batch } from '#worker/store/sql.ts';

interface Column {
  name: string;
  type: string;
  isRequired: 0 | 1;
}

const now = Math.floor(Date.now() / 1_000);
const all = async <Row>(sql: string) => (await env.DB.prepare(sql).all<Row>()).results;
const securedTables = Object.entries(tableAccess).flatMap(([table, access]) => (access === 'neither' ? [] : [{ table, ...access }]));

/** Adds a stay with a traveler, who was entered now. */
async function fillStays(userId: number): Promise<number> {
  await change(
    `INSERT INTO vacation_certificates (number, user_id, type, tokens_redeemed, activation_link, pdf_url, status, created_at, activated_at, activate_by, valid_until)
     VALUES ('VC-FILLED', ?1, 'global', 120, 'https://x.test/a', 'https://x.test/p', 'activated', 1, ?2, ?2, ?2)`,
    ...[userId, now],
  );
  await change(
    "INSERT INTO stays (certificate_id, user_id, traveler, traveler_entered_at) SELECT id, user_id, 'sealed', activated_at FROM vacation_certificates WHERE user_id = ?",
    userId,
  );
  return 1;
}

/** Adds rows for a member to a table: one for each value of each enum column. */
async function fill(table: string, userId: number): Promise<number> {
  const columns = await all<Column>(
    `SELECT name, type, "notnull" AND dflt_value IS NULL AS "isRequired" FROM pragma_table_info('${table}')`,
  );
  const [owner] = await all<{ column: string }>(
    `SELECT "from" AS "column" FROM pragma_foreign_key_list('${table}') WHERE "table" = 'users'`,
  );
  if (!owner) throw new Error(`${table} has no column for the member`);
  const lists = tablesWithLists.find((one) => one.table === table)?.lists ?? [];
  const choices = lists.flatMap(({ name, values }) => values.map((value) => ({ name, value })));
  const rows = choices.length > 0 ? choices : [undefined];
  for (const [index, choice] of rows.entries()) {
    const filled = columns.flatMap(({ name, type, isRequired }): [string, string | number][] => {
      if (name === owner.column) return [[name, userId]];
      if (name === choice?.name) return [[name, choice.value]];
      if (type.toUpperCase() === 'TEXT') return [[name, `${table}-${userId}-${index}`]];
      return isRequired ? [[name, name === 'expires_at' ? now + 3_600 : now]] : [];
    });
    await change(
      `INSERT INTO ${table} (${filled.map(([name]) => `"${name}"`).join(', ')}) VALUES (${filled.map(() => '?').join(', ')})`,
      ...filled.map(([, value]) => value),
    );
  }
  return rows.length;
}

let names: string[];
beforeAll(async () => {
  const tables = await all<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name NOT LIKE 'd1_%' ORDER BY name`,
  );
  names = tables.map(({ name }) => name);
});

test('every table is classified as a way in, a pending change or neither', () => {
  expect(Object.keys(tableAccess).sort()).toEqual(names);
});

test('a password reset ends the rows of every way in and pending change', async () => {
  const { id } = await newMember();
  const countAlive = async () => {
    const alive: Record<string, number> = {};
    for (const { table, isAlive } of securedTables) {
      const owner = table === 'users' ? 'id' : 'user_id';
      const sql = `SELECT count(*) AS n FROM ${table} WHERE ${owner} = ? AND (${isAlive.replace(':now', String(now))})`;
      alive[table] = (await row<{ n: number }>(sql, id))?.n ?? -1;
    }
    return alive;
  };
  const filled: Record<string, number> = { users: 1 };
  await change('DELETE FROM one_time_links WHERE user_id = ?', id);
  await change('DELETE FROM sessions WHERE user_id = ?', id);
  await change(`UPDATE users SET firebase_uid = 'filled', oauth_provider = 'google', email_verified_at = 1 WHERE id = ?`, id);
  for (const { table } of securedTables)
    if (table !== 'users') filled[table] = table === 'stays' ? await fillStays(id) : await fill(table, id);
  expect(await countAlive()).toEqual(filled);
  await batch(env.DB, secureAccount('reset', id, now).statements);
  // The link that undoes an email change remains valid because the owner of the former mailbox has no other way to stop an intruder's
  // password reset.
  const none = Object.fromEntries(Object.keys(filled).map((table) => [table, 0]));
  expect(await countAlive()).toEqual({ ...none, one_time_links: 1 });
  expect(await row('SELECT purpose FROM one_time_links WHERE user_id = ? AND used_at IS NULL', id)).toEqual({
    purpose: 'undo_email_change',
  });
});
