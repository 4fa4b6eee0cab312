import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { SignedInUser, User } from '#schema/accounts/user.ts';
import { Client, everyRow, expectError, newMember, row, sessionCookie, tokenInMail } from '#tests/worker/support/client.ts';
import { sha256 } from '#worker/security/random.ts';

let names = 0;

function registration(fields: Record<string, unknown> = {}): Record<string, unknown> {
  names += 1;
  return {
    email: `newcomer${names}@example.test`,
    password: 'secret-1',
    confirmPassword: 'secret-1',
    firstName: 'Nora',
    lastName: 'Newcomer',
    username: `newcomer${names}`,
    acceptedTerms: true,
    ...fields,
  };
}

const register = (fields: Record<string, unknown> = {}, client = new Client()) =>
  client.post<SignedInUser>('/api/register', registration(fields));

describe('registration', () => {
  test('returns 201 with the user at top level and a token, without secrets', async () => {
    const answer = await register({ firstName: '  Ada ', phone: '' });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body).sort()).toEqual(Object.keys(SignedInUser.entries).sort());
    const user = v.parse(SignedInUser, answer.body);
    expect(user).toMatchObject({ firstName: 'Ada', phone: null, role: 'free', tokenBalance: 0, treasureKeys: 0, communityKeys: 0 });
    expect(user).toMatchObject({ autoRenew: true, emailVerified: false, membershipExpiresAt: null, referredById: null });
    expect(user.referralCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    expect(JSON.parse(atob(user.token.split('.')[1] ?? ''))).toMatchObject({ userId: user.id, email: user.email, exp: expect.any(Number) });
  });

  test('signs the new member in: GET /api/user returns the same user', async () => {
    const { client, user } = await newMember();
    const { token: _, ...withoutToken } = user;
    const answer = await client.get('/api/user');
    expect(answer.body).toEqual(withoutToken);
    expect(v.parse(v.strictObject(User.entries), answer.body)).toBeTruthy();
  });

  test('sets the session as an HttpOnly cookie, plus a script-readable hint that grants nothing', async () => {
    const response = await new Client().fetch('/api/register', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(registration()),
    });
    const [session = '', hint = ''] = response.headers.getSetCookie();
    expect(session).toMatch(/^__Host-session=[\w-]{43}; /);
    for (const flag of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/', 'Max-Age=2592000']) expect(session).toContain(flag);
    expect(session).not.toContain('Domain');
    expect(hint).toMatch(/^__Host-session_hint=1; /);
    expect(hint).not.toContain('HttpOnly');
    expect(hint).toContain('Secure');
  });

  test('sets the cookie without Secure and the __Host- prefix on localhost, so that it works over http', async () => {
    const local = new Client();
    local.workerEnv = { ...local.workerEnv, PUBLIC_ORIGIN: 'http://localhost:8787' };
    const response = await local.fetch('http://localhost:8787/api/register', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(registration()),
    });
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie().join()).not.toContain('Secure');
    expect(response.headers.getSetCookie()[0]).toMatch(/^session=[\w-]{43}; .*HttpOnly/);
    expect((await local.get('http://localhost:8787/api/user')).status).toBe(200);
    expect((await local.post('http://localhost:8787/api/logout')).status).toBe(200);
    expect(local.cookies.has('session')).toBe(false);
  });

  test('ignores a session cookie without the prefix, which a sibling host could have set', async () => {
    const { client } = await newMember();
    const id = client.cookies.get(sessionCookie) ?? '';
    expectError(await new Client().get('/api/user', { Cookie: `session=${id}` }), 401, 'not_signed_in');
    expect((await new Client().get('/api/user', { Cookie: `__Host-session=${id}` })).status).toBe(200);
  });

  test('stores the password as argon2id (19 MiB, 2 passes, 1 lane) and only a hash of the session', async () => {
    const { client, id } = await newMember();
    expect(await row('SELECT password_hash AS hash FROM users WHERE id = ?', id)).toMatchObject({
      hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22,}\$[\w+/]{43}$/),
    });
    const cookie = client.cookies.get(sessionCookie) ?? '';
    expect(await row('SELECT id_hash AS hash FROM sessions WHERE user_id = ?', id)).toEqual({ hash: await sha256(cookie) });
  });

  test('queues the welcome email with a verification link and stores only the hash of its token', async () => {
    const { id, email } = await newMember();
    const mail = await row<{ messageId: string }>(
      'SELECT message_id AS "messageId", template, to_address AS "to", status, payload FROM outbox WHERE user_id = ?',
      id,
    );
    expect(mail).toMatchObject({ template: 'welcome', to: email, status: 'queued', payload: '{"firstName":"Mem"}' });
    const token = await tokenInMail(mail?.messageId ?? '');
    const link = await row('SELECT * FROM one_time_links WHERE user_id = ?', id);
    expect(link).toMatchObject({ token_hash: await sha256(token), purpose: 'verify_email', email, used_at: null });
    expect(JSON.stringify(await everyRow())).not.toContain(token);
    expect(Number(link?.expires_at) - Number(link?.created_at)).toBe(7 * 86_400);
  });

  test.each([
    ['as issued', (code: string) => code],
    ['in lower case', (code: string) => code.toLowerCase()],
  ])('records the referrer for a referral code %s', async (_, spelling) => {
    const referrer = await newMember();
    const answer = await register({ ref: spelling(referrer.user.referralCode) });
    expect(answer).toMatchObject({ status: 201, body: { referredById: referrer.id } });
  });

  test.each([['ZZZZZZZZ'], ['no such code'], [''], [null]])('ignores the unknown referral code %j', async (ref) => {
    expect(await register({ ref })).toMatchObject({ status: 201, body: { referredById: null } });
  });

  test('accepts provider fields for compatibility and ignores them', async () => {
    const claimed = { firebaseUid: 'uid-of-somebody', oauthProvider: 'google', photoURL: 'https://photos.test/me.png' };
    const answer = await register(claimed);
    expect(answer).toMatchObject({ status: 201, body: { oauthProvider: null, photoURL: null, emailVerified: false } });
    const stored = await row('SELECT firebase_uid, oauth_provider, photo_url FROM users WHERE id = ?', answer.body.id);
    expect(stored).toEqual({ firebase_uid: null, oauth_provider: null, photo_url: null });
  });

  test.each([
    'id',
    'role',
    'tokenBalance',
    'referralCode',
    'referredById',
    'treasureKeys',
    'communityKeys',
    'membershipExpiresAt',
    'emailVerified',
    'createdAt',
    'lastLoginAt',
    'stripeCustomerId',
  ])('rejects %s, a field that the client may not set', async (field) => {
    const before = await everyRow();
    const answer = await register({ [field]: field === 'role' ? 'premium' : 1 });
    expect(expectError(answer, 400, 'invalid_input').fields).toEqual({ [field]: 'This field is not accepted here' });
    expect(await everyRow()).toEqual(before);
  });

  test.each([
    ['no e-mail', { email: undefined }, { email: 'This field is required' }],
    ['a bad e-mail', { email: 'nora@' }, { email: 'Please enter a valid email address' }],
    ['a numeric e-mail', { email: 7 }, { email: 'Please enter a valid email address' }],
    ['an overlong e-mail', { email: `${'n'.repeat(250)}@example.test` }, { email: 'Please enter a valid email address' }],
    ['no password', { password: undefined }, { password: 'This field is required' }],
    [
      'a short password',
      { password: '12345', confirmPassword: '12345' },
      { password: 'Password must be at least 6 characters', confirmPassword: 'Password must be at least 6 characters' },
    ],
    ['a long password', { password: 'x'.repeat(129), confirmPassword: 'x'.repeat(129) }, { password: 'Use at most 128 characters' }],
    ['a different confirmation password', { confirmPassword: 'secret-2' }, { confirmPassword: "Passwords don't match" }],
    ['no confirmation password', { confirmPassword: undefined }, { confirmPassword: 'This field is required' }],
    ['terms not accepted', { acceptedTerms: false }, { acceptedTerms: 'Please accept the Terms and the Privacy Policy' }],
    ['no answer to the terms', { acceptedTerms: undefined }, { acceptedTerms: 'This field is required' }],
    ['a numeric name', { firstName: 5 }, { firstName: 'First name must be text' }],
    ['an overlong name', { lastName: 'n'.repeat(201) }, { lastName: 'Last name can have at most 200 characters' }],
    ['a numeric username', { username: 5 }, { username: 'Username must be text' }],
  ])('with %s returns the field errors', async (_, fields, expected) => {
    const before = await everyRow();
    expect(expectError(await register(fields), 400, 'invalid_input').fields).toEqual(expected);
    expect(await everyRow()).toEqual(before);
  });

  test.each([
    '123456',
    'ü'.repeat(128),
    '  two spaces  ',
    'CAPITALS',
    '🗺️🧭🪙⛺️',
    '<b>"\'%\\',
  ])('accepts the password %j and requires it exactly as it was typed', async (password) => {
    const { status, body } = await register({ password, confirmPassword: password });
    expect(status).toBe(201);
    const signIn = async (typed: string) => (await new Client().post('/api/login', { email: body.email, password: typed })).status;
    expect(await signIn(password)).toBe(200);
    for (const other of [password.trim(), password.toLowerCase(), password.slice(0, -1), `${password} `])
      if (other !== password) expect(await signIn(other), other).toBe(401);
  });

  test('requires neither name nor username', async () => {
    const answer = await register({ firstName: undefined, lastName: null, username: ' ' });
    expect(answer).toMatchObject({ status: 201, body: { firstName: null, lastName: null, username: null } });
    expect((await register({ username: undefined })).status).toBe(201);
  });

  test('rejects an email that is in use, regardless of case', async () => {
    const { email } = await newMember();
    const before = await everyRow();
    const body = expectError(await register({ email: email.toUpperCase() }), 409, 'email_taken');
    expect(body).toMatchObject({
      message: 'An account with this email already exists.',
      fields: { email: 'An account with this email already exists.' },
    });
    expect(await everyRow()).toEqual(before);
  });

  test('rejects a username that is in use, regardless of case', async () => {
    const { user } = await newMember();
    const before = await everyRow();
    const body = expectError(await register({ username: user.username?.toUpperCase() }), 409, 'username_taken');
    expect(body.fields).toEqual({ username: 'This username is already taken. Please choose another one.' });
    expect(await everyRow()).toEqual(before);
  });

  test('creates one account for two concurrent registrations of one email', async () => {
    const email = 'twice@example.test';
    const answers = await Promise.all([register({ email }), register({ email: 'Twice@Example.test' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await row('SELECT COUNT(*) AS n FROM users WHERE email_key = ?', email)).toEqual({ n: 1 });
    expect(await row('SELECT COUNT(*) AS n FROM outbox WHERE lower(to_address) = ?', email)).toEqual({ n: 1 });
    expect(answers.find(({ status }) => status === 409)?.headers.getSetCookie()).toEqual([]);
  });
});
