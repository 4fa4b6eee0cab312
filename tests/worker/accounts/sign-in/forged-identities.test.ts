/** Every way to forge or misuse a provider's token, tried against the real route. None may create a session or write data. */
import { env } from 'cloudflare:workers';
import { base64url, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  exchange,
  failKeys,
  keyRequests,
  replaceKey,
  type Stranger,
  signInAs,
  stranger,
  tokenFor,
} from '#tests/worker/support/accounts/identities.ts';
import { advanceClock, Client, everyRow, expectError, setClock } from '#tests/worker/support/client.ts';
import { type Env, readConfig } from '#worker/env.ts';

beforeEach(() => setClock('2026-11-21T10:01:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const parts = (token: string) => token.split('.') as [string, string, string];
const encode = (value: unknown) => base64url.encode(new TextEncoder().encode(JSON.stringify(value)));
const decode = (part: string) => JSON.parse(new TextDecoder().decode(base64url.decode(part))) as Record<string, unknown>;
const now = () => Math.floor(Date.now() / 1_000);

async function withHeader(person: Stranger, change: (header: Record<string, unknown>) => Record<string, unknown>): Promise<string> {
  const [header, payload, signature] = parts(await tokenFor(person));
  return [encode(change(decode(header))), payload, signature].join('.');
}

/** Signs a token with an attacker's key, but with the provider's key id. */
async function signedBy(person: Stranger, alg: 'RS256' | 'PS256' | 'ES256', header: Record<string, unknown> = {}): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const [real, payload] = parts(await tokenFor(person));
  return new SignJWT(decode(payload))
    .setProtectedHeader({ ...decode(real), alg, ...('jwk' in header && { jwk: await exportJWK(publicKey) }), ...header })
    .sign(privateKey);
}

/** Signs a token with HS256, using the provider's public key as the secret. */
async function signedWithPublicKey(person: Stranger): Promise<string> {
  const keys = await (await fetch(`${env.LOCAL_SIGN_IN_BASE}/jwks`)).json<{ keys: { kid: string }[] }>();
  const [, payload] = parts(await tokenFor(person));
  return new SignJWT(decode(payload))
    .setProtectedHeader({ alg: 'HS256', kid: keys.keys[0]?.kid ?? '' })
    .sign(new TextEncoder().encode(JSON.stringify(keys.keys[0])));
}

/**
 * Changes the signature's last character without changing the decoded bytes. This is possible because some of that character's bits are
 * unused.
 */
function withOtherSpelling(token: string): string {
  const [header, payload, signature] = parts(token);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = alphabet.indexOf(signature.at(-1) ?? '');
  return [header, payload, signature.slice(0, -1) + alphabet[last ^ 1]].join('.');
}

const google = (identities: unknown, provider = 'google.com') => ({ firebase: { sign_in_provider: provider, identities } });

const forgeries: [string, string, (person: Stranger) => Promise<unknown>][] = [
  ['no token', 'identity_token_missing', async () => undefined],
  ['null', 'identity_token_missing', async () => null],
  ['an empty token', 'identity_token_missing', async () => ''],
  ['other text', 'identity_token_invalid', async () => 'not a token'],
  ['three empty parts', 'identity_token_invalid', async () => '..'],
  [
    'an unsigned token',
    'identity_token_invalid',
    async (person) => {
      const [, payload] = parts(await tokenFor(person));
      return `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`;
    },
  ],
  [
    'an unsigned token with a signature',
    'identity_token_invalid',
    (person) => withHeader(person, (header) => ({ ...header, alg: 'none' })),
  ],
  ['no algorithm', 'identity_token_invalid', (person) => withHeader(person, ({ alg: _, ...header }) => header)],
  ['another algorithm in its header', 'identity_token_invalid', (person) => withHeader(person, (header) => ({ ...header, alg: 'RS512' }))],
  ['no key id', 'identity_token_invalid', (person) => withHeader(person, ({ kid: _, ...header }) => header)],
  ['an unknown key', 'identity_token_invalid', (person) => withHeader(person, (header) => ({ ...header, kid: 'nobodys' }))],
  ['a wrong key under the right name', 'identity_token_invalid', (person) => signedBy(person, 'RS256')],
  ['a wrong key embedded in its header', 'identity_token_invalid', (person) => signedBy(person, 'RS256', { jwk: true, kid: 'nobodys' })],
  ['another signature algorithm', 'identity_token_invalid', (person) => signedBy(person, 'PS256')],
  ['an elliptic signature', 'identity_token_invalid', (person) => signedBy(person, 'ES256')],
  ['the public key used as a secret', 'identity_token_invalid', signedWithPublicKey],
  [
    'a changed payload',
    'identity_token_invalid',
    async (person) => {
      const [header, payload, signature] = parts(await tokenFor(person));
      return [header, encode({ ...decode(payload), email: 'victim@example.test' }), signature].join('.');
    },
  ],
  ['a cut signature', 'identity_token_invalid', async (person) => (await tokenFor(person)).slice(0, -8)],
  ['another spelling of the same bytes', 'identity_token_invalid', async (person) => withOtherSpelling(await tokenFor(person))],
  ['padding', 'identity_token_invalid', async (person) => `${await tokenFor(person)}=`],
  ['a line break', 'identity_token_invalid', async (person) => `${await tokenFor(person)}\n`],
  ['another project’s audience', 'identity_token_invalid', (person) => tokenFor(person, { aud: 'another-project' })],
  ['several audiences', 'identity_token_invalid', (person) => tokenFor(person, { aud: ['cache-cards-local', 'another-project'] })],
  ['another issuer', 'identity_token_invalid', (person) => tokenFor(person, { iss: 'https://securetoken.google.com/another-project' })],
  ['no issuer', 'identity_token_invalid', (person) => tokenFor(person, { iss: null })],
  [
    'an expiry in the past',
    'identity_token_expired',
    (person) => tokenFor(person, { iat: now() - 7_200, auth_time: now() - 7_200, exp: now() - 1 }),
  ],
  ['no expiry', 'identity_token_invalid', (person) => tokenFor(person, { exp: null })],
  ['a start of validity in the future', 'identity_token_invalid', (person) => tokenFor(person, { nbf: now() + 600 })],
  ['an issue time in the future', 'identity_token_invalid', (person) => tokenFor(person, { iat: now() + 600 })],
  ['a sign-in in the future', 'identity_token_invalid', (person) => tokenFor(person, { auth_time: now() + 600 })],
  ['no sign-in time', 'identity_token_invalid', (person) => tokenFor(person, { auth_time: null })],
  ['no subject', 'identity_token_invalid', (person) => tokenFor(person, { sub: null })],
  ['an empty subject', 'identity_token_invalid', (person) => tokenFor(person, { sub: '' })],
  ['a subject that is too long', 'identity_token_invalid', (person) => tokenFor(person, { sub: 'x'.repeat(129) })],
  ['no e-mail', 'identity_without_email', (person) => tokenFor(person, { email: null })],
  ['an empty e-mail', 'identity_without_email', (person) => tokenFor(person, { email: '' })],
  ['a malformed e-mail', 'identity_email_unsupported', (person) => tokenFor(person, { email: 'nobody' })],
  ['an unsupported e-mail', 'identity_email_unsupported', (person) => tokenFor(person, { email: 'öneil@provider.test' })],
  ['an e-mail that is too long', 'identity_email_unsupported', (person) => tokenFor(person, { email: `${'x'.repeat(250)}@a.test` })],
  ['the password provider', 'identity_unsupported', (person) => tokenFor(person, google({}, 'password'))],
  ['an anonymous provider', 'identity_unsupported', (person) => tokenFor(person, google({}, 'anonymous'))],
  ['an unsupported provider', 'identity_unsupported', (person) => tokenFor(person, google({ 'github.com': ['1'] }, 'github.com'))],
  ['no provider', 'identity_token_invalid', (person) => tokenFor(person, { firebase: null })],
  ['no provider subject', 'identity_token_invalid', (person) => tokenFor(person, google({}))],
  ['a numeric provider subject', 'identity_token_invalid', (person) => tokenFor(person, google({ 'google.com': [7] }))],
];

describe('a forged identity token', () => {
  test.each(forgeries)('with %s is rejected with a message, opens no session and writes nothing', async (_, code, forge) => {
    const token = await forge(stranger());
    const before = await everyRow();
    const client = new Client();
    const { message } = expectError(await exchange(client, token), 401, code);
    expect(message).toMatch(/\.$/);
    expect(client.cookies.size).toBe(0);
    expect(await everyRow()).toEqual(before);
  });

  test('is rejected by size: 100 KB as a body, 17,000 characters as a token', async () => {
    expectError(await exchange(new Client(), 'x'.repeat(100_000)), 413, 'body_too_large');
    expectError(await exchange(new Client(), 'x'.repeat(17_000)), 400, 'invalid_input');
  });

  test.each([7, true, {}, ['x']])('is rejected as invalid input when it is %j', async (token) => {
    expectError(await exchange(new Client(), token), 400, 'invalid_input');
  });

  test('is rejected when it is one of our own session tokens', async () => {
    const { answer } = await signInAs(stranger());
    expectError(await exchange(new Client(), answer.body.token), 401, 'identity_token_invalid');
  });
});

describe('a field sent with the identity token', () => {
  test.each([
    [{ provider: 'facebook' }],
    [{ provider: 'facebook.com' }],
    [{ provider: 'password' }],
    [{ email: 'victim@example.test' }],
    [{ firebaseUid: 'somebody-else' }],
  ])('such as %j that contradicts it is rejected, and nothing is written', async (claims) => {
    const token = await tokenFor(stranger());
    const before = await everyRow();
    expectError(await exchange(new Client(), token, claims), 401, 'identity_mismatch');
    expect(await everyRow()).toEqual(before);
  });

  test.each([
    [{}],
    [{ provider: 'unknown' }],
    [{ provider: 'redirect' }],
    [{ provider: 'google' }],
    [{ provider: 'google.com' }],
    [{ provider: null, email: null, firebaseUid: null, displayName: null, photoURL: null }],
    [{ displayName: 'The Administrator', photoURL: 'javascript:alert(1)' }],
  ])('such as %j that does not contradict it is ignored', async (claims) => {
    const person = stranger();
    const answer = await exchange(new Client(), await tokenFor(person), claims);
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({ firstName: 'Strider of the', lastName: 'North', photoURL: null });
  });

  test.each(['role', 'tokenBalance', 'emailVerified', 'userId'])('called %s is rejected', async (field) => {
    expectError(await exchange(new Client(), await tokenFor(stranger()), { [field]: 1 }), 400, 'invalid_input');
  });
});

describe('the provider’s keys', () => {
  test('are fetched once, and again for an unknown key at most once a minute', async () => {
    advanceClock(86_400);
    await signInAs(stranger());
    const before = await keyRequests();
    await signInAs(stranger());
    expect(await keyRequests()).toBe(before);
    await replaceKey();
    expectError((await signInAs(stranger())).answer, 401, 'identity_token_invalid');
    expect(await keyRequests()).toBe(before);
    advanceClock(61);
    expect((await signInAs(stranger())).answer.status).toBe(200);
    expect(await keyRequests()).toBe(before + 1);
    await replaceKey();
    for (const _ of [1, 2, 3]) expectError((await signInAs(stranger())).answer, 401, 'identity_token_invalid');
    expect(await keyRequests()).toBe(before + 1);
  });

  test('when unavailable cause a 503 instead of an invalid-token error, and are fetched again later', async () => {
    advanceClock(10 * 86_400);
    await failKeys(1);
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    expectError((await signInAs(stranger())).answer, 503, 'identity_unavailable');
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
    advanceClock(5);
    expect((await signInAs(stranger())).answer.status).toBe(200);
  });
});

describe('clock skew', () => {
  test.each([
    ['iat', 30],
    ['auth_time', 30],
    ['nbf', 0],
  ])('allows %s to be %i seconds ahead, and no more', async (claim, seconds) => {
    expect((await exchange(new Client(), await tokenFor(stranger(), { [claim]: now() + seconds }))).status).toBe(200);
    expectError(await exchange(new Client(), await tokenFor(stranger(), { [claim]: now() + seconds + 1 })), 401, 'identity_token_invalid');
  });
});

test('without a provider there is no token exchange and there are no provider buttons', async () => {
  const client = new Client();
  const { LOCAL_SIGN_IN_BASE: _, ...rest } = env as unknown as Env;
  client.workerEnv = rest as Env;
  expect((await readConfig(client.workerEnv)).identity).toBeNull();
  expectError(await exchange(client, await tokenFor(stranger())), 404, 'not_found');
  expect((await client.get('/api/config')).body).toMatchObject({ signInProviders: [], firebase: null, localSignInPage: null });
});
