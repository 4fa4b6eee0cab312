import { TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CreationOptions, RequestOptions } from '#schema/accounts/passkey.ts';
import { backgroundHeader } from '#schema/admin/background.ts';
import type { AppSetup, Factors, RecoveryCodes } from '#schema/admin/factors.ts';
import type { Admin } from '#schema/admin/session.ts';
import { Authenticator, type Circumstances } from '#tests/worker/support/accounts/authenticator.ts';
import { adminWithPassword, signInAdmin } from '#tests/worker/support/admin/admin-with-password.ts';
import { newAdmin, proofCookie, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { auditOf } from '#tests/worker/support/admin/audit-log.ts';
import { advanceClock, Client, expectError, row, setClock, tokenInMail } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';

beforeEach(() => setClock('2026-11-23T10:00:10Z'));
afterEach(() => {
  vi.useRealTimers();
});

const factors = '/api/admin/factors';

/** Registers a passkey, which also completes second-factor verification for the session. */
async function addPasskey(client: Client, authenticator = new Authenticator(), circumstances: Circumstances = {}) {
  const { body } = await client.post<CreationOptions>(`${factors}/passkeys/options`);
  const passkey = await authenticator.make(body, circumstances);
  return { authenticator, passkey, answer: await client.post<Factors>(`${factors}/passkeys`, { name: 'My phone', passkey }) };
}

async function show(client: Client, authenticator: Authenticator, circumstances: Circumstances = {}) {
  const { body } = await client.post<RequestOptions>(`${factors}/proof/options`);
  return client.post<Admin>(`${factors}/proof/passkey`, { passkey: await authenticator.show(body, circumstances) });
}

const codeOf = (secret: string, secondsOn = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + secondsOn * 1_000 });

async function addApp(client: Client): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await client.post<AppSetup>(`${factors}/app`)).body;
  const { body, status } = await client.post<RecoveryCodes>(`${factors}/app/confirm`, { code: codeOf(secret) });
  expect(status).toBe(201);
  return { secret, ...body };
}

const enterCode = (client: Client, code: string) => client.post<Admin>(`${factors}/proof/code`, { code });
const enterRecoveryCode = (client: Client, recoveryCode: string) => client.post<Admin>(`${factors}/proof/recovery-code`, { recoveryCode });
const isProved = async (client: Client) => (await client.get<Admin>('/api/admin/me')).body.secondFactor === 'proved';

/** Signs the administrator in on another device. */
async function otherSession({ email, password }: { email: string; password: string }): Promise<Client> {
  return new Client().bearer((await signInAdmin(new Client(), email, password)).body.token);
}

function inProduction<Caller extends Client>(client: Caller): Caller {
  client.workerEnv = { ...client.workerEnv, ENVIRONMENT: 'production' };
  return client;
}

describe('an administrator’s passkey', () => {
  test('is set up right after signing in, proves that session, and is required in the next', async () => {
    const keeper = await adminWithPassword('super_admin');
    const { authenticator, answer } = await addPasskey(keeper.client);
    expect(answer).toMatchObject({ status: 201, body: { passkeys: [{ name: 'My phone', lastUsedAt: null }], app: null } });
    expect(answer.headers.getSetCookie().join()).toMatch(/__Host-admin=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax/);
    expect(await isProved(keeper.client)).toBe(true);

    const { body } = await signInAdmin(new Client(), keeper.email, keeper.password);
    expect(body.admin.secondFactor).toBe('required');
    const next = new Client().bearer(body.token);
    expectError(await next.get('/api/admin/users'), 403, 'second_factor_needed');
    expect(await show(next, authenticator)).toMatchObject({ status: 200, body: { id: keeper.id, secondFactor: 'proved' } });
    expect((await next.get('/api/admin/users')).status).toBe(200);
    // A thief who copied the token lacks the proof cookie.
    expectError(await new Client().bearer(body.token).get('/api/admin/users'), 403, 'second_factor_needed');
    await next.post('/api/admin/logout');
    expect(next.cookies.has(proofCookie)).toBe(false);
  });

  test('cannot be set up more than 10 minutes after a sign-in without a factor, nor before proving an existing one', async () => {
    const keeper = await adminWithPassword('super_admin');
    const later1 = await otherSession(keeper);
    advanceClock(10 * 60);
    expectError(await keeper.client.post(`${factors}/passkeys/options`), 403, 'sign_in_again');
    expectError(await keeper.client.post(`${factors}/app`), 403, 'sign_in_again');
    const fresh = await otherSession(keeper);
    expect((await addPasskey(fresh)).answer.status).toBe(201);
    expectError(await later1.post(`${factors}/app`), 403, 'second_factor_needed');
    expectError(await (await otherSession(keeper)).post(`${factors}/app`), 403, 'second_factor_needed');
  });

  test.each<[string, Circumstances]>([
    ['for another site', { site: 'elsewhere.test' }],
    ['requested by another page', { origin: 'https://elsewhere.test' }],
    ['without user verification', { isVerified: false }],
  ])('%s is rejected when added and when used', async (_, circumstances) => {
    const { client } = await newAdmin();
    expectError((await addPasskey(client, new Authenticator(), circumstances)).answer, 400, 'passkey_refused');
    const { authenticator } = await addPasskey(client);
    expectError(await show(client, authenticator, circumstances), 400, 'passkey_refused');
  });

  test('of another administrator proves nothing', async () => {
    const [mine, theirs] = [await newAdmin(), await newAdmin()];
    await addPasskey(mine.client);
    const { authenticator } = await addPasskey(theirs.client);
    expectError(await show(mine.client, authenticator), 400, 'passkey_refused');
    expect((await auditOf('admin', mine.id)).map(({ action }) => action)).toEqual(['admin.factor_add', 'admin.proof_failed']);
  });

  test('whose counter did not rise is rejected as a copy', async () => {
    const { client } = await newAdmin();
    const { authenticator } = await addPasskey(client);
    expect((await show(client, authenticator, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 6, 0]) expectError(await show(client, authenticator, { counter }), 400, 'passkey_refused');
    expect((await show(client, authenticator, { counter: 8 })).status).toBe(200);
  });

  test('accepts a challenge once, within 5 minutes, in the session that requested it', async () => {
    const keeper = await adminWithPassword('super_admin');
    const { client } = keeper;
    const { authenticator, passkey } = await addPasskey(client);
    expectError(await client.post(`${factors}/passkeys`, { name: 'Again', passkey }), 400, 'passkey_refused');
    const options = async () => (await client.post<RequestOptions>(`${factors}/proof/options`)).body;
    const shown = await authenticator.show(await options());
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => client.bearer(client.token ?? '').post(`${factors}/proof/passkey`, { passkey: shown })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    const elsewhere = await authenticator.show(await options());
    expectError(await (await otherSession(keeper)).post(`${factors}/proof/passkey`, { passkey: elsewhere }), 400, 'passkey_refused');
    const late = await authenticator.show(await options());
    advanceClock(5 * 60);
    expectError(await client.post(`${factors}/proof/passkey`, { passkey: late }), 400, 'passkey_refused');
  });

  test('is renamed and removed with a fresh proof, which also ends proofs of other sessions', async () => {
    const keeper = await adminWithPassword('super_admin');
    const { authenticator, answer } = await addPasskey(keeper.client);
    const id = answer.body.passkeys[0]?.id;
    const other = await otherSession(keeper);
    expect((await show(other, authenticator)).status).toBe(200);
    await addApp(keeper.client);
    expect((await keeper.client.patch<Factors>(`${factors}/passkeys/${id}`, { name: 'Old phone' })).body.passkeys[0]?.name).toBe(
      'Old phone',
    );
    advanceClock(15 * 60);
    expectError(await keeper.client.call('DELETE', `${factors}/passkeys/${id}`), 403, 'second_factor_stale');
    await show(keeper.client, authenticator);
    expect((await keeper.client.call<Factors>('DELETE', `${factors}/passkeys/${id}`)).body.passkeys).toEqual([]);
    expectError(await keeper.client.call('DELETE', `${factors}/passkeys/${id}`), 404, 'passkey_not_found');
    expect([await isProved(keeper.client), await isProved(other)]).toEqual([true, false]);
    const mail = await row<{ changes: string }>(
      `SELECT group_concat(payload ->> 'change', '; ' ORDER BY id) AS changes FROM outbox WHERE template = 'admin_factor_changed' AND to_address = ?`,
      keeper.email,
    );
    expect(mail?.changes).toBe('The passkey “My phone” was added; An authenticator app was added; A passkey was removed');
  });
});

describe('an authenticator app', () => {
  test('is active after its first code, with ten recovery codes stored as hashes', async () => {
    const admin = await newAdmin();
    const { body } = await admin.client.post<AppSetup>(`${factors}/app`);
    expect(body.address).toContain(`otpauth://totp/Cache%20Cards:admin`);
    expect(body.qr).toContain('<svg');
    const stored = await row<{ secret: string }>('SELECT secret FROM admin_totp WHERE admin_id = ?', admin.id);
    expect(stored?.secret).not.toContain(body.secret);
    expectError(await admin.client.post(`${factors}/app/confirm`, { code: '000000' }), 400, 'second_factor_wrong');
    expect((await admin.client.get<Factors>(factors)).body.app).toBeNull();
    const confirmed = await admin.client.post<RecoveryCodes>(`${factors}/app/confirm`, { code: codeOf(body.secret) });
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
    expect((await admin.client.get<Factors>(factors)).body).toMatchObject({ app: {}, recoveryCodesLeft: 10 });
    expect(await isProved(admin.client)).toBe(true);
    const storedHashes = JSON.stringify(await row('SELECT group_concat(code_hash) AS hashes FROM admin_recovery_codes'));
    for (const code of confirmed.body.recoveryCodes) expect(storedHashes).not.toContain(code.replaceAll('-', ''));
    expectError(await admin.client.post(`${factors}/app`), 409, 'app_already_set_up');
  });

  test('accepts a code once, even concurrently, and no earlier one', async () => {
    const { client } = await newAdmin();
    const { secret } = await addApp(client);
    expectError(await enterCode(client, codeOf(secret)), 400, 'second_factor_wrong');
    advanceClock(60);
    const [before, now] = [codeOf(secret, -30), codeOf(secret)];
    const twice = await Promise.all(Array.from({ length: 5 }, () => enterCode(client.bearer(client.token ?? ''), now)));
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expectError(await enterCode(client, before), 400, 'second_factor_wrong');
    advanceClock(30);
    expect((await enterCode(client, ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}`)).status).toBe(200);
    advanceClock(120);
    for (const secondsOff of [-60, 60]) expect((await enterCode(client, codeOf(secret, secondsOff))).status).toBe(400);
    expect((await enterCode(client, codeOf(secret, 30))).status).toBe(200);
  });

  test('has recovery codes that work once, even concurrently; new ones replace the others', async () => {
    const { client } = await newAdmin();
    const { recoveryCodes } = await addApp(client);
    const [first = '', second = ''] = recoveryCodes;
    const twice = await Promise.all(Array.from({ length: 5 }, () => enterRecoveryCode(client.bearer(client.token ?? ''), first)));
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect((await enterRecoveryCode(client, second.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    const renewed = await client.post<RecoveryCodes>(`${factors}/recovery-codes`);
    expect(renewed.status).toBe(201);
    expectError(await enterRecoveryCode(client, recoveryCodes[2] ?? ''), 400, 'second_factor_wrong');
    expect((await enterRecoveryCode(client, renewed.body.recoveryCodes[0] ?? '')).status).toBe(200);
    expect((await client.call<Factors>('DELETE', `${factors}/app`)).body).toEqual({ passkeys: [], app: null, recoveryCodesLeft: 0 });
  });

  test('is blocked after 10 wrong codes in 15 minutes across all sessions, unlike passkeys', async () => {
    const keeper = await adminWithPassword('super_admin');
    const { secret } = await addApp(keeper.client);
    const { authenticator } = await addPasskey(keeper.client);
    const thieves = [await otherSession(keeper), await otherSession(keeper)];
    const tried = await Promise.all(
      Array.from({ length: 16 }, (_, index) => {
        const thief = thieves[index % 2] ?? keeper.client;
        return index % 4 ? enterCode(thief, '000000') : enterRecoveryCode(thief, 'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA');
      }),
    );
    expect(tried.map(({ status }) => status).sort()).toEqual([...Array(10).fill(400), ...Array(6).fill(429)]);
    advanceClock(60);
    const refused = await enterCode(keeper.client, codeOf(secret));
    expectError(refused, 429, 'too_many_codes');
    expect(Number(refused.headers.get('Retry-After'))).toBe(13 * 60 + 50);
    expect((await show(keeper.client, authenticator)).status).toBe(200);
    const failures = (await auditOf('admin', keeper.id)).filter(({ action }) => action === 'admin.proof_failed');
    expect(failures).toHaveLength(10);
    advanceClock(14 * 60);
    expect((await enterCode(keeper.client, codeOf(secret))).status).toBe(200);
  });

  test('works again after too many wrong codes once the owner enters a recovery code and changes the password', async () => {
    const keeper = await adminWithPassword('super_admin');
    const { secret, recoveryCodes } = await addApp(keeper.client);
    const [thief, owner] = [await otherSession(keeper), await otherSession(keeper)];
    for (let count = 0; count < 11; count += 1) await enterCode(thief, '000000');
    advanceClock(30);
    expectError(await enterCode(owner, codeOf(secret)), 429, 'too_many_codes');
    expect((await enterRecoveryCode(owner, recoveryCodes[0] ?? '')).status).toBe(200);
    const passwords = { currentPassword: keeper.password, newPassword: 'my-own-again-1' };
    expect((await owner.put('/api/admin/change-password', passwords)).status).toBe(200);
    expect((await enterCode(owner, codeOf(secret))).status).toBe(200);
  });

  test('survives a rotation of the key that encrypts its secret, once a code was used', async () => {
    const { client } = await newAdmin();
    const { secret } = await addApp(client);
    const [first, second] = [client.workerEnv.ADMIN_TOKEN_KEY, 'the-second-key-of-administrators-tokens'];
    const at = (keys: Partial<Env>) => Object.assign(client.bearer(client.token ?? ''), { workerEnv: { ...client.workerEnv, ...keys } });
    advanceClock(30);
    const during = at({ ADMIN_TOKEN_KEY: second, ADMIN_TOKEN_KEY_PREVIOUS: first ?? '' });
    expect((await enterCode(during, codeOf(secret))).status).toBe(200);
    advanceClock(30);
    // Entering a code during the rotation re-encrypted the secret with the second key, so a Worker without that key rejects codes.
    const swapped = at({ ADMIN_TOKEN_KEY: 'a-third-key-that-never-sealed-anything-yet', ADMIN_TOKEN_KEY_PREVIOUS: first ?? '' });
    expectError(await enterCode(swapped, codeOf(secret)), 400, 'second_factor_wrong');
    expect((await enterCode(during, codeOf(secret))).status).toBe(200);
  });
});

describe('an administrator’s session in production', () => {
  test('ends after 60 minutes without a call, unlike in development', async () => {
    const [admin, idle, local] = [await newAdmin('admin'), await newAdmin('admin'), await newAdmin('admin')];
    for (const { client } of [admin, idle]) inProduction(client);
    const isIn = async ({ client }: TestAdmin) => (await client.get('/api/admin/users')).status === 200;
    for (let minutes = 0; minutes < 100; minutes += 50) {
      advanceClock(50 * 60);
      expect(await isIn(admin)).toBe(true);
    }
    expect([await isIn(admin), await isIn(idle), await isIn(local)]).toEqual([true, false, true]);
    advanceClock(59 * 60);
    expect(await isIn(admin)).toBe(true);
    advanceClock(60 * 60);
    expect(await isIn(admin)).toBe(false);
    expectError(await admin.client.get('/api/admin/me'), 401, 'admin_not_signed_in');
  });

  test('is not extended by calls that a page repeats by itself, unless they change something', async () => {
    const [watching, working] = [await newAdmin('admin'), await newAdmin('admin')];
    for (const { client } of [watching, working]) inProduction(client);
    const inBackground = { [backgroundHeader]: '1' };
    const refresh = async ({ client }: TestAdmin) => (await client.get('/api/admin/totals', inBackground)).status;
    for (const minutes of [30, 29]) {
      advanceClock(minutes * 60);
      expect([await refresh(watching), await refresh(working)]).toEqual([200, 200]);
      await working.client.post('/api/admin/download-links', { path: '/api/admin/users/export.csv' }, inBackground);
    }
    advanceClock(2 * 60);
    expect([await refresh(watching), await refresh(working)]).toEqual([401, 200]);
    expectError(await watching.client.get('/api/admin/me'), 401, 'admin_not_signed_in');
  });

  test('stores its last use at most once a minute', async () => {
    const { client, id } = await newAdmin('admin');
    inProduction(client);
    const usedAt = async () =>
      (await row<{ at: number | null }>('SELECT last_used_at AS at FROM admin_sessions WHERE admin_id = ?', id))?.at;
    await client.get('/api/admin/users');
    expect(await usedAt()).toBeNull();
    advanceClock(60);
    await client.get('/api/admin/users');
    const firstUse = await usedAt();
    expect(firstUse).toBe(Math.floor(Date.now() / 1_000));
    advanceClock(59);
    await client.get('/api/admin/users');
    expect(await usedAt()).toBe(firstUse);
  });
});

test('a reset link resets password and second factors', async () => {
  const keeper = await adminWithPassword('super_admin');
  await addPasskey(keeper.client);
  await addApp(keeper.client);
  const { client } = await newAdmin();
  expect((await client.post(`/api/admin/administrators/${keeper.id}/reset-link`)).status).toBe(200);
  const mail = await row<{ id: string }>(
    `SELECT message_id AS id FROM outbox WHERE to_address = ? AND template = 'admin_reset_password'`,
    keeper.email,
  );
  const token = await tokenInMail(mail?.id ?? '');
  expect((await new Client().post('/api/admin/reset-password', { token, newPassword: 'my-new-one-1' })).status).toBe(200);
  const { body } = await signInAdmin(new Client(), keeper.email, 'my-new-one-1');
  expect(body.admin.secondFactor).toBe('optional');
  expect((await new Client().bearer(body.token).get<Factors>(factors)).body).toEqual({ passkeys: [], app: null, recoveryCodesLeft: 0 });
});

describe('the audit log of sign-ins', () => {
  test('contains all successes, and only the first and tenth failure and the first that reaches a limit', async () => {
    const { email, id, password } = await adminWithPassword();
    const guesser = new Client();
    for (let time = 0; time < 13; time += 1) await signInAdmin(guesser, email, 'not-the-password');
    const otherNetwork = new Client('2001:db8:77::1');
    for (let time = 0; time < 11; time += 1) await signInAdmin(otherNetwork, email, 'not-the-password');
    expect((await signInAdmin(new Client(), email, password)).status).toBe(200);
    await signInAdmin(new Client(), 'nobody@example.test', 'not-the-password');
    expect(await auditOf('admin', id)).toMatchObject([
      { action: 'admin.create' },
      { action: 'admin.login_failed', admin_id: null, after: { failures: 1 } },
      { action: 'admin.login_failed', after: { failures: 10 } },
      { action: 'admin.login_failed', after: { locked: true } },
      { action: 'admin.login', admin_id: id },
    ]);
  });
});
