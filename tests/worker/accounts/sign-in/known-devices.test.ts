/** Known devices: strangers guessing passwords cannot lock the owner out on a device that has signed in before. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signInAs, stranger } from '#tests/worker/support/accounts/identities.ts';
import { type AdminWithPassword, adminWithPassword, signInAdmin } from '#tests/worker/support/admin/admin-with-password.ts';
import {
  type Answer,
  advanceClock,
  Client,
  change,
  expectError,
  newMember,
  row,
  setClock,
  type TestMember,
  tokenInMail,
} from '#tests/worker/support/client.ts';

beforeEach(async () => {
  setClock('2026-11-21T10:01:00Z');
  await change('DELETE FROM rate_counters');
});
afterEach(() => {
  vi.useRealTimers();
});

const device = '__Host-device';
const signIn = (client: Client, email: string, password: string) => client.post('/api/login', { email, password });
const guessPassword = (client: Client, email: string) => signIn(client, email, 'not-the-password');
const statusOf = async (answer: Promise<Answer>) => (await answer).status;

/** Creates a client that has only the device cookie left, like a browser after a restart. */
function sameDevice(client: Client, cookie = client.cookies.get(device) ?? ''): Client {
  const browser = new Client();
  browser.cookies.set(device, cookie);
  return browser;
}

async function guessAsStrangers(guess: (client: Client) => Promise<Answer>): Promise<void> {
  for (let address = 0; address < 10; address += 1) {
    const guesser = new Client();
    const answers = await Promise.all(Array.from({ length: 10 }, () => guess(guesser)));
    expect(answers.every(({ status }) => status === 401)).toBe(true);
  }
}

/** Locks the account by making one failed guess and setting its counter to 100. */
async function lockAccount(guess: (client: Client) => Promise<Answer>): Promise<void> {
  expect((await guess(new Client())).status).toBe(401);
  await change("UPDATE rate_counters SET count = 100 WHERE key LIKE '%login:account:%'");
}

const lockedMember = async (): Promise<TestMember> => {
  const member = await newMember();
  await lockAccount((guesser) => guessPassword(guesser, member.email));
  expectError(await signIn(new Client(), member.email, member.password), 429, 'too_many_logins');
  return member;
};

describe('a known device of a member', () => {
  test('can sign in while guesses by strangers lock the account elsewhere', async () => {
    const { client, email, password } = await newMember();
    await guessAsStrangers((guesser) => guessPassword(guesser, email));
    await client.post('/api/logout');
    expect(await statusOf(signIn(client, email, password))).toBe(200);
    expect(await statusOf(signIn(sameDevice(client), email, password))).toBe(200);
    expectError(await signIn(new Client(), email, password), 429, 'too_many_logins');
  });

  test('can sign in while guesses from the same address lock it elsewhere', async () => {
    const { client, email, password } = await newMember();
    const neighbor = new Client(client.address);
    await guessPassword(neighbor, 'another.account@example.test');
    await change("UPDATE rate_counters SET count = 100 WHERE key LIKE 'login:address:%'");
    expectError(await signIn(neighbor, email, password), 429, 'too_many_logins');
    expect(await statusOf(signIn(client, email, password))).toBe(200);
  });

  test('can change the password and confirm actions during the lock', async () => {
    const { client, password } = await lockedMember();
    expectError(await client.post('/api/change-password', { currentPassword: 'wrong', newPassword: 'pass-word-2' }), 400);
    expect(await statusOf(client.post('/api/change-password', { currentPassword: password, newPassword: 'pass-word-2' }))).toBe(200);
    expect(await statusOf(client.post('/api/delete-account', { confirmation: 'DELETE', currentPassword: 'pass-word-2' }))).toBe(200);
    expect([...client.cookies.keys()]).toEqual([]);
  });

  test.each<[string, (member: TestMember) => Promise<Client>]>([
    ['registering', async ({ client }) => client],
    [
      'a sign-in by password',
      async ({ email, password }) => {
        const client = new Client();
        await signIn(client, email, password);
        return client;
      },
    ],
    [
      'a sign-in after a reset',
      async ({ email }) => {
        await new Client().post('/api/forgot-password', { email });
        const mail = await row<{ id: string }>(
          "SELECT message_id AS id FROM outbox WHERE to_address = ? AND template = 'reset_password'",
          email,
        );
        await new Client().post('/api/reset-password', { token: await tokenInMail(mail?.id ?? ''), newPassword: 'pass-word-1' });
        const client = new Client();
        await signIn(client, email, 'pass-word-1');
        return client;
      },
    ],
  ])('is created by %s', async (_, enter) => {
    const member = await newMember();
    const client = await enter(member);
    await lockAccount((guesser) => guessPassword(guesser, member.email));
    expect(await statusOf(signIn(sameDevice(client), member.email, member.password))).toBe(200);
  });

  test.each<[string, (client: Client) => Promise<Answer>]>([
    ['ending all other sessions', (client) => client.call('DELETE', '/api/sessions')],
    [
      'ending one of them',
      async (client) => {
        const sessions = (await client.get<{ id: string; isCurrent: boolean }[]>('/api/sessions')).body;
        return client.call('DELETE', `/api/sessions/${sessions.find(({ isCurrent }) => !isCurrent)?.id}`);
      },
    ],
  ])('is still known after %s', async (_, end) => {
    const { client, email, password } = await newMember();
    advanceClock(1);
    await signIn(new Client(), email, password);
    advanceClock(1);
    expect(await statusOf(end(client))).toBe(200);
    await lockAccount((guesser) => guessPassword(guesser, email));
    expect(await statusOf(signIn(sameDevice(client), email, password))).toBe(200);
  });

  test('is created by a sign-in through a provider', async () => {
    const { email, password, id } = await newMember();
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', id);
    const { client, answer } = await signInAs(stranger({ email }));
    expect(answer.status).toBe(200);
    await lockAccount((guesser) => guessPassword(guesser, email));
    expect(await statusOf(signIn(sameDevice(client), email, password))).toBe(200);
  });
});

describe('the failure counter of a known device', () => {
  test('allows 10 failures in 15 minutes, separate from the account’s counter', async () => {
    const { client, email, password } = await newMember();
    const known = sameDevice(client);
    for (let guess = 0; guess < 10; guess += 1) expect(await statusOf(guessPassword(known, email))).toBe(401);
    const refused = await signIn(known, email, password);
    expectError(refused, 429, 'too_many_logins');
    expect(refused.headers.get('Retry-After')).toBe(String(14 * 60));
    expect(await statusOf(signIn(new Client(known.address), email, password))).toBe(200);
    advanceClock(14 * 60);
    expect(await statusOf(signIn(known, email, password))).toBe(200);
  });

  test('holds for 30 concurrent guesses and for everybody with a stolen copy of the cookie', async () => {
    const { client, email } = await newMember();
    const thieves = Array.from({ length: 30 }, () => sameDevice(client));
    const answers = await Promise.all(thieves.map((thief) => guessPassword(thief, email)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  test('is not reset when signing in renews the cookie', async () => {
    const { client, email, password } = await newMember();
    const before = client.cookies.get(device);
    for (let guess = 0; guess < 9; guess += 1) await guessPassword(client, email);
    advanceClock(1);
    expect(await statusOf(signIn(client, email, password))).toBe(200);
    expect(client.cookies.get(device)).not.toBe(before);
    expect(await statusOf(guessPassword(client, email))).toBe(401);
    for (const cookie of [before, client.cookies.get(device)])
      expect(await statusOf(guessPassword(sameDevice(client, cookie), email))).toBe(429);
  });

  test('is separate for each device of an account', async () => {
    const { client, email, password } = await newMember();
    const other = new Client();
    await signIn(other, email, password);
    for (let guess = 0; guess < 10; guess += 1) await guessPassword(other, email);
    expect(await statusOf(guessPassword(other, email))).toBe(429);
    expect(await statusOf(signIn(client, email, password))).toBe(200);
  });
});

describe('the device cookie', () => {
  test('is a host-only HttpOnly cookie for a year that does not reveal its account', async () => {
    const { email, password, id } = await newMember();
    const body = JSON.stringify({ email, password });
    const ask = (origin: string) => {
      const client = new Client();
      client.workerEnv = { ...client.workerEnv, PUBLIC_ORIGIN: origin };
      return client.fetch(`${origin}/api/login`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    };
    const set = (await ask('https://cards.test')).headers.getSetCookie().find((cookie) => cookie.includes('device=')) ?? '';
    expect(set).toMatch(/^__Host-device=[\w-]{22}\.\d{10}\.[\w-]{22}; /);
    for (const flag of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/', 'Max-Age=31536000']) expect(set).toContain(flag);
    expect(set).not.toContain('Domain');
    expect(set).not.toContain(email);
    expect(set).not.toMatch(new RegExp(`[=.]${id}[.;]`));
    const local = (await ask('http://localhost:8787')).headers.getSetCookie().find((cookie) => cookie.includes('device=')) ?? '';
    expect(local).toMatch(/^device=/);
    expect(local).not.toContain('Secure');
  });

  test('does not make a device known when it is another member’s, forged or changed', async () => {
    const { client, email, password } = await lockedMember();
    const own = client.cookies.get(device) ?? '';
    const stranger = (await newMember()).client.cookies.get(device) ?? '';
    const [id = '', at = '', seal = ''] = own.split('.');
    const other = (text: string) => (text[0] === 'A' ? 'B' : 'A') + text.slice(1);
    const forgeries = [
      stranger,
      `${stranger.split('.')[0]}.${at}.${seal}`,
      `${id}.${stranger.split('.').slice(1).join('.')}`,
      `${other(id)}.${at}.${seal}`,
      `${id}.${Number(at) + 1}.${seal}`,
      `${id}.${at}.${other(seal)}`,
      `${id}.${at}`,
      `${id}`,
      `${own}.`,
      `${own}${`.${at}.${seal}`.repeat(5)}`,
      `${id}.999999999999.${seal}`,
      '',
      '%00',
      'x'.repeat(5_000),
    ];
    for (const forgery of forgeries) {
      expectError(await signIn(sameDevice(client, forgery), email, password), 429, 'too_many_logins');
    }
    expect(await statusOf(signIn(sameDevice(client, own), email, password))).toBe(200);
  });

  test('holds five accounts, and a sixth replaces the oldest', async () => {
    const shared = new Client();
    const members: TestMember[] = [];
    for (let n = 0; n < 6; n += 1) {
      const member = await newMember();
      members.push(member);
      await signIn(shared, member.email, member.password);
      advanceClock(1);
    }
    expect(shared.cookies.get(device)?.split('.')).toHaveLength(11);
    const [first, second] = members as [TestMember, TestMember];
    await guessPassword(new Client(), first.email);
    await lockAccount((guesser) => guessPassword(guesser, second.email));
    expect(await statusOf(signIn(sameDevice(shared), first.email, first.password))).toBe(429);
    expect(await statusOf(signIn(sameDevice(shared), second.email, second.password))).toBe(200);
  });

  test('expires a year after the last sign-in', async () => {
    const { client, email, password } = await newMember();
    const old = client.cookies.get(device) ?? '';
    advanceClock(364 * 86_400);
    expect(await statusOf(signIn(client, email, password))).toBe(200);
    advanceClock(86_400);
    await lockAccount((guesser) => guessPassword(guesser, email));
    expect(await statusOf(signIn(sameDevice(client, old), email, password))).toBe(429);
    expect(await statusOf(signIn(sameDevice(client), email, password))).toBe(200);
  });
});

describe('known devices', () => {
  const endings: [string, (member: TestMember) => Promise<Answer>][] = [
    [
      'a changed password',
      ({ client, password }) => client.post('/api/change-password', { currentPassword: password, newPassword: password }),
    ],
    ['signing out everywhere', ({ client }) => client.post('/api/sign-out-everywhere')],
  ];

  test.each(endings)('are forgotten after %s, except the current one', async (_, end) => {
    const member = await newMember();
    const { client, email, password } = member;
    const elsewhere = new Client();
    await signIn(elsewhere, email, password);
    const before = client.cookies.get(device) ?? '';
    advanceClock(60);
    expect((await end(member)).status).toBe(200);
    await lockAccount((guesser) => guessPassword(guesser, email));
    expect(await statusOf(signIn(sameDevice(elsewhere), email, password))).toBe(429);
    expect(await statusOf(signIn(sameDevice(client, before), email, password))).toBe(429);
    expect(await statusOf(signIn(sameDevice(client), email, password))).toBe(200);
  });
});

describe('an administrator', () => {
  const guessAdminPassword = (client: Client, email: string) => signInAdmin(client, email, 'not-the-password') as Promise<Answer>;
  const signedInAdmin = async (): Promise<AdminWithPassword & { browser: Client }> => {
    const admin = await adminWithPassword('super_admin');
    const browser = new Client();
    expect((await signInAdmin(browser, admin.email, admin.password)).status).toBe(200);
    await change('UPDATE admins SET password_is_temporary = 0 WHERE email = ?', admin.email);
    return { ...admin, browser };
  };

  test('can sign in only on a known device while guesses by strangers lock the account', { tags: 'long' }, async () => {
    const { browser, email, password } = await signedInAdmin();
    await guessAsStrangers((guesser) => guessAdminPassword(guesser, email));
    expect((await signInAdmin(new Client(), email, password)).status).toBe(429);
    expect((await signInAdmin(sameDevice(browser), email, password)).status).toBe(200);
    for (let guess = 0; guess < 10; guess += 1) await guessAdminPassword(browser, email);
    expect((await signInAdmin(browser, email, password)).status).toBe(429);
  });

  test.each<[string, (browser: Client, password: string) => Promise<Answer>]>([
    [
      'a changed password',
      (browser, password) => browser.put('/api/admin/change-password', { currentPassword: password, newPassword: 'pass-word-1' }),
    ],
    ['signing out everywhere', (browser) => browser.post('/api/admin/sign-out-everywhere')],
  ])('has only the current device known after %s', async (_, end) => {
    const { browser, email, password } = await signedInAdmin();
    const elsewhere = new Client();
    browser.token = (await signInAdmin(elsewhere, email, password)).body.token;
    advanceClock(60);
    expect((await end(browser, password)).status).toBe(200);
    await lockAccount((guesser) => guessAdminPassword(guesser, email));
    expect((await signInAdmin(sameDevice(elsewhere), email, password)).status).toBe(429);
    expect((await signInAdmin(sameDevice(browser), email, password)).status).toBe(200);
  });
});
