/** The database with a copy that tests run over (tests/support/database/copies.ts), and what one request's way to it makes of that. */
import { expect, test } from 'vitest';
import type { Copies, CopiesOptions } from '#tests/support/database/copies.ts';
import { localCopies, query } from '#tests/support/database/local-copies.ts';
import { isWriting, type Reading, RequestDatabase } from '#worker/store/request-database.ts';
import { batch, execute, queryFirst, statement } from '#worker/store/sql.ts';

const withCopies = localCopies();
const over = (use: (copies: Copies) => Promise<void>, options: CopiesOptions = { lagMs: () => 2_000 }) => withCopies(options, use);
const count = (db: RequestDatabase) => queryFirst<{ n: number }>(db, 'SELECT count(*) AS "n" FROM rate_counters');
const write = (db: RequestDatabase, key: string) =>
  execute(db, 'INSERT INTO rate_counters (key, window_start, count, expires_at) VALUES (?1, 1, 1, 1)', key);
const opened = ({ db }: Copies, reading: Reading, bookmark?: string) => new RequestDatabase(db, reading, bookmark);

test('a copy hears of what was written after a while, and costs little to ask', () =>
  over(async (copies) => {
    await write(opened(copies, 'primary'), 'one');
    expect(copies.clockMs).toBe(150);
    const request = opened(copies, 'nearest');
    expect(await count(request)).toEqual({ n: 0 });
    expect([copies.clockMs, request.isFromCopy]).toEqual([155, true]);
    copies.clockMs += 2_000;
    expect(await count(request)).toEqual({ n: 1 });
  }));

test('a copy that is behind the bookmark is not waited for: the primary answers', () =>
  over(async (copies) => {
    const writer = opened(copies, 'primary');
    await write(writer, 'one');
    const reader = opened(copies, 'bookmark', writer.bookmark);
    expect(await count(reader)).toEqual({ n: 1 });
    expect([copies.clockMs, reader.isFromCopy, reader.hasReadCopy]).toEqual([305, false, false]);
    copies.clockMs += 2_000;
    const later = opened(copies, 'bookmark', writer.bookmark);
    expect(await count(later)).toEqual({ n: 1 });
    expect([copies.clockMs, later.isFromCopy]).toEqual([2_310, true]);
  }));

test('a session of the database at a bookmark waits for it, as the platform does', () =>
  over(async (copies) => {
    const writer = opened(copies, 'primary');
    await write(writer, 'one');
    const session = copies.db.withSession(writer.bookmark);
    await session.batch([session.prepare('SELECT 1')]);
    expect(copies.clockMs).toBe(2_150);
    const never = copies.db.withSession('ffffffff-state');
    await expect(never.batch([never.prepare('SELECT 1')])).rejects.toThrow('never comes');
  }));

test('a read at the nearest copy tells less than the caller has seen, and remembers that a copy told it', () =>
  over(async (copies) => {
    const writer = opened(copies, 'primary');
    await write(writer, 'one');
    const reader = opened(copies, 'nearest', writer.bookmark);
    expect(await count(reader)).toEqual({ n: 0 });
    expect(reader.hasReadCopy).toBe(true);
    // The answer names what the caller has seen, not the less that the copy knows.
    expect(reader.bookmark).toBe(writer.bookmark);
  }));

test('after a write of its own a request reads what it wrote', () =>
  over(async (copies) => {
    const request = opened(copies, 'nearest');
    await write(request, 'one');
    expect(await count(request)).toEqual({ n: 1 });
  }));

test('a batch that writes goes to the primary as a whole', () =>
  over(async (copies) => {
    const request = opened(copies, 'nearest');
    const [read] = await batch(request, [
      statement<{ n: number }>('SELECT count(*) AS "n" FROM rate_counters'),
      statement('DELETE FROM rate_counters'),
    ]);
    expect(read.results).toEqual([{ n: 0 }]);
    expect([copies.asked, request.isFromCopy]).toEqual([{ primary: 1, copy: 0 }, false]);
  }));

test('a bookmark beyond what the primary has was another database’s, and is dropped', () =>
  over(async (copies) => {
    await write(opened(copies, 'primary'), 'one');
    const request = opened(copies, 'bookmark', 'ffffffff-state');
    expect(await count(request)).toEqual({ n: 1 });
    expect([request.isFromCopy, request.bookmark]).toEqual([false, '00000001-state']);
  }));

test('where a copy fails the primary answers', () =>
  over(async ({ db }) => {
    const failing = {
      prepare: (sql: string) => db.prepare(sql),
      batch: () => Promise.reject(new Error('D1_ERROR')),
      getBookmark: () => null,
    };
    const withSession = (from: string) => (from === 'first-primary' ? db.withSession(from) : failing);
    const request = new RequestDatabase({ ...db, withSession } as unknown as D1Database, 'nearest');
    expect(await count(request)).toEqual({ n: 0 });
  }));

test.each([
  'INSERT INTO rate_counters (key, window_start, count, expires_at) VALUES (hex(randomblob(4)), 1, 1, 1)',
  "UPDATE rate_counters SET expires_at = strftime('%s', 'now')",
  'UPDATE rate_counters SET count = random()',
  'UPDATE rate_counters SET expires_at = CURRENT_TIMESTAMP',
  'DELETE FROM rate_counters WHERE expires_at < unixepoch()',
])('what a copy could not repeat fails: %s', (sql) =>
  over(async ({ db }) => {
    await expect(query(db, sql)).rejects.toThrow('could not repeat');
  }));

test.each<[string, boolean]>([
  ['SELECT 1', false],
  ['INSERT INTO users (id) VALUES (1)', true],
  ['UPDATE cache_cards AS c SET status = 1', true],
  ['UPDATE users SET role = 1', true],
  ['DELETE FROM users', true],
  ['WITH one AS (SELECT 1) INSERT INTO users SELECT * FROM one', true],
])('knows what writes: %s', (sql, writes) => {
  expect(isWriting(sql)).toBe(writes);
});
