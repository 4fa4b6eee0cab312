import type { D1Database } from '@cloudflare/workers-types';
import { markdownTable, section } from '#scripts/lab/bench/report.ts';
import { measureUsedBytes } from '#scripts/lab/bench/scan-bytes.ts';
import { seedBulk } from '#scripts/seed/bulk/bulk.ts';
import { seedBulkAdmins } from '#scripts/seed/bulk/bulk-admin-data.ts';
import { step } from '#scripts/setup/steps.mjs';
import { localD1 } from '#tests/support/database/local-d1.ts';

const members = 20_000;
const userAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

interface TableSize {
  table: string;
  rows: number;
  bytes: number;
  indexBytes: number;
}

export async function benchStorage(): Promise<string> {
  const storedTables = await step(`Filling a database with ${members} members`, measureStorage);
  const largeTables = storedTables
    .filter(({ rows }) => rows >= 1_000)
    .toSorted((one, other) => other.bytes / other.rows - one.bytes / one.rows);
  const table = markdownTable(
    ['A row of', 'bytes', 'of these indexes'],
    largeTables.map(({ table: name, rows, bytes, indexBytes }) => [
      `\`${name}\``,
      (bytes / rows).toFixed(0),
      (indexBytes / rows).toFixed(0),
    ]),
  );
  return section('storage', storedTables, [table]);
}

function measureStorage(): Promise<TableSize[]> {
  return localD1()(async (local) => {
    // The cast is safe: D1's types for workerd and for Node differ only in members that this file does not use.
    const db = local as unknown as D1Database;
    const now = Math.floor(Date.now() / 1_000);
    await seedBulk(db, { members, cards: members, scans: 5 * members }, now, (sizedRows) => seedBulkAdmins(db, sizedRows, now));
    await db
      .prepare(
        `INSERT INTO sessions (id_hash, user_id, created_at, expires_at, user_agent, country, last_used_at)
         SELECT substr(replace(printf('%043d', id * 7919), '0', 'x'), 1, 43), id, ?1, ?1 + 2592000, ?2, 'US', ?1 FROM users`,
      )
      .bind(now, userAgent)
      .run();
    // Lengthens the seeded values, which are shorter than real ones, so that the measured size is realistic.
    await db.prepare("UPDATE users SET password_hash = printf('%.97c', 'h'), address = '12 Long Orchard Lane', city = 'Asheville'").run();
    await db.prepare("UPDATE outbox SET payload = printf('{%.198c}', 'p')").run();
    const bytes = await measureUsedBytes(db);
    const { results: objects } = await db
      .prepare("SELECT name, tbl_name AS owner FROM sqlite_master WHERE type IN ('table', 'index')")
      .all<{ name: string; owner: string }>();
    const storedTables: TableSize[] = [];
    for (const table of new Set(objects.map(({ owner }) => owner))) {
      const own = objects.filter(({ owner }) => owner === table);
      const all = own.reduce((sum, { name }) => sum + (bytes.get(name) ?? 0), 0);
      const count = await db.prepare(`SELECT count(*) AS n FROM "${table}"`).first<{ n: number }>();
      storedTables.push({ table, rows: count?.n ?? 0, bytes: all, indexBytes: all - (bytes.get(table) ?? 0) });
    }
    return storedTables;
  });
}
