/** How each call reads the database, and the bookmarks that go to and fro: over the database that there is, which is all primary. */
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { bookmarkHeader } from '#schema/bookmark.ts';
import { withSession } from '#tests/support/database/with-session.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { Client, newCard, newMember } from '#tests/worker/support/client.ts';
import { addressOf, apiRoutes, bodyOf, isForAdmins, nameOf } from '#tests/worker/support/route-table.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { readings } from '#worker/middleware/readings.ts';
import { signBookmark } from '#worker/security/bookmark.ts';
import { keyedHash } from '#worker/security/random.ts';
import type { Database } from '#worker/store/database.ts';
import { isWriting } from '#worker/store/request-database.ts';

const testEnv = env as unknown as Env;

/** The environment with a database that notes in which sessions it was asked, and what writes. */
function noting(database: Database = env.DB) {
  const sessions: string[] = [];
  const writes: string[] = [];
  const noted: Database = {
    prepare(sql) {
      if (isWriting(sql)) writes.push(sql);
      return database.prepare(sql);
    },
    batch: (statements) => database.batch(statements),
  };
  const whole = withSession(noted);
  const DB = Object.assign(whole, {
    withSession(from: string) {
      sessions.push(from);
      return withSession(noted).withSession(from);
    },
  });
  return { env: { ...testEnv, DB }, sessions, writes };
}

test('every call that reads says how, and nothing is said of a call that is gone', () => {
  const reads = apiRoutes().filter(({ method }) => method === 'GET');
  expect(Object.keys(readings).sort()).toEqual([...reads.map(nameOf), 'POST /api/scan'].sort());
});

test('what changes something reads at the primary, but for a scan', () => {
  expect(Object.keys(readings).filter((name) => !name.startsWith('GET '))).toEqual(['POST /api/scan']);
});

test('a call that may be answered by a copy writes nothing that it is not asked to', async () => {
  const [member, admin] = [await newMember({ role: 'premium' }), await newAdmin()];
  const card = await newCard({ owner: member.id });
  const told: string[] = [];
  for (const route of apiRoutes().filter((one) => one.method === 'GET' && readings[nameOf(one)] !== 'primary')) {
    const watched = noting();
    const client = isForAdmins(route) ? admin.client : member.client;
    client.workerEnv = watched.env;
    await client.call('GET', addressOf(route, card.cardId), bodyOf(route));
    if (watched.writes.some((sql) => !sql.startsWith('UPDATE sessions SET last_used_at'))) told.push(nameOf(route));
  }
  expect(told).toEqual([]);
});

describe('the bookmark of an answer', () => {
  test('is there after reads and writes, refusals too, and sorts from old to new', async () => {
    const { client } = await newMember();
    const read = (await client.get('/api/user')).headers.get(bookmarkHeader) ?? '';
    const written = (await client.patch('/api/user', { firstName: 'Ann' })).headers.get(bookmarkHeader) ?? '';
    const refused = (await client.get('/api/card/TC-9999999')).headers.get(bookmarkHeader) ?? '';
    expect(read).toMatch(/^[\w-]+\.[\w-]{22}$/);
    expect(written > read).toBe(true);
    expect(refused > written).toBe(true);
  });

  test('is in none that a cache may keep', async () => {
    const card = await newCard();
    expect((await new Client().get(`/api/qr/${card.cardId}`)).headers.get(bookmarkHeader)).toBeNull();
  });

  test('is asked of no copy, which might wait for it', async () => {
    const { client } = await newMember();
    const bookmark = (await client.get('/api/user')).headers.get(bookmarkHeader) ?? '';
    const watched = noting();
    client.workerEnv = watched.env;
    await client.get('/api/user', { [bookmarkHeader]: bookmark });
    expect(watched.sessions).toEqual(['first-unconstrained']);
  });

  test.each([
    ['forged', async () => `ffffffff-ffffffff.${'A'.repeat(22)}`],
    ['cut', async () => 'ffffffff'],
    ['signed by another key', async () => signBookmark((await readConfig(testEnv)).userTokenKey, 'x')],
    ['signed for something else', async () => `x.${await keyedHash((await readConfig(testEnv)).linkSigningKey, 'other', 'x')}`],
  ])('%s is dropped, and the primary asked', async (_, make) => {
    const { client } = await newMember();
    const watched = noting();
    client.workerEnv = watched.env;
    expect((await client.get('/api/user', { [bookmarkHeader]: await make() })).status).toBe(200);
    expect(watched.sessions).toEqual(['first-primary']);
  });

  test('of the key before is still taken', async () => {
    const { client } = await newMember();
    const { linkSigningKey } = await readConfig(testEnv);
    const watched = noting();
    client.workerEnv = {
      ...watched.env,
      LINK_SIGNING_KEY: 'another-link-signing-key-0123456789abcdef',
      LINK_SIGNING_KEY_PREVIOUS: testEnv.LINK_SIGNING_KEY,
    };
    await client.get('/api/user', { [bookmarkHeader]: await signBookmark(linkSigningKey, '00000001') });
    expect(watched.sessions).toEqual(['first-unconstrained']);
  });

  test('beyond what the primary has gives way to the primary’s', async () => {
    const { client } = await newMember();
    const { linkSigningKey } = await readConfig(testEnv);
    const sent = await signBookmark(linkSigningKey, 'ffffffff-ffffffff');
    const answer = await client.get('/api/user', { [bookmarkHeader]: sent });
    expect(answer.status).toBe(200);
    expect((answer.headers.get(bookmarkHeader) ?? sent) < sent).toBe(true);
  });
});

test('a scan looks at the nearest copy, whatever the page has seen, and writes at the primary', async () => {
  const { client } = await newMember();
  const card = await newCard();
  const bookmark = (await client.get('/api/user')).headers.get(bookmarkHeader) ?? '';
  const watched = noting();
  client.workerEnv = watched.env;
  const answer = await client.post('/api/scan', { cardId: card.cardId }, { [bookmarkHeader]: bookmark });
  expect(answer.body).toMatchObject({ tokensEarned: 1 });
  expect(watched.sessions).toEqual(['first-unconstrained', 'first-primary']);
});
