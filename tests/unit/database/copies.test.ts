/** The test database with a replica (tests/support/database/copies.ts), and how a request accesses it. */
import { describe, expect, test } from 'vitest';
import type { Copies, CopiesOptions } from '#tests/support/database/copies.ts';
import { localCopies, query } from '#tests/support/database/local-copies.ts';
import { isWriting, type ReadConsistency, RequestDatabase } from '#worker/store/request-database.ts';
import { batch, execute, queryFirst, statement } from '#worker/store/sql.ts';

const withCopies = localCopies();
const withLagging = (use: (copies: Copies) => Promise<void>, options: CopiesOptions = { lagMs: () => 2_000 }) => withCopies(options, use);
const count = (db: RequestDatabase) => queryFirst<{ n: number }>(db, 'SELECT count(*) AS "n" FROM rate_counters');
const write = (db: RequestDatabase, key: string) =>
  execute(db, 'INSERT INTO rate_counters (key, window_start, count, expires_at) VALUES (?1, 1, 1, 1)', [key]);
const opened = ({ db }: Copies, consistency: ReadConsistency, bookmark?: string) => new RequestDatabase(db, consistency, bookmark);

test('a copy gets each write after a while, and answers quickly', () =>
  withLagging(async (copies) => {
    await write(opened(copies, 'primary'), 'one');
    expect(copies.clockMs).toBe(150);
    const request = opened(copies, 'nearest');
    expect(await count(request)).toEqual({ n: 0 });
    expect([copies.clockMs, request.hasReadCopy]).toEqual([155, true]);
    copies.clockMs += 2_000;
    expect(await count(request)).toEqual({ n: 1 });
  }));

test('if the copy is behind the bookmark, the primary answers', () =>
  withLagging(async (copies) => {
    const writer = opened(copies, 'primary');
    await write(writer, 'one');
    const reader = opened(copies, 'bookmark', writer.bookmark);
    expect(await count(reader)).toEqual({ n: 1 });
    expect([copies.clockMs, reader.hasReadCopy]).toEqual([305, false]);
    copies.clockMs += 2_000;
    const later = opened(copies, 'bookmark', writer.bookmark);
    expect(await count(later)).toEqual({ n: 1 });
    expect([copies.clockMs, later.hasReadCopy]).toEqual([2_310, true]);
  }));

test('a session of the database waits for its bookmark, as D1 does', () =>
  withLagging(async (copies) => {
    const writer = opened(copies, 'primary');
    await write(writer, 'one');
    const session = copies.db.withSession(writer.bookmark);
    await session.batch([session.prepare('SELECT 1')]);
    expect(copies.clockMs).toBe(2_150);
    const never = copies.db.withSession('ffffffff-state');
    await expect(never.batch([never.prepare('SELECT 1')])).rejects.toThrow('never comes');
  }));

test('a read at the nearest copy may be older than what the caller has seen', () =>
  withLagging(async (copies) => {
    const writer = opened(copies, 'primary');
    await write(writer, 'one');
    const reader = opened(copies, 'nearest', writer.bookmark);
    expect(await count(reader)).toEqual({ n: 0 });
    expect(reader.hasReadCopy).toBe(true);
    // The response carries the caller's own bookmark, not the replica's older one.
    expect(reader.bookmark).toBe(writer.bookmark);
  }));

test('a request reads its own write', () =>
  withLagging(async (copies) => {
    const request = opened(copies, 'nearest');
    await write(request, 'one');
    expect(await count(request)).toEqual({ n: 1 });
  }));

test('a batch that writes goes to the primary as a whole', () =>
  withLagging(async (copies) => {
    const request = opened(copies, 'nearest');
    const [read] = await batch(request, [
      statement<{ n: number }>('SELECT count(*) AS "n" FROM rate_counters'),
      statement('DELETE FROM rate_counters'),
    ]);
    expect(read.results).toEqual([{ n: 0 }]);
    expect([copies.readCounts, request.hasReadCopy]).toEqual([{ primary: 1, copy: 0 }, false]);
  }));

test('a bookmark newer than the primary belongs to another database, and is ignored', () =>
  withLagging(async (copies) => {
    await write(opened(copies, 'primary'), 'one');
    const request = opened(copies, 'bookmark', 'ffffffff-state');
    expect(await count(request)).toEqual({ n: 1 });
    expect([request.hasReadCopy, request.bookmark]).toEqual([false, '00000001-state']);
  }));

test('if the copy fails, the primary answers', () =>
  withLagging(async ({ db }) => {
    const failing = {
      prepare: (sql: string) => db.prepare(sql),
      batch: () => Promise.reject(new Error('D1_ERROR')),
      getBookmark: () => null,
    };
    const withSession = (from: string) => (from === 'first-primary' ? db.withSession(from) : failing);
    const request = new RequestDatabase({ ...db, withSession } as unknown as D1Database, 'nearest');
    expect(await count(request)).toEqual({ n: 0 });
  }));

describe('withFreshRead', () => {
  const refuseUnless = (isKnown: boolean) => {
    if (!isKnown) throw new Error('refused');
    return 'accepted';
  };
  /** Runs a request at a replica that does not have the primary's only row yet. */
  const withStaleCopy = (use: (copies: Copies, request: RequestDatabase) => Promise<void>) =>
    withLagging(async (copies) => {
      await write(opened(copies, 'primary'), 'one');
      Object.assign(copies.readCounts, { primary: 0, copy: 0 });
      await use(copies, opened(copies, 'nearest'));
    });

  test('takes one trip to the copy and one to the primary if the attempt commits', () =>
    withStaleCopy(async (copies, request) => {
      const seen = await request.withFreshRead(async () => {
        const loaded = await count(request);
        await write(request, 'two');
        return loaded;
      });
      expect([seen, copies.readCounts]).toEqual([{ n: 0 }, { primary: 1, copy: 1 }]);
    }));

  test('runs again at the primary if only a copy has answered', () =>
    withStaleCopy(async (copies, request) => {
      expect(await request.withFreshRead(() => count(request))).toEqual({ n: 1 });
      expect([copies.readCounts, request.hasReadCopy]).toEqual([{ primary: 1, copy: 1 }, false]);
    }));

  test('returns the answer of a copy if the caller accepts it', () =>
    withStaleCopy(async (copies, request) => {
      const accepts = (row: { n: number } | undefined) => row?.n === 0;
      expect(await request.withFreshRead(() => count(request), accepts)).toEqual({ n: 0 });
      expect([copies.readCounts, request.hasReadCopy]).toEqual([{ primary: 0, copy: 1 }, true]);
    }));

  test('runs again at the primary if an attempt throws after reading a copy', () =>
    withStaleCopy(async (copies, request) => {
      expect(await request.withFreshRead(async () => refuseUnless((await count(request))?.n === 1))).toBe('accepted');
      expect(copies.readCounts).toEqual({ primary: 1, copy: 1 });
    }));

  test('throws at once if an attempt throws after the primary has answered', () =>
    withStaleCopy(async (copies, request) => {
      const attempt = async () => {
        await count(request);
        await write(request, `key ${copies.readCounts.primary}`);
        return refuseUnless(false);
      };
      await expect(request.withFreshRead(attempt)).rejects.toThrow('refused');
      expect([copies.readCounts, request.hasReadCopy]).toEqual([{ primary: 1, copy: 1 }, false]);
    }));

  test('runs again at the primary after a concurrent change, and gives up after five attempts', () =>
    withStaleCopy(async (copies, request) => {
      const commits = ['stale', 'stale', 'done'];
      const attempt = async () => {
        await count(request);
        await write(request, `key ${copies.readCounts.primary}`);
        return commits.shift() ?? 'stale';
      };
      expect(await request.withFreshRead(attempt)).toBe('done');
      expect(copies.readCounts).toEqual({ primary: 5, copy: 1 });
      expect(await request.withFreshRead(attempt)).toBe('stale');
      expect(copies.readCounts).toEqual({ primary: 15, copy: 1 });
    }));
});

test.each([
  'INSERT INTO rate_counters (key, window_start, count, expires_at) VALUES (hex(randomblob(4)), 1, 1, 1)',
  "UPDATE rate_counters SET expires_at = strftime('%s', 'now')",
  'UPDATE rate_counters SET count = random()',
  'UPDATE rate_counters SET expires_at = CURRENT_TIMESTAMP',
  'DELETE FROM rate_counters WHERE expires_at < unixepoch()',
])('a statement that a copy could not repeat fails: %s', (sql) =>
  withLagging(async ({ db }) => {
    await expect(query(db, sql)).rejects.toThrow('could not repeat');
  }));

test.each<[string, boolean]>([
  ['SELECT 1', false],
  ['INSERT INTO users (id) VALUES (1)', true],
  ['UPDATE cache_cards AS c SET status = 1', true],
  ['UPDATE users SET role = 1', true],
  ['DELETE FROM users', true],
  ['WITH one AS (SELECT 1) INSERT INTO users SELECT * FROM one', true],
])('isWriting recognizes statements that write: %s', (sql, writes) => {
  expect(isWriting(sql)).toBe(writes);
});
