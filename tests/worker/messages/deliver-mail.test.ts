/** Outbox delivery: every email is delivered at least once, regardless of how the provider fails. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '#schema/accounts/user.ts';
import { languages } from '#schema/languages.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { advanceClock, Client, change, expectError, newCard, newMember, row, setClock } from '#tests/worker/support/client.ts';
import { envWith, FakeProvider, outboxRow, queueOne, runDelivery, withProvider } from '#tests/worker/support/messages/mail-delivery.ts';
import type { Env } from '#worker/env.ts';

let provider: FakeProvider;
let workerEnv: Env;
beforeEach(async () => {
  setClock('2026-11-21T10:00:00Z');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await change("UPDATE outbox SET status = 'dead'");
  provider = new FakeProvider();
  workerEnv = envWith(provider);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const fails = () => {
  throw new Error('E_INTERNAL: try again');
};

describe('a deliverable email', () => {
  test('is sent complete, right after the call that queued it', async () => {
    const client = withProvider(new Client(), provider);
    const body = {
      email: 'hiker@example.test',
      password: 'pass-word-1',
      confirmPassword: 'pass-word-1',
      firstName: 'Hike',
      acceptedTerms: true,
    };
    expect((await client.post('/api/register', body)).status).toBe(201);
    const [mail] = provider.to('hiker@example.test');
    const { messageId } = await outboxRow('hiker@example.test');
    expect(mail).toMatchObject({
      from: { name: 'Cache Cards', email: 'trail@cards.test' },
      subject: 'Welcome to Cache Cards: please verify your email',
      headers: { 'X-Entity-Ref-ID': messageId },
    });
    expect(mail?.text).toContain('Hi Hike,');
    expect(await outboxRow('hiker@example.test')).toMatchObject({ status: 'sent', attempts: 1, lastError: null });
    expect(await row('SELECT sent_at AS "at" FROM outbox WHERE message_id = ?', messageId)).toEqual({ at: Date.now() / 1_000 });
  });

  test('is in the language that the browser prefers at sign-up, until the member chooses another', async () => {
    const client = withProvider(new Client(), provider);
    const [email, password] = ['wanderer@example.test', 'pass-word-1'];
    const body = { email, password, confirmPassword: password, acceptedTerms: true };
    expect((await client.post('/api/register', body, { 'Accept-Language': 'de-AT,de;q=0.9,en;q=0.8' })).status).toBe(201);
    expect(provider.to(email)[0]?.subject).toBe('Willkommen bei Cache Cards: Bitte bestätige deine E-Mail-Adresse');
    await client.post('/api/contact', { name: 'Wanda', email, message: 'Hallo!' });
    expect(provider.to('office@cachecards.test').at(-1)?.text).toContain('You’re receiving this email because messages');
    expect((await client.get('/api/preferences')).body).toMatchObject({ language: 'de', languages: ['en', ...Object.keys(languages)] });
    expectError(await client.put('/api/preferences/language', { language: 'xx' }), 400, 'invalid_input');
    expect((await client.put('/api/preferences/language', { language: 'en' })).body).toMatchObject({ language: 'en' });
    await client.post('/api/forgot-password', { email });
    expect(provider.to(email).at(-1)?.subject).toBe('Set a new password');
    await change('UPDATE users SET email_verified_at = 1 WHERE email = ?', email);
    await client.put('/api/preferences/language', { language: 'de' });
    await client.put('/api/preferences/language', { language: 'en' });
    const [toGerman, toEnglish] = provider.to(email).slice(-2);
    expect(toGerman?.subject).toBe('The language of your emails was changed');
    expect(toEnglish?.subject).toBe('Die Sprache deiner E-Mails wurde geändert');
  });

  test('is in its reader’s language: a German finder’s in German, the English owner’s in English with the finder’s note as written', async () => {
    const owner = await directMember({ role: 'basic' });
    const card = await newCard({ owner: owner.id });
    await owner.client.put('/api/preferences/digest', { frequency: 'daily' });
    const finder = withProvider(new Client(), provider);
    const [email, password] = ['finderin@example.test', 'pass-word-1'];
    const body = { email, password, confirmPassword: password, acceptedTerms: true };
    const headers = { 'Accept-Language': 'de-DE,de;q=0.9' };
    expect((await finder.post<User>('/api/register', body, headers)).body.language).toBe('de');
    expect((await finder.post('/api/scan', { cardId: card.cardId, code: card.code })).status).toBe(200);
    const note = 'Schön versteckt, danke für den Weg!';
    expect((await finder.put(`/api/finds/${card.cardId}/log`, { text: note })).status).toBe(200);
    await finder.post('/api/forgot-password', { email });
    expect(provider.to(email).map(({ html }) => html?.includes('<html lang="de">'))).toEqual([true, true]);
    setClock('2026-11-22T06:56:00Z');
    await fire('send-digests');
    await runDelivery(workerEnv);
    const { address } = (await row('SELECT email AS "address" FROM users WHERE id = ?', owner.id)) as { address: string };
    const digest = provider.to(address).at(-1);
    for (const text of ['1 find', note]) expect(digest?.text).toContain(text);
    expect(digest?.html).toContain('<html lang="en">');
  });

  test('greets a member by username if the first name does not look like a name', async () => {
    const client = withProvider(new Client(), provider);
    const firstName = 'Claim your prize at evil.test';
    const body = { email: 'prize@example.test', password: 'pass-word-1', confirmPassword: 'pass-word-1', firstName, acceptedTerms: true };
    expect((await client.post('/api/register', { ...body, username: 'hiker' })).status).toBe(201);
    const text = provider.to('prize@example.test')[0]?.text;
    expect(text).toContain('Hi hiker,');
    expect(text).not.toContain('evil.test');
  });

  test('is sent right away, regardless of the queue’s length', async () => {
    await Promise.all(Array.from({ length: 30 }, () => queueOne(null)));
    advanceClock(10);
    const client = withProvider(new Client(), provider);
    const body = { email: 'quick@example.test', password: 'pass-word-1', confirmPassword: 'pass-word-1', acceptedTerms: true };
    expect((await client.post('/api/register', body)).status).toBe(201);
    expect(provider.to('quick@example.test')).toHaveLength(1);
  });

  test('is sent once by the next run of the job', async () => {
    const to = await queueOne(null);
    await runDelivery(workerEnv);
    await runDelivery(workerEnv);
    expect(provider.to(to)).toHaveLength(1);
    expect(await outboxRow(to)).toMatchObject({ status: 'sent', attempts: 1 });
  });

  test('waits until it is due', async () => {
    const to = await queueOne(null);
    await change('UPDATE outbox SET next_attempt_at = next_attempt_at + 1 WHERE to_address = ?', to);
    await runDelivery(workerEnv);
    expect(provider.to(to)).toEqual([]);
    advanceClock(1);
    await runDelivery(workerEnv);
    expect(provider.to(to)).toHaveLength(1);
  });

  test('is one of many per run', async () => {
    const addresses = await Promise.all(Array.from({ length: 40 }, () => queueOne(null)));
    await runDelivery(workerEnv);
    expect(provider.sent.map((mail) => mail.to).sort()).toEqual(addresses.sort());
  });

  test('is sent once by concurrent runs', async () => {
    const addresses = await Promise.all(Array.from({ length: 30 }, () => queueOne(null)));
    await Promise.all(Array.from({ length: 8 }, () => runDelivery(workerEnv)));
    expect(provider.sent.map((mail) => mail.to).sort()).toEqual(addresses.sort());
  });
});

describe('without a mail provider', () => {
  test.each([
    ['the binding', { EMAIL: undefined }],
    ['a sender', { MAIL_FROM: undefined }],
    ['a non-empty sender', { MAIL_FROM: '' }],
  ])('because %s is missing, mails stay queued', async (_what, lacking) => {
    const to = await queueOne(null);
    await runDelivery({ ...workerEnv, ENVIRONMENT: 'production', ...lacking } as unknown as Env);
    expect(provider.sent).toEqual([]);
    expect(await outboxRow(to)).toMatchObject({ status: 'queued', attempts: 0, lastError: null });
  });

  test('in production the development mailbox is not used', async () => {
    const to = await queueOne(null);
    const production = { ...(env as unknown as Env), ENVIRONMENT: 'production', MAILBOX_BASE: 'http://localhost:1' };
    await runDelivery(production);
    expect(await outboxRow(to)).toMatchObject({ status: 'queued', attempts: 0 });
  });
});

describe('a failing mail provider', () => {
  test('is retried after 1 min, 5 min, 30 min, 2 h and 12 h, up to 8 attempts', async () => {
    provider.before = fails;
    const to = await queueOne(null);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await expect(runDelivery(workerEnv)).rejects.toThrow('isn’t accepting email right now');
      const { status, attempts, waits: seconds, lastError } = await outboxRow(to);
      expect({ status, attempts, lastError }).toEqual({
        status: attempt < 8 ? 'queued' : 'dead',
        attempts: attempt,
        lastError: 'The mail provider failed: E_INTERNAL: try again',
      });
      waits.push(seconds);
      advanceClock(seconds - 1);
      await runDelivery(workerEnv);
      expect((await outboxRow(to)).attempts).toBe(attempt);
      advanceClock(1);
    }
    expect(waits.slice(0, 7)).toEqual([60, 300, 1_800, 7_200, 43_200, 43_200, 43_200]);
    advanceClock(7 * 86_400);
    provider.before = () => undefined;
    await runDelivery(workerEnv);
    expect(provider.sent).toEqual([]);
  });

  test('that recovers gets the same email with the same Message-ID', async () => {
    const seen: unknown[] = [];
    provider.before = (mail) => {
      seen.push(mail.headers['X-Entity-Ref-ID']);
      if (seen.length === 1) fails();
    };
    const to = await queueOne(null);
    await expect(runDelivery(workerEnv)).rejects.toThrow('isn’t accepting email right now');
    advanceClock(60);
    await runDelivery(workerEnv);
    const { messageId, status, lastError } = await outboxRow(to);
    expect(seen).toEqual([messageId, messageId]);
    expect({ status, lastError }).toEqual({ status: 'sent', lastError: null });
  });

  test('for one address does not delay other emails', async () => {
    const bad = await queueOne(null);
    const good = await queueOne(null);
    provider.before = (mail) => {
      if (mail.to === bad) fails();
    };
    await runDelivery(workerEnv);
    expect(provider.to(good)).toHaveLength(1);
    expect(await outboxRow(bad)).toMatchObject({ status: 'queued', attempts: 1 });
  });

  test.each([
    'E_RECIPIENT_SUPPRESSED',
    'E_RECIPIENT_NOT_ALLOWED',
    'E_DELIVERY_FAILED',
    'E_VALIDATION_ERROR',
  ])('for many addresses, with %s, neither delays other emails nor counts as the provider’s failure', async (code) => {
    const refused = await Promise.all(Array.from({ length: 13 }, () => queueOne(null)));
    const good = await queueOne(null);
    provider.before = ({ to }) => {
      if (refused.includes(to)) throw Object.assign(new Error('refused'), { code });
    };
    await runDelivery(workerEnv);
    expect(provider.to(good)).toHaveLength(1);
  });

  test('that fails for every email is not tried with each waiting one', async () => {
    provider.before = fails;
    const addresses = await Promise.all(Array.from({ length: 20 }, () => queueOne(null)));
    await expect(runDelivery(workerEnv)).rejects.toThrow('The mail provider isn’t accepting email right now. We’ll retry: E_INTERNAL');
    const tried = (await Promise.all(addresses.map(outboxRow))).filter(({ attempts }) => attempts > 0);
    expect(tried).toHaveLength(6);
  });

  test('does not fail the call that queued the email', async () => {
    provider.before = fails;
    const client = withProvider(new Client(), provider);
    const body = { email: 'calm@example.test', password: 'pass-word-1', confirmPassword: 'pass-word-1', acceptedTerms: true };
    expect((await client.post('/api/register', body)).status).toBe(201);
    expect(await outboxRow('calm@example.test')).toMatchObject({ status: 'queued', attempts: 1, waits: 60 });
  });
});

describe('a slow mail provider', () => {
  test('counts as failed after 10 s, although it may have sent the email', async () => {
    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    provider.after = () => new Promise<never>(() => undefined);
    const to = await queueOne(null);
    const failed = expect(runDelivery(workerEnv)).rejects.toThrow('No response within 10 s');
    await vi.waitFor(() => expect(provider.to(to)).toHaveLength(1), 30_000);
    await vi.advanceTimersByTimeAsync(10_000);
    await failed;
    expect(await outboxRow(to)).toMatchObject({
      status: 'queued',
      attempts: 1,
      lastError: 'The mail provider failed: No response within 10 s',
    });
  });
});

describe('a delivery run that dies', () => {
  /** Starts a delivery run that hangs while it sends the email. Returns a function that ends it, so that no later test meets it. */
  async function hangSending(): Promise<() => Promise<void>> {
    const hanging = new FakeProvider();
    let fail: (() => void) | undefined;
    hanging.before = () => new Promise<never>((_, reject) => (fail = () => reject(new Error('late'))));
    const run = runDelivery(envWith(hanging)).catch(() => undefined);
    await vi.waitFor(() => expect(fail).toBeDefined(), 30_000);
    return async () => {
      fail?.();
      await run;
    };
  }

  test('leaves its emails to other runs once its lease has expired, not before', async () => {
    const to = await queueOne(null);
    const end = await hangSending();
    expect(await outboxRow(to)).toMatchObject({ status: 'sending', attempts: 1, waits: 300 });
    advanceClock(299);
    await runDelivery(workerEnv);
    expect(provider.to(to)).toEqual([]);
    advanceClock(1);
    await runDelivery(workerEnv);
    expect(provider.to(to)).toHaveLength(1);
    expect(await outboxRow(to)).toMatchObject({ status: 'sent', attempts: 2 });
    await end();
  });

  test('repeatedly gives the email up after the same number of attempts as failures do', async () => {
    const to = await queueOne(null);
    await change("UPDATE outbox SET status = 'sending', attempts = 8, next_attempt_at = 1 WHERE to_address = ?", to);
    await runDelivery(workerEnv);
    expect(provider.to(to)).toEqual([]);
    expect(await outboxRow(to)).toMatchObject({ status: 'dead', lastError: 'no attempt finished' });
  });

  test('and fails late changes nothing of the next run’s result', async () => {
    const to = await queueOne(null);
    const end = await hangSending();
    advanceClock(300);
    provider.before = end;
    await runDelivery(workerEnv);
    expect(await outboxRow(to)).toMatchObject({ status: 'sent', attempts: 2, lastError: null });
  });
});

describe('an optional email', () => {
  const reminder = { number: 'CC-1', daysLeft: '7' };

  test('is sent with an unsubscribe link', async () => {
    const { id } = await directMember();
    const to = await queueOne(id, 'certificate_reminder', reminder);
    await runDelivery(workerEnv);
    const [mail] = provider.to(to);
    expect(mail?.headers['List-Unsubscribe']).toMatch(
      new RegExp(`^<https://cards\\.test/api/unsubscribe/one-click\\?token=${id}\\.stay\\.[\\w-]{22}>$`),
    );
    expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  });

  test('is not sent after unsubscribing; required emails are', async () => {
    const { id } = await directMember();
    await change('UPDATE users SET wants_optional_mail = 0 WHERE id = ?', id);
    const to = await queueOne(id, 'certificate_reminder', reminder);
    const other = await queueOne(id, 'certificate_issued', reminder);
    await runDelivery(workerEnv);
    expect(provider.to(to)).toEqual([]);
    expect(await outboxRow(to)).toMatchObject({ status: 'dropped', lastError: 'unsubscribed' });
    expect(provider.to(other)).toHaveLength(1);
  });

  test('is not sent after its topic was turned off; others are', async () => {
    const { id, client } = await directMember();
    await client.patch('/api/preferences/notifications', { channel: 'email', topic: 'stay', isOn: false });
    const [to, other] = [await queueOne(id, 'certificate_reminder', reminder), await queueOne(id, 'card_reported', reminder)];
    await runDelivery(workerEnv);
    expect(await outboxRow(to)).toMatchObject({ status: 'dropped', lastError: 'unsubscribed' });
    expect(provider.to(other)).toHaveLength(1);
  });
});

test.each(['nonsense', 'toString'])('a mail with the unknown template %s does not affect others', async (template) => {
  const to = await queueOne(null, template);
  const good = await queueOne(null);
  await runDelivery(workerEnv);
  expect(provider.to(good)).toHaveLength(1);
  expect(await outboxRow(to)).toMatchObject({ status: 'queued', lastError: `Unknown mail template "${template}"` });
});

test('a call that queues no email does not query the outbox', async () => {
  const { client } = await newMember();
  const to = await queueOne(null);
  withProvider(client, provider);
  expect((await client.get('/api/user')).status).toBe(200);
  expect((await client.post('/api/logout')).status).toBe(200);
  expect(provider.to(to)).toEqual([]);
  expect((await outboxRow(to)).attempts).toBe(0);
});
