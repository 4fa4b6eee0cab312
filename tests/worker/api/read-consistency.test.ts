/**
 * Tests which database (primary or replica) each call reads, and which bookmarks requests and responses carry. The local database has no
 * replicas.
 */
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { bookmarkHeader } from '#schema/bookmark.ts';
import { withSession } from '#tests/support/database/session-database.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { Client, newCard, newMember } from '#tests/worker/support/client.ts';
import { addressOf, apiRoutes, bodyOf, isForAdmins, nameOf } from '#tests/worker/support/route-table.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { readConsistency } from '#worker/middleware/read-consistency.ts';
import { signBookmark } from '#worker/security/bookmark.ts';
import { keyedHash } from '#worker/security/random.ts';
import type { Database } from '#worker/store/database.ts';
import { isWriting } from '#worker/store/request-database.ts';

const testEnv = env as unknown as Env;

/** Returns an environment whose database records its sessions and write statements. */
function recordingDatabase(database: Database = env.DB) {
  const sessions: string[] = [];
  const writes: string[] = [];
  const recording: Database = {
    prepare(sql) {
      if (isWriting(sql)) writes.push(sql);
      return database.prepare(sql);
    },
    batch: (statements) => database.batch(statements),
  };
  const whole = withSession(recording);
  const DB = Object.assign(whole, {
    withSession(from: string) {
      sessions.push(from);
      return withSession(recording).withSession(from);
    },
  });
  return { env: { ...testEnv, DB }, sessions, writes };
}

test('the table lists only existing calls', () => {
  const names = apiRoutes().map(nameOf);
  expect(Object.keys(readConsistency).filter((name) => !names.includes(name))).toEqual([]);
});

test('of the writing calls the table lists only a scan; the others read at the primary', () => {
  expect(Object.keys(readConsistency).filter((name) => !name.startsWith('GET '))).toEqual(['POST /api/scan']);
});

test('a call that a replica may answer writes nothing but the use of the session', async () => {
  const [member, admin] = [await newMember({ role: 'premium' }), await newAdmin()];
  const card = await newCard({ owner: member.id });
  const written: string[] = [];
  for (const route of apiRoutes().filter((one) => one.method === 'GET' && nameOf(one) in readConsistency)) {
    const watched = recordingDatabase();
    const client = isForAdmins(route) ? admin.client : member.client;
    client.workerEnv = watched.env;
    await client.call('GET', addressOf(route, card.cardId), bodyOf(route));
    if (watched.writes.some((sql) => !sql.startsWith('UPDATE sessions SET last_used_at'))) written.push(nameOf(route));
  }
  expect(written).toEqual([]);
});

describe('the bookmark of a response', () => {
  test('is set after reads, writes and rejections, and sorts by age', async () => {
    const { client } = await newMember();
    const read = (await client.get('/api/user')).headers.get(bookmarkHeader) ?? '';
    const written = (await client.patch('/api/user', { firstName: 'Ann' })).headers.get(bookmarkHeader) ?? '';
    const refused = (await client.get('/api/card/TC-9999999')).headers.get(bookmarkHeader) ?? '';
    expect(read).toMatch(/^[\w-]+\.[\w-]{22}$/);
    expect(written > read).toBe(true);
    expect(refused > written).toBe(true);
  });

  test('is absent from responses that a cache may store', async () => {
    const card = await newCard();
    expect((await new Client().get(`/api/qr/${card.cardId}`)).headers.get(bookmarkHeader)).toBeNull();
  });

  test('is not passed to D1, whose replica would wait for it', async () => {
    const { client } = await newMember();
    const bookmark = (await client.get('/api/user')).headers.get(bookmarkHeader) ?? '';
    const watched = recordingDatabase();
    client.workerEnv = watched.env;
    await client.get('/api/user', { [bookmarkHeader]: bookmark });
    expect(watched.sessions).toEqual(['first-unconstrained']);
  });

  test.each([
    ['forged', async () => `ffffffff-ffffffff.${'A'.repeat(22)}`],
    ['truncated', async () => 'ffffffff'],
    ['signed by another key', async () => signBookmark((await readConfig(testEnv)).userTokenKey, 'x')],
    ['signed for another purpose', async () => `x.${await keyedHash((await readConfig(testEnv)).linkSigningKey, 'other', 'x')}`],
  ])('that is %s is ignored, and the primary is used', async (_, make) => {
    const { client } = await newMember();
    const watched = recordingDatabase();
    client.workerEnv = watched.env;
    expect((await client.get('/api/user', { [bookmarkHeader]: await make() })).status).toBe(200);
    expect(watched.sessions).toEqual(['first-primary']);
  });

  test('signed with the previous key is still accepted', async () => {
    const { client } = await newMember();
    const { linkSigningKey } = await readConfig(testEnv);
    const watched = recordingDatabase();
    client.workerEnv = {
      ...watched.env,
      LINK_SIGNING_KEY: 'another-link-signing-key-0123456789abcdef',
      LINK_SIGNING_KEY_PREVIOUS: testEnv.LINK_SIGNING_KEY,
    };
    await client.get('/api/user', { [bookmarkHeader]: await signBookmark(linkSigningKey, '00000001') });
    expect(watched.sessions).toEqual(['first-unconstrained']);
  });

  test('newer than the primary is replaced by the primary’s', async () => {
    const { client } = await newMember();
    const { linkSigningKey } = await readConfig(testEnv);
    const sent = await signBookmark(linkSigningKey, 'ffffffff-ffffffff');
    const answer = await client.get('/api/user', { [bookmarkHeader]: sent });
    expect(answer.status).toBe(200);
    expect((answer.headers.get(bookmarkHeader) ?? sent) < sent).toBe(true);
  });
});

test('a scan reads from the nearest replica, regardless of the page’s bookmark, and writes to the primary', async () => {
  const { client } = await newMember();
  const card = await newCard();
  const bookmark = (await client.get('/api/user')).headers.get(bookmarkHeader) ?? '';
  const watched = recordingDatabase();
  client.workerEnv = watched.env;
  const answer = await client.post('/api/scan', { cardId: card.cardId }, { [bookmarkHeader]: bookmark });
  expect(answer.body).toMatchObject({ tokensEarned: 1 });
  expect(watched.sessions).toEqual(['first-unconstrained', 'first-primary']);
});
