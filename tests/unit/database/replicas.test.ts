/** Tests the simulated replica (tests/support/database/replicas.ts) and how a request accesses it. */
import { describe, expect, test } from 'vitest';
import { localReplicas, query } from '#tests/support/database/local-replicas.ts';
import type { Replicas, ReplicasOptions } from '#tests/support/database/replicas.ts';
import { isWriting, type ReadConsistency, RequestDatabase } from '#worker/store/request-database.ts';
import { batch, execute, queryFirst, statement } from '#worker/store/sql.ts';

const withReplicas = localReplicas();
const withLagging = (use: (replicas: Replicas) => Promise<void>, options: ReplicasOptions = { lagMs: () => 2_000 }) =>
  withReplicas(options, use);
const count = (db: RequestDatabase) => queryFirst<{ n: number }>(db, 'SELECT count(*) AS "n" FROM rate_counters');
const write = (db: RequestDatabase, key: string) =>
  execute(db, 'INSERT INTO rate_counters (key, window_start, count, expires_at) VALUES (?1, 1, 1, 1)', [key]);
const openRequest = ({ db }: Replicas, consistency: ReadConsistency, bookmark?: string) => new RequestDatabase(db, consistency, bookmark);

test('a replica gets each write after a while, and answers quickly', () =>
  withLagging(async (replicas) => {
    await write(openRequest(replicas, 'primary'), 'one');
    expect(replicas.clockMs).toBe(150);
    const request = openRequest(replicas, 'nearest');
    expect(await count(request)).toEqual({ n: 0 });
    expect([replicas.clockMs, request.hasReadReplica]).toEqual([155, true]);
    replicas.clockMs += 2_000;
    expect(await count(request)).toEqual({ n: 1 });
  }));

test('if the replica is behind the bookmark, the primary answers', () =>
  withLagging(async (replicas) => {
    const writer = openRequest(replicas, 'primary');
    await write(writer, 'one');
    const reader = openRequest(replicas, 'bookmark', writer.bookmark);
    expect(await count(reader)).toEqual({ n: 1 });
    expect([replicas.clockMs, reader.hasReadReplica]).toEqual([305, false]);
    replicas.clockMs += 2_000;
    const later = openRequest(replicas, 'bookmark', writer.bookmark);
    expect(await count(later)).toEqual({ n: 1 });
    expect([replicas.clockMs, later.hasReadReplica]).toEqual([2_310, true]);
  }));

test('a session of the database waits for its bookmark, as D1 does', () =>
  withLagging(async (replicas) => {
    const writer = openRequest(replicas, 'primary');
    await write(writer, 'one');
    const session = replicas.db.withSession(writer.bookmark);
    await session.batch([session.prepare('SELECT 1')]);
    expect(replicas.clockMs).toBe(2_150);
    const never = replicas.db.withSession('ffffffff-state');
    await expect(never.batch([never.prepare('SELECT 1')])).rejects.toThrow('never comes');
  }));

test('a read from the nearest replica may be older than the state that the caller has seen', () =>
  withLagging(async (replicas) => {
    const writer = openRequest(replicas, 'primary');
    await write(writer, 'one');
    const reader = openRequest(replicas, 'nearest', writer.bookmark);
    expect(await count(reader)).toEqual({ n: 0 });
    expect(reader.hasReadReplica).toBe(true);
    // The response carries the bookmark that came with the request, because the replica's bookmark is older.
    expect(reader.bookmark).toBe(writer.bookmark);
  }));

test('a request reads its own write', () =>
  withLagging(async (replicas) => {
    const request = openRequest(replicas, 'nearest');
    await write(request, 'one');
    expect(await count(request)).toEqual({ n: 1 });
  }));

test('a batch that writes is sent to the primary as a whole', () =>
  withLagging(async (replicas) => {
    const request = openRequest(replicas, 'nearest');
    const [read] = await batch(request, [
      statement<{ n: number }>('SELECT count(*) AS "n" FROM rate_counters'),
      statement('DELETE FROM rate_counters'),
    ]);
    expect(read.results).toEqual([{ n: 0 }]);
    expect([replicas.readCounts, request.hasReadReplica]).toEqual([{ primary: 1, replica: 0 }, false]);
  }));

test('a bookmark newer than the primary belongs to another database, and is ignored', () =>
  withLagging(async (replicas) => {
    await write(openRequest(replicas, 'primary'), 'one');
    const request = openRequest(replicas, 'bookmark', 'ffffffff-state');
    expect(await count(request)).toEqual({ n: 1 });
    expect([request.hasReadReplica, request.bookmark]).toEqual([false, '00000001-state']);
  }));

test('if the replica fails, the primary answers', () =>
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
  /** Runs a request on a replica that has not yet received the only row in the primary. */
  const withStaleReplica = (use: (replicas: Replicas, request: RequestDatabase) => Promise<void>) =>
    withLagging(async (replicas) => {
      await write(openRequest(replicas, 'primary'), 'one');
      Object.assign(replicas.readCounts, { primary: 0, replica: 0 });
      await use(replicas, openRequest(replicas, 'nearest'));
    });

  test('takes one trip to the replica and one to the primary if the attempt commits', () =>
    withStaleReplica(async (replicas, request) => {
      const seen = await request.withFreshRead(async () => {
        const loaded = await count(request);
        await write(request, 'two');
        return loaded;
      });
      expect([seen, replicas.readCounts]).toEqual([{ n: 0 }, { primary: 1, replica: 1 }]);
    }));

  test('runs again on the primary if only a replica has answered', () =>
    withStaleReplica(async (replicas, request) => {
      expect(await request.withFreshRead(() => count(request))).toEqual({ n: 1 });
      expect([replicas.readCounts, request.hasReadReplica]).toEqual([{ primary: 1, replica: 1 }, false]);
    }));

  test('returns a replica’s answer if the caller accepts it', () =>
    withStaleReplica(async (replicas, request) => {
      const accepts = (row: { n: number } | undefined) => row?.n === 0;
      expect(await request.withFreshRead(() => count(request), accepts)).toEqual({ n: 0 });
      expect([replicas.readCounts, request.hasReadReplica]).toEqual([{ primary: 0, replica: 1 }, true]);
    }));

  test('runs again on the primary if an attempt throws after reading a replica', () =>
    withStaleReplica(async (replicas, request) => {
      expect(await request.withFreshRead(async () => refuseUnless((await count(request))?.n === 1))).toBe('accepted');
      expect(replicas.readCounts).toEqual({ primary: 1, replica: 1 });
    }));

  test('throws at once if an attempt throws after the primary has answered', () =>
    withStaleReplica(async (replicas, request) => {
      const attempt = async () => {
        await count(request);
        await write(request, `key ${replicas.readCounts.primary}`);
        return refuseUnless(false);
      };
      await expect(request.withFreshRead(attempt)).rejects.toThrow('refused');
      expect([replicas.readCounts, request.hasReadReplica]).toEqual([{ primary: 1, replica: 1 }, false]);
    }));

  test('runs again on the primary after a concurrent change, and gives up after five attempts', () =>
    withStaleReplica(async (replicas, request) => {
      const commits = ['stale', 'stale', 'done'];
      const attempt = async () => {
        await count(request);
        await write(request, `key ${replicas.readCounts.primary}`);
        return commits.shift() ?? 'stale';
      };
      expect(await request.withFreshRead(attempt)).toBe('done');
      expect(replicas.readCounts).toEqual({ primary: 5, replica: 1 });
      expect(await request.withFreshRead(attempt)).toBe('stale');
      expect(replicas.readCounts).toEqual({ primary: 15, replica: 1 });
    }));
});

test.each([
  'INSERT INTO rate_counters (key, window_start, count, expires_at) VALUES (hex(randomblob(4)), 1, 1, 1)',
  "UPDATE rate_counters SET expires_at = strftime('%s', 'now')",
  'UPDATE rate_counters SET count = random()',
  'UPDATE rate_counters SET expires_at = CURRENT_TIMESTAMP',
  'DELETE FROM rate_counters WHERE expires_at < unixepoch()',
])('a statement that a replica could not repeat fails: %s', (sql) =>
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
