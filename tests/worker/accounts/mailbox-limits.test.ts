/** Limits on how many emails we send to an unverified mailbox, whose owner may never have requested any. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { advanceClock, Client, change, expectError, newMember, row, setClock, type TestMember } from '#tests/worker/support/client.ts';
import { envWith, FakeProvider, outboxRow, queueOne, runDelivery, type SentMail } from '#tests/worker/support/messages/mail-delivery.ts';
import type { Env } from '#worker/env.ts';

let provider: FakeProvider;
let workerEnv: Env;
beforeEach(async () => {
  setClock('2026-11-21T00:10:00Z');
  await change("UPDATE outbox SET status = 'dead'");
  await change('DELETE FROM rate_counters');
  provider = new FakeProvider();
  workerEnv = envWith(provider, { SIGN_UP_LIMITS: 'on' });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

let mailboxes = 0;

/** Creates members whose email addresses share one mailbox and whose welcome emails have been sent. */
async function membersOf(count: number): Promise<{ mailbox: string; members: TestMember[] }> {
  mailboxes += 1;
  const mailbox = `victim${mailboxes}`;
  const members: TestMember[] = [];
  for (let n = 0; n < count; n += 1) {
    const member = await newMember({ email: `${mailbox}+${n}@example.test`, workerEnv });
    members.push(member);
  }
  return { mailbox, members };
}

const sentTo = (mailbox: string): SentMail[] => provider.sent.filter(({ to }) => to.startsWith(mailbox));
const visitor = () => {
  const client = new Client();
  client.workerEnv = workerEnv;
  return client;
};
const verify = (id: number) => change('UPDATE users SET email_verified_at = 1 WHERE id = ?', id);
const sendAgain = ({ client }: TestMember) => client.post('/api/verify-email/send');

describe('an unverified mailbox', () => {
  test('gets no more emails because administrators send them', async () => {
    const { mailbox, members } = await membersOf(2);
    const { client } = await newAdmin('admin');
    client.workerEnv = workerEnv;
    const send = (member?: TestMember) => client.post(`/api/admin/users/${member?.id}/verification-mail`);
    const [first, second] = members;
    for (let sent = sentTo(mailbox).length; sent < 5; sent += 1) {
      expect((await send(first)).status).toBe(200);
      await runDelivery(workerEnv);
    }
    expectError(await send(second), 429, 'too_many_mails');
    expect(sentTo(mailbox)).toHaveLength(5);
  });

  test('receives 5 emails an hour, regardless of their kind and concurrency', async () => {
    const { mailbox, members } = await membersOf(3);
    await Promise.all(
      members.flatMap(({ client, email, password }, n) => [
        client.post('/api/verify-email/send'),
        client.post('/api/verify-email/send'),
        visitor().post('/api/forgot-password', { email }),
        client.patch('/api/user', { email: `${mailbox}+moved${n}@example.test` }),
        client.post('/api/change-password', { currentPassword: password, newPassword: 'pass-word-2' }),
      ]),
    );
    expect(sentTo(mailbox)).toHaveLength(5);
    await runDelivery(workerEnv);
    expect(sentTo(mailbox)).toHaveLength(5);
    expect(
      await row(`SELECT count(*) AS n FROM outbox WHERE to_address LIKE ? AND status IN ('queued', 'sending')`, `${mailbox}%`),
    ).toEqual({
      n: 0,
    });
  });

  test('over its limit answers requests for email with 429 and the waiting time, and works in the next hour', async () => {
    const { mailbox, members } = await membersOf(5);
    const [member] = members as [TestMember];
    const refused = await sendAgain(member);
    const { message } = expectError(refused, 429, 'too_many_mails');
    expect(message).toBe('We have just sent you several emails. Please check your spam folder, or try again in 50 minutes.');
    expect(refused.headers.get('Retry-After')).toBe('3000');
    expect(sentTo(mailbox)).toHaveLength(5);
    advanceClock(3_000);
    expect((await sendAgain(member)).status).toBe(200);
    expect(sentTo(mailbox)).toHaveLength(6);
  });

  test('receives 20 emails a day', async () => {
    const { mailbox, members } = await membersOf(5);
    const [member] = members as [TestMember];
    for (let hour = 1; hour < 4; hour += 1) {
      advanceClock(3_600);
      for (let mail = 0; mail < 5; mail += 1) expect((await sendAgain(member)).status).toBe(200);
    }
    expect(sentTo(mailbox)).toHaveLength(20);
    advanceClock(3_600);
    const refused = await sendAgain(member);
    expectError(refused, 429, 'too_many_mails');
    expect(Number(refused.headers.get('Retry-After'))).toBe((19 * 60 + 50) * 60);
    advanceClock((19 * 60 + 50) * 60);
    expect((await sendAgain(member)).status).toBe(200);
    expect(sentTo(mailbox)).toHaveLength(21);
  });

  test('over its limit does not block registration, and a forgotten password still gets the same answer', async () => {
    const { mailbox, members } = await membersOf(4);
    const [member] = members as [TestMember];
    expect((await sendAgain(member)).status).toBe(200);
    const fifth = await newMember({ email: `${mailbox}+fifth@example.test`, workerEnv });
    expect(fifth.user.emailVerified).toBe(false);
    const known = await visitor().post('/api/forgot-password', { email: fifth.email });
    const unknown = await visitor().post('/api/forgot-password', { email: 'nobody@example.test' });
    expect(known).toMatchObject({ status: 200, body: unknown.body });
    expect(sentTo(mailbox)).toHaveLength(5);
    expect(await outboxRow(fifth.email)).toMatchObject({ status: 'dropped', lastError: 'too many emails to this mailbox' });
  });

  test('over its limit cannot become the new address: the change is rejected and nothing written', async () => {
    const { mailbox } = await membersOf(5);
    const member = await newMember({ workerEnv });
    const refused = await member.client.patch('/api/user', { email: `${mailbox}+here@example.test` });
    expectError(refused, 429, 'too_many_mails');
    expect((await member.client.get('/api/user')).body).toMatchObject({ email: member.email });
    expect(sentTo(mailbox)).toHaveLength(5);
  });

  test('receives emails about money after a delay', async () => {
    const { mailbox, members } = await membersOf(5);
    const [{ id, email }] = members as [TestMember];
    await queueOne(id, 'password_changed', {}, email);
    const paid = { product: 'Basic membership', amount: '$50.00' };
    await queueOne(id, 'purchase', paid, email);
    await runDelivery(workerEnv);
    expect(sentTo(mailbox)).toHaveLength(5);
    expect(await outboxRow(email)).toMatchObject({ status: 'queued', attempts: 0, waits: 3_000 });
    advanceClock(3_000);
    await runDelivery(workerEnv);
    expect(sentTo(mailbox)).toHaveLength(6);
    expect(await outboxRow(email)).toMatchObject({ status: 'sent', attempts: 1, lastError: null });
  });

  test('counts an email with an unknown outcome once, although it is retried', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    provider.before = () => {
      throw new Error('No answer within 10 s');
    };
    const { mailbox, members } = await membersOf(5);
    const [member] = members as [TestMember];
    provider.before = () => undefined;
    expectError(await sendAgain(member), 429, 'too_many_mails');
    advanceClock(60);
    await runDelivery(workerEnv);
    expect(sentTo(mailbox)).toHaveLength(5);
  });
});

describe('the mailbox limit does not apply to', () => {
  const eight = Array.from({ length: 8 });

  // An intruder can change the case of the address after a warning was queued.
  test.each([['as the member entered it'], ['in another case']])('a verified address %s', async (spelling) => {
    const member = await newMember({ workerEnv });
    await verify(member.id);
    const to = spelling === 'in another case' ? member.email.toUpperCase() : member.email;
    for (const _ of eight) await queueOne(member.id, 'password_changed', {}, to);
    await runDelivery(workerEnv);
    expect(provider.sent.filter((mail) => mail.to.toLowerCase() === member.email)).toHaveLength(9);
  });

  test('an address that a member had verified and later changed', async () => {
    const member = await newMember({ workerEnv });
    await verify(member.id);
    await change(
      `INSERT INTO one_time_links (token_hash, user_id, purpose, email, created_at, expires_at) VALUES (?, ?, 'undo_email_change', ?, 0, 9e9)`,
      member.email,
      member.id,
      member.email,
    );
    await change(
      "UPDATE users SET email = 'new' || email, email_key = 'new' || email_key, email_verified_at = NULL WHERE id = ?",
      member.id,
    );
    for (const _ of eight) await queueOne(member.id, 'password_changed', {}, member.email);
    await runDelivery(workerEnv);
    expect(provider.to(member.email)).toHaveLength(9);
  });

  test('our own office, which receives members’ messages', async () => {
    const member = await newMember({ workerEnv });
    const words = { name: 'Gus', email: 'gus@strangers.test', message: 'Hello', userId: String(member.id) };
    for (const _ of eight) await queueOne(member.id, 'contact_message', words, 'office@example.test');
    await runDelivery(workerEnv);
    expect(provider.to('office@example.test')).toHaveLength(8);
  });

  test('development unless configured, but always to production', async () => {
    const sentCountIn = async (variables: Partial<Env>) => {
      const member = await newMember();
      await change("UPDATE outbox SET status = 'dead'");
      for (const _ of eight) await queueOne(member.id, 'password_changed', {}, member.email);
      await runDelivery(envWith(provider, variables));
      return provider.to(member.email).length;
    };
    expect(await sentCountIn({})).toBe(8);
    expect(await sentCountIn({ ENVIRONMENT: 'production' })).toBe(5);
    expect(await sentCountIn({ ENVIRONMENT: 'production', SIGN_UP_LIMITS: 'off' })).toBe(5);
  });
});
