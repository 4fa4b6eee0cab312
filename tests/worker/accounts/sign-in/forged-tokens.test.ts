/** Tokens that were not issued by us, or not for this. */
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

describe('a forged token lets nobody in:', () => {
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

  test('the forger here would succeed with everything right', async () => {
    const victim = await victimOf();
    const answer = await new Client().bearer(await forge(victim, {})).get('/api/user');
    expect(answer).toMatchObject({ status: 200, body: { id: victim.id } });
  });

  test.each<[string, (victim: Victim) => Forgery]>([
    ['another key', () => ({ key: bytes('another-key-another-key-another-key') })],
    ['the administrators’ key', () => ({ key: bytes(env.ADMIN_TOKEN_KEY) })],
    ['the administrators’ audience', () => ({ audience: 'cache-cards:admin' })],
    ['another issuer', () => ({ issuer: 'elsewhere' })],
    ['another HMAC', () => ({ alg: 'HS512', key: bytes(env.USER_TOKEN_KEY.repeat(2)) })],
    ['a time that is over', () => ({ expiresAt: Math.floor(Date.now() / 1_000) - 1 })],
    ['another member’s id on this session', (victim) => ({ claims: { userId: victim.other } })],
    ['a session that never was', () => ({ claims: { sid: 'z'.repeat(43) } })],
    ['no session', () => ({ claims: { sid: undefined } })],
    ['a session that is no text', () => ({ claims: { sid: 43 } })],
    ['a member id as text', (victim) => ({ claims: { userId: String(victim.id) } })],
    ['member 0', () => ({ claims: { userId: 0 } })],
    ['an endless member id', () => ({ claims: { userId: 1e308 } })],
  ])('%s', async (_, forgery) => {
    const victim = await victimOf();
    await expectSignedOut(new Client().bearer(await forge(victim, forgery(victim))));
  });

  test('no signature at all (alg none)', async () => {
    const victim = await victimOf();
    const token = new UnsecuredJWT({ userId: victim.id, sid: victim.sid })
      .setIssuer('cache-cards')
      .setAudience('cache-cards:member')
      .setExpirationTime('1h')
      .encode();
    await expectSignedOut(new Client().bearer(token));
    await expectSignedOut(new Client().bearer(token.replace(/\.$/, '.AAAA')));
  });

  test('another payload under a right signature', async () => {
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
  ])('what is no token (%#)', async (token) => {
    await expectSignedOut(new Client().bearer(token));
  });

  test('and writes nothing', async () => {
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
