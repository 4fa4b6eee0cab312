/** Sessions: which member a cookie or token identifies, and how long it is valid. */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { signInAs, stranger, tokenFor } from '#tests/worker/support/accounts/identities.ts';
import { advanceClock, Client, change, expectError, newMember, sessionCookie, setClock } from '#tests/worker/support/client.ts';
import { sha256 } from '#worker/security/random.ts';

afterEach(() => {
  vi.useRealTimers();
});

const sessionHashOf = (client: Client) => sha256(client.cookies.get(sessionCookie) ?? '');
const kvKeyOf = async (client: Client) => `session:${await sessionHashOf(client)}`;

/** Creates a client with a copy of another client's current cookies. */
function sameCookies(client: Client): Client {
  const copy = new Client();
  for (const [name, value] of client.cookies) copy.cookies.set(name, value);
  return copy;
}

async function expectSignedOut(client: Client): Promise<void> {
  expectError(await client.get('/api/user'), 401, 'not_signed_in');
}

async function expectSignedIn(client: Client, id: number): Promise<void> {
  expect(await client.get('/api/user')).toMatchObject({ status: 200, body: { id } });
}

describe('presenting a session', () => {
  test('works by cookie alone and by token alone', async () => {
    const { client, id, user } = await newMember();
    await expectSignedIn(client, id);
    await expectSignedIn(client.bearer(user.token), id);
  });

  test('uses the token when both are present', async () => {
    const one = await newMember();
    const other = await newMember();
    const both = sameCookies(one.client);
    both.token = other.user.token;
    await expectSignedIn(both, other.id);
    both.token = 'no-token';
    await expectSignedOut(both);
  });

  test.each([
    'Basic dXNlcjpwYXNz',
    'Bearer',
    'Bearer ',
    'Bearer a b',
    '',
  ])('fails with the authorization %j, even with a valid cookie', async (value) => {
    const { client } = await newMember();
    expectError(await client.get('/api/user', { Authorization: value }), 401, 'not_signed_in');
  });

  test.each([
    '',
    'x',
    'x'.repeat(43),
    `${'x'.repeat(42)}=`,
    '%00',
    '"',
    'x'.repeat(100_000),
    '%E0%A4%A',
  ])('fails with a forged cookie (%#)', async (id) => {
    expectError(await new Client().get('/api/user', { Cookie: `${sessionCookie}=${id}; __Host-session_hint=1` }), 401, 'not_signed_in');
  });

  test('fails with the hint cookie alone', async () => {
    expectError(await new Client().get('/api/user', { Cookie: '__Host-session_hint=1' }), 401, 'not_signed_in');
  });
});

describe('logging out', () => {
  test('ends cookie and token at once and clears cookie and hint in the browser', async () => {
    const { client, user } = await newMember();
    const before = sameCookies(client);
    expect((await client.post('/api/logout')).status).toBe(200);
    expect([...client.cookies.keys()]).toEqual(['__Host-device']);
    await expectSignedOut(before);
    await expectSignedOut(before.bearer(user.token));
  });

  test('takes effect although KV still has the session', async () => {
    const { client, id, user } = await newMember();
    const before = sameCookies(client);
    const key = await kvKeyOf(client);
    await client.post('/api/logout');
    await env.SESSIONS.put(key, String(id));
    await expectSignedOut(before);
    await expectSignedOut(before.bearer(user.token));
    expectError(await before.post('/api/scan', { cardId: 'TC-0000001' }), 401, 'not_signed_in');
  });

  test('with the token alone also ends that session’s cookie', async () => {
    const { client, user } = await newMember();
    await client.bearer(user.token).post('/api/logout');
    await expectSignedOut(client);
  });

  test('keeps the member’s other sessions', async () => {
    const { client, email, password, id } = await newMember();
    const other = new Client();
    await other.post('/api/login', { email, password });
    await client.post('/api/logout');
    await expectSignedIn(other, id);
  });

  test('needs no session, and answers the same with a wrong one', async () => {
    expect((await new Client().post('/api/logout')).status).toBe(200);
    expect((await new Client().bearer('no-token').post('/api/logout')).status).toBe(200);
    expect((await new Client().post('/api/logout', undefined, { Cookie: `${sessionCookie}=nobody` })).status).toBe(200);
  });
});

describe('a sign-in from a page', () => {
  const fromPage = { 'Sec-Fetch-Site': 'same-origin' };
  const registration = (name: string) => ({
    email: `${name}@example.test`,
    password: 'pass-word-1',
    confirmPassword: 'pass-word-1',
    acceptedTerms: true,
  });

  const ways: [string, (browser: Client) => Promise<{ status: number }>][] = [
    [
      'by password',
      async (browser) => {
        const { email, password } = await newMember();
        return browser.call('POST', '/api/login', { email, password }, fromPage);
      },
    ],
    ['by registering', (browser) => browser.call('POST', '/api/register', registration('another-here'), fromPage)],
    [
      'through a provider, for the first time',
      async (browser) => browser.call('POST', '/api/auth/token', { idToken: await tokenFor(stranger()) }, fromPage),
    ],
    [
      'through a provider, again',
      async (browser) => {
        const person = stranger();
        await signInAs(person);
        return browser.call('POST', '/api/auth/token', { idToken: await tokenFor(person) }, fromPage);
      },
    ],
  ];

  test.each(ways)('%s ends the browser’s previous session: cookie, token and KV entry', async (_, signIn) => {
    const { client, user } = await newMember();
    const before = sameCookies(client);
    const key = await kvKeyOf(client);
    expect((await signIn(client)).status).toBeOneOf([200, 201]);
    await expectSignedOut(before);
    await expectSignedOut(new Client().bearer(user.token));
    expect(await env.SESSIONS.get(key)).toBeNull();
    expect((await client.get('/api/user')).status).toBe(200);
  });

  test('does not end the previous session if it fails', async () => {
    const { client, id, email } = await newMember();
    expectError(await client.call('POST', '/api/login', { email, password: 'wrong-one-1' }, fromPage), 401, 'wrong_credentials');
    expectError(await client.call('POST', '/api/register', { ...registration('x'), email }, fromPage), 409, 'email_taken');
    await expectSignedIn(client, id);
  });

  test('does not end sessions of other browsers or those presented by token alone', async () => {
    const { client, id, email, password, user } = await newMember();
    await new Client().bearer(user.token).call('POST', '/api/login', { email, password }, fromPage);
    await expectSignedIn(client, id);
    const made = new Client();
    made.cookies.set(sessionCookie, 'y'.repeat(43));
    expect((await made.call('POST', '/api/login', { email, password }, fromPage)).status).toBe(200);
    await expectSignedIn(client, id);
  });

  test('is recognized by its fetch header: other HTTP clients keep their earlier sessions', async () => {
    const { client, id, email, password } = await newMember();
    const before = sameCookies(client);
    expect((await client.post('/api/login', { email, password })).status).toBe(200);
    await expectSignedIn(before, id);
  });
});

test('a password change ends every session and token except the current one', async () => {
  const { client, email, password, id, user } = await newMember();
  const other = new Client();
  const otherToken = (await other.post<{ token: string }>('/api/login', { email, password })).body.token;
  const otherKey = await kvKeyOf(other);
  expect((await client.post('/api/change-password', { currentPassword: password, newPassword: 'another-1' })).status).toBe(200);
  await env.SESSIONS.put(otherKey, String(id));
  await expectSignedOut(other);
  await expectSignedOut(new Client().bearer(otherToken));
  await expectSignedIn(client, id);
  await expectSignedIn(client.bearer(user.token), id);
});

describe('sessions in KV and the database', () => {
  test('work when KV lacks them, and are then stored in KV', async () => {
    const { client, id } = await newMember();
    const key = await kvKeyOf(client);
    expect(await env.SESSIONS.get(key)).toBe(String(id));
    await env.SESSIONS.delete(key);
    await expectSignedIn(client, id);
    expect(await env.SESSIONS.get(key)).toBe(String(id));
  });

  test('are rejected when only KV has them', async () => {
    const { client, id } = await newMember();
    const made = new Client();
    made.cookies.set(sessionCookie, 'y'.repeat(43));
    await env.SESSIONS.put(await kvKeyOf(made), String(id));
    await expectSignedOut(made);
    const other = await newMember();
    await env.SESSIONS.put(await kvKeyOf(client), String(other.id));
    await expectSignedOut(client);
  });

  test('are read from the database when the KV entry is malformed', async () => {
    const { client, id } = await newMember();
    await env.SESSIONS.put(await kvKeyOf(client), 'rubbish');
    await expectSignedIn(client, id);
  });

  test('expire after 30 days for cookie and token', async () => {
    setClock('2026-11-21T10:00:00Z');
    const { client, user, id } = await newMember();
    advanceClock(30 * 86_400 - 1);
    await expectSignedIn(client, id);
    await expectSignedIn(client.bearer(user.token), id);
    advanceClock(1);
    await expectSignedOut(client);
    await expectSignedOut(client.bearer(user.token));
  });

  test('end for cookie and token when the row has expired or is gone', async () => {
    const { client, user } = await newMember();
    const hash = await sessionHashOf(client);
    await change('UPDATE sessions SET expires_at = 1 WHERE id_hash = ?', hash);
    await expectSignedOut(client);
    await expectSignedOut(client.bearer(user.token));
    await change('DELETE FROM sessions WHERE id_hash = ?', hash);
    await expectSignedOut(client.bearer(user.token));
  });

  test('end at once when the account is being deleted', async () => {
    const { client, user, id } = await newMember();
    await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', id);
    await expectSignedOut(client);
    await expectSignedOut(client.bearer(user.token));
    expectError(await client.get('/api/cache-cards'), 401, 'not_signed_in');
    expectError(await client.get('/api/tokens'), 401, 'not_signed_in');
  });
});
