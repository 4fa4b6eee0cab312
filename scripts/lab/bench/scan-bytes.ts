/** Measures how many bytes a rewarded scan stores in each table and index, using the page statistics of Node's SQLite. */
import type { D1Database } from '@cloudflare/workers-types';
import { secondsPerDay } from '#schema/rules.ts';
import { scanKinds, tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { markdownTable } from '#scripts/lab/bench/report.ts';
import { seedBulk } from '#scripts/seed/bulk/bulk.ts';
import { localD1 } from '#tests/support/database/local-d1.ts';
import { decideScan } from '#worker/domain/scans/scan.ts';
import { scanStore } from '#worker/store/scans/scans.ts';

const members = 3_000;
const scanCount = 5_000;
const addressHash = 'h'.repeat(22);

interface CardAndFinder {
  userId: number;
  cardId: string;
  code: string;
}

export type StoredBytes = Record<string, number>;

interface SizedBytes {
  members: number;
  bytes: StoredBytes;
}

const maxBytesPerScan = 240;
const total = (bytes: StoredBytes): number => Object.values(bytes).reduce((sum, bytesPerTable) => sum + bytesPerTable, 0);

export function formatBytes(runs: SizedBytes[]): string {
  const names = [...new Set(runs.flatMap(({ bytes }) => Object.keys(bytes)))];
  const row = (name: string, readBytes: (bytes: StoredBytes) => number) => [name, ...runs.map(({ bytes }) => readBytes(bytes).toFixed(0))];
  return markdownTable(
    ['Bytes per scan, in', ...runs.map(({ members }) => `at ${members.toLocaleString('en')}`)],
    [...names.map((name) => row(`\`${name}\``, (bytes) => bytes[name] ?? 0)), row('all', total)],
  );
}

export function findMissedByteLimits(runs: SizedBytes[]): string[] {
  const largeRuns = runs.filter((run) => total(run.bytes) > maxBytesPerScan);
  return largeRuns.map(
    (run) => `at ${run.members.toLocaleString('en')}: ${total(run.bytes).toFixed(0)} bytes, expected at most ${maxBytesPerScan}`,
  );
}

/**
 * Measures the bytes stored by scans of cards with an owner. Each scan is the member's first of the day and has no idempotency key. Ids are
 * as long as in a database with `size` members, `size` cards and five finds per card. Ignores free space in pages.
 */
export function measureScanBytes(size: number): Promise<StoredBytes> {
  return localD1()(async (local) => {
    // The cast is safe: D1's types for workerd and for Node differ only in members that this file does not use.
    const db = local as unknown as D1Database;
    const now = Math.floor(Date.now() / 1_000);
    await startIdsAt(db, size);
    await seedBulk(db, { members, cards: members, scans: 3 * members }, now);
    const { results: pairs } = await db
      .prepare(
        `SELECT u.id AS userId, c.card_id AS cardId, c.code FROM users u CROSS JOIN cache_cards c
         WHERE u.id > ${size} AND c.id > ${size} AND c.user_id <> u.id AND (c.id * 7919 + u.id * 104729) % 1511 = 0
           AND NOT EXISTS (SELECT 1 FROM card_scans s WHERE s.card_id = c.id AND s.user_id = u.id)
         ORDER BY (u.id * 7919 + c.id * 31) % 100003 LIMIT ${scanCount}`,
      )
      .all<CardAndFinder>();
    await db
      .prepare(`INSERT INTO sessions (id_hash, user_id, created_at, expires_at) SELECT 's' || id, id, 1, ?1 FROM users`)
      .bind(2 * now)
      .run();
    const bytesBefore = await measureUsedBytes(db);
    await scanAll(local, pairs, now);
    const bytesAfter = await measureUsedBytes(db);
    const storedBytes = [...bytesAfter].map(([name, bytes]) => [name, (bytes - (bytesBefore.get(name) ?? 0)) / pairs.length] as const);
    return Object.fromEntries(storedBytes.filter(([, bytesPerScan]) => bytesPerScan >= 1));
  });
}

/** Inserts a row with a high id into each table so that later ids are as long as in a database with `size` members and `size` cards. */
async function startIdsAt(db: D1Database, size: number): Promise<void> {
  const inserts = [
    `INSERT INTO users (id, email, email_key, password_hash, referral_code, created_at) VALUES (${size}, 'last', 'last', '!', 'LAST', 1)`,
    `INSERT INTO cache_cards (id, card_id, code, user_id, created_at) VALUES (${size}, 'TC-0000000', 'AAAAAAAA', ${size}, 1)`,
    `INSERT INTO card_scans (id, card_id, user_id, scan_date, kind, tokens_earned, source, code_was_right)
     VALUES (${size * 5}, ${size}, ${size}, 1, ${scanKinds.own.code}, 0, 0, 1)`,
    `INSERT INTO token_transactions (id, user_id, amount, kind, subject_id, created_at) VALUES (${size * 10}, ${size}, 1, ${tokenKinds.scan.code}, ${size}, 1)`,
  ];
  await db.batch(inserts.map((sql) => db.prepare(sql)));
}

async function scanAll(db: Parameters<typeof scanStore>[0], pairs: CardAndFinder[], now: number): Promise<void> {
  const scans = scanStore(db);
  const scanCounts = new Map<number, number>();
  for (const { userId, cardId, code } of pairs) {
    const day = scanCounts.get(userId) ?? 0;
    scanCounts.set(userId, day + 1);
    const scannedAt = now + day * secondsPerDay;
    const requester = {
      caller: { userId, sessionHash: `s${userId}`, isViewing: false },
      memberLimits: [{ key: 'none', windowStart: 1, endsAt: 2, limit: 1 }],
      addressLimits: [],
      anonymousLimit: null,
    };
    const loadResult = await scans.load(requester, { cardId, code, requestKey: null }, scannedAt);
    if (!loadResult.ok) throw new Error(`${cardId} not found`);
    const { card } = loadResult.value;
    const finder = { id: userId, referredById: null, isVerified: true, tokenBalance: 0, rewardedToday: 0, codelessToday: 0 };
    const plan = decideScan(card, finder, { codeWasRight: true, testCardsPay: false, now: scannedAt });
    if (!plan.ok || plan.value.kind !== 'reward') throw new Error(`Finding ${cardId} is not rewarded`);
    const circumstances = { source: 'camera', codeWasRight: true, stated: null, ageSeconds: null, addressHash, requestKey: null } as const;
    const outcome = await scans.commit(requester, plan.value, card, finder, circumstances, scannedAt);
    if (typeof outcome === 'string') throw new Error(outcome);
  }
}

export async function measureUsedBytes(db: D1Database): Promise<Map<string, number>> {
  const { results } = await db
    .prepare('SELECT name, sum(pgsize - unused) AS bytes FROM dbstat GROUP BY 1')
    .all<{ name: string; bytes: number }>();
  return new Map(results.map(({ name, bytes }) => [name, bytes]));
}
