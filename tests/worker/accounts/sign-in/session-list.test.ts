import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Session, Sessions } from '#schema/accounts/session.ts';
import { maxListedSignIns, maxSessions, signInRowsPerHour } from '#schema/rules.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { exchange, signInAs, stranger, tokenFor } from '#tests/worker/support/accounts/identities.ts';
import {
  advanceClock,
  Client,
  change,
  expectError,
  newCard,
  newMember,
  row,
  sessionCookie,
  setClock,
  type TestMember,
} from '#tests/worker/support/client.ts';
import { sha256 } from '#worker/security/random.ts';

beforeEach(() => setClock('2026-11-21T10:01:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const firefoxOnAndroid = 'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0';
const safariOnIphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

const listOf = async (client: Client): Promise<Session[]> => {
  const answer = await client.get('/api/sessions');
  expect(answer.status).toBe(200);
  return v.parse(Sessions, answer.body);
};
const isSignedIn = async (client: Client) => (await client.get('/api/user')).status === 200;
const kvKey = async (client: Client) => `session:${await sha256(client.cookies.get(sessionCookie) ?? '')}`;
const storedSession = (client: Client) =>
  sha256(client.cookies.get(sessionCookie) ?? '').then((hash) =>
    row<{ at: number | null; country: string | null }>(
      'SELECT last_used_at AS "at", country AS "country" FROM sessions WHERE id_hash = ?',
      hash,
    ),
  );

async function signInOnDevice({ email, password }: TestMember, userAgent?: string, country?: string): Promise<Client> {
  const client = new Client();
  const headers = { ...(userAgent && { 'User-Agent': userAgent }), ...(country && { 'CF-IPCountry': country }) };
  expect((await client.call('POST', '/api/login', { email, password }, headers)).status).toBe(200);
  return client;
}

describe('the session list', () => {
  test('shows device, country and times of each session, and marks the current one', async () => {
    const member = await newMember();
    advanceClock(60);
    await signInOnDevice(member, safariOnIphone, 'PT');
    advanceClock(60);
    const phone = await signInOnDevice(member, firefoxOnAndroid, 'DE');
    const answer = await phone.get<Session[]>('/api/sessions');
    expect(v.parse(v.array(v.strictObject(Sessions.item.entries)), answer.body)).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{16}$/),
        device: 'Firefox on Android',
        country: 'DE',
        createdAt: '2026-11-21T10:03:00.000Z',
        lastUsedAt: '2026-11-21T10:03:00.000Z',
        isCurrent: true,
      },
      expect.objectContaining({ device: 'Safari on iPhone', country: 'PT', createdAt: '2026-11-21T10:02:00.000Z', isCurrent: false }),
      expect.objectContaining({ device: 'Unknown device', country: null, isCurrent: false }),
    ]);
    for (const { id } of answer.body) expect(JSON.stringify(answer.body)).not.toContain(await sha256(id));
    expect(JSON.stringify(answer.body)).not.toContain((await kvKey(phone)).replace('session:', ''));
  });

  test('is the same for a bearer token, and includes a session opened through a provider', async () => {
    const person = stranger();
    const { answer } = await signInAs(person);
    const [only, ...others] = await listOf(new Client().bearer(answer.body.token));
    expect(only?.isCurrent).toBe(true);
    expect(others).toEqual([]);
  });

  test('omits ended and expired sessions, and those of other members', async () => {
    const member = await newMember();
    await newMember();
    const ended = await signInOnDevice(member);
    await ended.post('/api/logout');
    const old = await signInOnDevice(member);
    await change('UPDATE sessions SET expires_at = 1 WHERE id_hash = ?', (await kvKey(old)).replace('session:', ''));
    expect(await listOf(member.client)).toHaveLength(1);
  });

  test.each([
    ['XX', null],
    ['T1', null],
    ['', null],
    ['pt', null],
    ['Portugal', null],
    ['BR', 'BR'],
  ])('maps the header %j to the country %j', async (said, known) => {
    const member = await newMember();
    expect((await listOf(await signInOnDevice(member, undefined, said)))[0]?.country).toBe(known);
  });

  test('prefers Cloudflare’s own country to a header that anyone can send', async () => {
    const { email, password } = await newMember();
    const client = new Client();
    const init: RequestInit & { cf: { country: string } } = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'CF-IPCountry': 'DE' },
      body: JSON.stringify({ email, password }),
      cf: { country: 'PT' },
    };
    expect((await client.fetch('/api/login', init)).status).toBe(200);
    expect((await listOf(client))[0]?.country).toBe('PT');
  });
});

describe('the last use of a session', () => {
  test('is recorded with the country at most once an hour', async () => {
    const member = await newMember();
    const phone = await signInOnDevice(member, firefoxOnAndroid, 'DE');
    advanceClock(3_599);
    await phone.get('/api/user', { 'CF-IPCountry': 'FR' });
    expect(await storedSession(phone)).toEqual({ at: null, country: 'DE' });
    advanceClock(1);
    await phone.get('/api/user', { 'CF-IPCountry': 'FR' });
    const recordedAt = Date.parse('2026-11-21T11:01:00Z') / 1_000;
    expect(await storedSession(phone)).toEqual({ at: recordedAt, country: 'FR' });
    advanceClock(1_800);
    await phone.get('/api/tokens', { 'CF-IPCountry': 'ES' });
    expect(await storedSession(phone)).toEqual({ at: recordedAt, country: 'FR' });
    advanceClock(1_800);
    await phone.get('/api/tokens', { 'CF-IPCountry': 'ES' });
    expect(await storedSession(phone)).toEqual({ at: recordedAt + 3_600, country: 'ES' });
    expect((await listOf(member.client)).map(({ lastUsedAt }) => lastUsedAt)).toContain('2026-11-21T12:01:00.000Z');
  });

  test('is also recorded for a bearer token', async () => {
    const { client, user } = await newMember();
    advanceClock(2 * 3_600);
    await new Client().bearer(user.token).get('/api/cache-cards');
    expect((await storedSession(client))?.at).toBe(Date.parse('2026-11-21T12:01:00Z') / 1_000);
  });

  test('is not recorded by a scan, which writes as few rows as possible', async () => {
    const { client } = await directMember();
    const card = await newCard();
    advanceClock(2 * 3_600);
    expect((await client.post('/api/scan', { cardId: card.cardId, code: card.code })).status).toBe(200);
    expect((await storedSession(client))?.at).toBeNull();
  });

  test('is not recorded for an ended session or a rejected request', async () => {
    const { client } = await newMember();
    advanceClock(2 * 3_600);
    expect((await client.patch('/api/user', { role: 'premium' })).status).toBe(400);
    expect((await storedSession(client))?.at).toBeNull();
    await change('UPDATE sessions SET revoked_at = 1 WHERE id_hash = ?', (await kvKey(client)).replace('session:', ''));
    expect((await client.get('/api/card/TC-0000001')).status).toBe(404);
    const card = await newCard();
    expect((await client.get(`/api/card/${card.cardId}`)).status).toBe(200);
    expect((await storedSession(client))?.at).toBeNull();
  });
});

describe('ending one session', () => {
  test('ends its cookie and token at once, although KV still has it, and no other session', async () => {
    const member = await newMember();
    const phone = await signInOnDevice(member, firefoxOnAndroid);
    const tablet = await signInOnDevice(member, safariOnIphone);
    const key = await kvKey(phone);
    const [found] = (await listOf(member.client)).filter(({ device }) => device === 'Firefox on Android');
    const answer = await member.client.call('DELETE', `/api/sessions/${found?.id}`);
    expect(answer).toMatchObject({ status: 200, body: { message: 'That device is signed out.' } });
    expect(await env.SESSIONS.get(key)).toBeNull();
    await env.SESSIONS.put(key, String(member.id));
    expectError(await phone.get('/api/user'), 401, 'not_signed_in');
    expect([await isSignedIn(tablet), await isSignedIn(member.client)]).toEqual([true, true]);
    expect((await listOf(member.client)).map(({ device }) => device)).not.toContain('Firefox on Android');
    expectError(await member.client.call('DELETE', `/api/sessions/${found?.id}`), 404, 'session_not_found');
  });

  test('signs out when it is the current one', async () => {
    const { client } = await newMember();
    const [own] = await listOf(client);
    expect((await client.call('DELETE', `/api/sessions/${own?.id}`)).status).toBe(200);
    expect(client.cookies.has(sessionCookie)).toBe(false);
  });

  test('returns 404 for an unknown session or one of another member, and ends nothing', async () => {
    const member = await newMember();
    const other = await newMember();
    const [theirs] = await listOf(other.client);
    for (const id of [theirs?.id, '%25', '_'.repeat(16), 'x', '%00', 'x'.repeat(500)])
      expectError(await member.client.call('DELETE', `/api/sessions/${id}`), 404, 'session_not_found');
    expect([await isSignedIn(member.client), await isSignedIn(other.client)]).toEqual([true, true]);
  });
});

describe('ending other sessions', () => {
  test('ends all but the current one, and none of other members', async () => {
    const member = await newMember();
    const others = [await signInOnDevice(member), await signInOnDevice(member)];
    const bystander = await newMember();
    const keys = await Promise.all(others.map(kvKey));
    const answer = await member.client.call('DELETE', '/api/sessions');
    expect(answer).toMatchObject({ status: 200, body: { message: 'All your other devices are signed out.' } });
    for (const key of keys) expect(await env.SESSIONS.get(key)).toBeNull();
    for (const key of keys) await env.SESSIONS.put(key, String(member.id));
    for (const other of others) expectError(await other.get('/api/user'), 401, 'not_signed_in');
    expect([await isSignedIn(member.client), await isSignedIn(bystander.client)]).toEqual([true, true]);
    expect(await listOf(member.client)).toHaveLength(1);
    expect((await member.client.call('DELETE', '/api/sessions')).status).toBe(200);
  });

  test.each([
    ['all at once', async (client: Client) => client.call('DELETE', '/api/sessions')],
    [
      'one',
      async (client: Client) => {
        const other = (await listOf(client)).find(({ isCurrent }) => !isCurrent);
        return client.call('DELETE', `/api/sessions/${other?.id}`);
      },
    ],
  ])('(%s) rejects earlier provider sign-ins, so that the other device cannot return by itself', async (_, end) => {
    const person = stranger();
    const { client } = await signInAs(person);
    const before = await tokenFor(person);
    await exchange(new Client(), before);
    advanceClock(60);
    expect((await end(client)).status).toBe(200);
    expectError(await exchange(new Client(), before), 401, 'identity_outdated');
    expect((await exchange(new Client(), await tokenFor(person))).status).toBe(200);
    expect(await isSignedIn(client)).toBe(true);
  });

  test('leaves exactly one signed in when two sessions end each other concurrently', async () => {
    const member = await newMember();
    const other = await signInOnDevice(member);
    await Promise.all([member.client.call('DELETE', '/api/sessions'), other.call('DELETE', '/api/sessions')]);
    expect([await isSignedIn(member.client), await isSignedIn(other)].filter(Boolean)).toHaveLength(1);
  });
});

test('a member’s sessions and logged sign-ins stay few, however often someone signs in', async () => {
  const { id, email, password, client } = await newMember();
  await change(
    `INSERT INTO sessions (id_hash, user_id, created_at, expires_at) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
     SELECT 'old-' || i || '-' || ?1, ?1, i, 9999999999 FROM n`,
    id,
  );
  const other = new Client();
  for (let times = 0; times < 14; times += 1) expect((await other.post('/api/login', { email, password })).status).toBe(200);
  expect(await row('SELECT count(*) AS n, min(created_at) AS oldest FROM sessions WHERE user_id = ?', id)).toEqual({
    n: maxSessions,
    oldest: 36,
  });
  expect(await row(`SELECT count(*) AS rows, sum(count) AS times FROM sign_ins WHERE user_id = ?`, id)).toEqual({
    rows: signInRowsPerHour,
    times: 15,
  });
  expect((await client.get('/api/user')).status).toBe(200);
  expect((await other.get('/api/user')).status).toBe(200);
});

test('the recent sign-ins include each browser and country, however many follow', async () => {
  const { id, client } = await newMember();
  await change(
    `INSERT INTO sign_ins (user_id, outcome, way, at, user_agent, country, hour) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
     SELECT ?1, 'opened', 'password', i, iif(i = 1, 'Firefox', 'Safari'), iif(i = 2, 'FR', 'US'), i FROM n`,
    id,
  );
  const { body } = await client.get<{ at: string }[]>('/api/sign-ins');
  expect(body).toHaveLength(maxListedSignIns);
  expect(body.slice(-2).map(({ at }) => Date.parse(at))).toEqual([2_000, 1_000]);
});
