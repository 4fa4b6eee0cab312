/**
 * POST /api/contact: messages are stored, emailed only to our contact address, and rate-limited by network address. Product rules: Claims,
 * printing, email and messages.
 */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { contactMessageMaxLength } from '#schema/messages/contact.ts';
import { advanceClock, Client, change, expectError, newMember, row, setClock } from '#tests/worker/support/client.ts';
import { envWith, FakeProvider } from '#tests/worker/support/messages/mail-delivery.ts';

const office = 'office@cards.test';
const message = { name: 'Gus Geocacher', email: 'gus@strangers.test', message: 'Hello!\n\nI found a card <b>without</b> a code.' };

interface StoredMessage {
  name: string;
  email: string;
  message: string;
  user_id: number | null;
  address_hash: string | null;
  handled_at: number | null;
}

const storedRow = (email: string) => row<StoredMessage>('SELECT * FROM contact_messages WHERE email = ? ORDER BY id DESC', email);
const countOf = async (table: string) => (await row<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))?.n ?? 0;

function mailing(provider: FakeProvider): Client {
  const client = new Client();
  client.workerEnv = envWith(provider, { CONTACT_TO: office });
  return client;
}

afterEach(() => {
  vi.useRealTimers();
});

describe('a contact message', () => {
  test('is stored unchanged and mailed to the office with a reply address', async () => {
    const provider = new FakeProvider();
    const answer = await mailing(provider).post('/api/contact', message);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ message: expect.stringMatching(/^Message sent/) });
    expect(await storedRow(message.email)).toMatchObject({ ...message, user_id: null, handled_at: null, address_hash: expect.any(String) });
    expect(provider.sent).toHaveLength(1);
    expect(provider.sent[0]).toMatchObject({
      to: office,
      replyTo: message.email,
      subject: expect.stringMatching(/^Message #\d+ from Gus Geocacher$/),
    });
    expect(provider.sent[0]?.text).toContain('I found a card <b>without</b> a code.');
    expect(provider.sent[0]?.html).toContain('&lt;b&gt;without&lt;/b&gt;');
    expect(provider.sent[0]?.html).not.toContain('<b>without');
  });

  test('belongs to the member, with their own address, only when they are signed in: not for an ended session or a member’s address', async () => {
    const member = await newMember();
    const victim = await newMember();
    expect((await member.client.post('/api/contact', { ...message, email: victim.email })).status).toBe(201);
    expect(await storedRow(victim.email)).toBeNull();
    expect(await storedRow(member.email)).toMatchObject({ user_id: member.id });
    expect(await row(`SELECT user_id FROM outbox WHERE template = 'contact_message' ORDER BY id DESC`)).toEqual({ user_id: member.id });

    await new Client().post('/api/contact', { ...message, email: member.email });
    expect(await storedRow(member.email)).toMatchObject({ user_id: null });

    await change('UPDATE sessions SET revoked_at = 1 WHERE user_id = ?', member.id);
    expect((await member.client.post('/api/contact', { ...message, email: 'ended@example.test' })).status).toBe(201);
    expect(await storedRow('ended@example.test')).toMatchObject({ user_id: null });
  });

  test('is stored even if no office mailbox is configured', async () => {
    const client = new Client();
    client.workerEnv = { ...envWith(new FakeProvider()), ENVIRONMENT: 'production', CONTACT_TO: '' };
    const before = await countOf('outbox');
    expect((await client.post('/api/contact', { ...message, email: 'no-office@example.test' })).status).toBe(201);
    expect(await storedRow('no-office@example.test')).not.toBeNull();
    expect(await countOf('outbox')).toBe(before);
  });

  test('is emailed only to the office, regardless of the sender’s address', async () => {
    const victim = await newMember();
    const provider = new FakeProvider();
    await mailing(provider).post('/api/contact', { ...message, name: 'Spammer', email: victim.email });
    expect(provider.sent.filter(({ subject }) => subject.includes('Spammer')).map(({ to }) => to)).toEqual([office]);
  });
});

describe('invalid contact input', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['no name', { ...message, name: ' ' }, 'name'],
    ['an overlong name', { ...message, name: 'x'.repeat(201) }, 'name'],
    ['no address', { ...message, email: 'nobody' }, 'email'],
    ['an address with a header injection', { ...message, email: 'a@b.test\r\nBcc: c@d.test' }, 'email'],
    ['an empty message', { ...message, message: '\n\n' }, 'message'],
    ['an overlong message', { ...message, message: 'x'.repeat(contactMessageMaxLength + 1) }, 'message'],
    ['a user id', { ...message, userId: 1 }, 'userId'],
    ['a numeric message', { ...message, message: 5 }, 'message'],
  ])('with %s is rejected, neither stored nor counted', async (_, body, field) => {
    const before = [await countOf('contact_messages'), await countOf('outbox'), await countOf('rate_counters')];
    const answer = await new Client().post('/api/contact', body);
    expect(expectError(answer, 400, 'invalid_input').fields).toHaveProperty(field);
    expect([await countOf('contact_messages'), await countOf('outbox'), await countOf('rate_counters')]).toEqual(before);
  });

  test('does not include other scripts or texts of 5,000 characters', async () => {
    const text = `${'ʻāina 日本語 🗺️ שלום '.repeat(400).slice(0, 4_990)}`.trim();
    expect((await new Client().post('/api/contact', { name: '山田', email: 'long@example.test', message: text })).status).toBe(201);
    expect((await storedRow('long@example.test'))?.message).toBe(text);
  });
});

describe('the contact limit per address', () => {
  test('covers the whole IPv6 /48, and no other', async () => {
    setClock('2026-12-01T00:10:00Z');
    const sendFrom = (address: string) => new Client(address).post('/api/contact', { ...message, email: 'network@example.test' });
    for (let subnet = 1; subnet <= 5; subnet += 1) expect((await sendFrom(`2001:db8:77:${subnet}::1`)).status).toBe(201);
    expectError(await sendFrom('2001:db8:77:6::1'), 429, 'too_many_messages');
    expect((await sendFrom('2001:db8:78:1::1')).status).toBe(201);
  });

  test('is 5 an hour and 20 a day; rejected messages are neither stored nor mailed, and the response says when to retry', async () => {
    setClock('2026-12-01T00:10:00Z');
    const client = new Client();
    const send = () => client.post('/api/contact', { ...message, email: 'often@example.test' });
    const storedCount = async () =>
      (await row<{ n: number }>(`SELECT count(*) AS n FROM contact_messages WHERE email = 'often@example.test'`))?.n;
    const countEmails = async () =>
      (await row<{ n: number }>(`SELECT count(*) AS n FROM outbox WHERE payload LIKE '%often@example.test%'`))?.n;
    for (let hour = 0; hour < 4; hour += 1) {
      for (let sent = 0; sent < 5; sent += 1) expect((await send()).status).toBe(201);
      const refused = await send();
      expectError(refused, 429, 'too_many_messages');
      if (hour < 3) expect(Number(refused.headers.get('Retry-After'))).toBe(3_000);
      expect([await storedCount(), await countEmails()]).toEqual([(hour + 1) * 5, (hour + 1) * 5]);
      advanceClock(3_600);
    }
    const refused = await send();
    expectError(refused, 429, 'too_many_messages');
    expect(Number(refused.headers.get('Retry-After'))).toBe(20 * 3_600 - 600);
    expect(await storedCount()).toBe(20);
    expect((await new Client().post('/api/contact', { ...message, email: 'another@example.test' })).status).toBe(201);
  });

  test('applies to concurrent messages', async () => {
    const client = new Client();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => client.post('/api/contact', { ...message, email: 'at-once@example.test' })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(await row(`SELECT count(*) AS n FROM contact_messages WHERE email = 'at-once@example.test'`)).toEqual({ n: 5 });
  });
});

test('email to a malformed office address fails as a configuration error', async () => {
  const client = new Client();
  client.workerEnv = { ...(env as unknown as Client['workerEnv']), CONTACT_TO: 'Office <office@cards.test>\nBcc: x@y.test' };
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expectError(await client.post('/api/contact', message), 500, 'internal');
});
