/** Tokens that we did not issue, or issued for another purpose. */
import { env } from 'cloudflare:workers';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { Client, everyRow, expectError, newMember, row, sessionCookie } from '#tests/worker/support/client.ts';
import { sha256 } from '#worker/security/random.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const sessionHashOf = (client: Client) => sha256(client.cookies.get(sessionCookie) ?? '');

async function expectSignedOut(client: Client): Promise<void> {
  expectError(await client.get('/api/user'), 401, 'not_signed_in');
}

describe('a forged session token', () => {
  const rightKey = bytes(env.USER_TOKEN_KEY);
  interface Forgery {
    key?: Uint8Array;
    issuer?: string;
    audience?: string;
    alg?: string;
    expiresAt?: number;
    claims?: Record<string, unknown>;
  }
  interface Victim {
    id: number;
    sid: string;
    other: number;
  }

  async function forge(victim: Victim, forgery: Forgery): Promise<string> {
    const { key = rightKey, issuer = 'cache-cards', audience = 'cache-cards:member', alg = 'HS256', claims } = forgery;
    return new SignJWT({ userId: victim.id, email: 'x@example.test', sid: victim.sid, ...claims })
      .setProtectedHeader({ alg, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(forgery.expiresAt ?? Math.floor(Date.now() / 1_000) + 3_600)
      .sign(key);
  }

  async function victimOf(): Promise<Victim> {
    const { client, id } = await newMember();
    const other = await newMember();
    return { id, sid: await sessionHashOf(client), other: other.id };
  }

  test('would work here with every part right', async () => {
    const victim = await victimOf();
    const answer = await new Client().bearer(await forge(victim, {})).get('/api/user');
    expect(answer).toMatchObject({ status: 200, body: { id: victim.id } });
  });

  test.each<[string, (victim: Victim) => Forgery]>([
    ['with another key is rejected', () => ({ key: bytes('another-key-another-key-another-key') })],
    ['with the administrators’ key is rejected', () => ({ key: bytes(env.ADMIN_TOKEN_KEY) })],
    ['for the administrators’ audience is rejected', () => ({ audience: 'cache-cards:admin' })],
    ['from another issuer is rejected', () => ({ issuer: 'elsewhere' })],
    ['with another HMAC is rejected', () => ({ alg: 'HS512', key: bytes(env.USER_TOKEN_KEY.repeat(2)) })],
    ['that has expired is rejected', () => ({ expiresAt: Math.floor(Date.now() / 1_000) - 1 })],
    ['with another member’s id is rejected', (victim) => ({ claims: { userId: victim.other } })],
    ['with an unknown session is rejected', () => ({ claims: { sid: 'z'.repeat(43) } })],
    ['without a session is rejected', () => ({ claims: { sid: undefined } })],
    ['with a numeric session is rejected', () => ({ claims: { sid: 43 } })],
    ['with a member id as text is rejected', (victim) => ({ claims: { userId: String(victim.id) } })],
    ['for member 0 is rejected', () => ({ claims: { userId: 0 } })],
    ['with a huge member id is rejected', () => ({ claims: { userId: 1e308 } })],
  ])('%s', async (_, forgery) => {
    const victim = await victimOf();
    await expectSignedOut(new Client().bearer(await forge(victim, forgery(victim))));
  });

  test('without a signature (alg none) is rejected', async () => {
    const victim = await victimOf();
    const token = new UnsecuredJWT({ userId: victim.id, sid: victim.sid })
      .setIssuer('cache-cards')
      .setAudience('cache-cards:member')
      .setExpirationTime('1h')
      .encode();
    await expectSignedOut(new Client().bearer(token));
    await expectSignedOut(new Client().bearer(token.replace(/\.$/, '.AAAA')));
  });

  test('with the payload of another token is rejected', async () => {
    const one = await newMember();
    const two = await newMember();
    const [header, , signature] = one.user.token.split('.');
    await expectSignedOut(new Client().bearer(`${header}.${two.user.token.split('.')[1]}.${signature}`));
    await expectSignedOut(new Client().bearer(`${header}.${one.user.token.split('.')[1]}.`));
  });

  test.each([
    'x',
    'a.b.c',
    '..',
    'null',
    '{}',
    `${'e'.repeat(50_000)}.${'y'.repeat(50_000)}.z`,
    'eyJhbGciOiJIUzI1NiJ9.W10.x',
  ])('that is malformed is rejected (%#)', async (token) => {
    await expectSignedOut(new Client().bearer(token));
  });

  test('writes nothing', async () => {
    const victim = await victimOf();
    const before = await everyRow();
    const client = new Client().bearer(await forge(victim, { key: bytes(env.ADMIN_TOKEN_KEY) }));
    await client.call('PATCH', '/api/user', { firstName: 'Mallory' });
    await client.post('/api/change-password', { currentPassword: 'pass-word-1', newPassword: 'mallory-1' });
    await client.post('/api/logout');
    expect(await everyRow()).toEqual(before);
    expect(await row('SELECT first_name AS name FROM users WHERE id = ?', victim.id)).toEqual({ name: 'Mem' });
  });
});
