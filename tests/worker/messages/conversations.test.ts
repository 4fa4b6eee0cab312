/**
 * Conversations that start with the contact form: our responses, the sender's replies, and access to them. Product rules: Claims, printing,
 * email and messages.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import type { AdminConversation } from '#schema/messages/admin-messages.ts';
import type { Conversation, Conversations } from '#schema/messages/contact.ts';
import { repliesPerMember } from '#schema/rules.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { beforeWrite } from '#tests/worker/support/before-write.ts';
import { Client, change, everyRow, expectError, newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import { envWith, FakeProvider } from '#tests/worker/support/messages/mail-delivery.ts';

const office = 'office@cards.test';
const provider = new FakeProvider();
const workerEnv = envWith(provider, { CONTACT_TO: office });
let admin: TestAdmin;
let colleague: TestAdmin;

beforeAll(async () => {
  [admin, colleague] = await Promise.all([newAdmin('admin'), newAdmin('super_admin')]);
  admin.client.workerEnv = workerEnv;
});

/** Creates a member with a verified email address that the fake provider accepts mail for. */
async function newVerifiedMember(): Promise<TestMember> {
  const member = await newMember({ workerEnv });
  await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
  return member;
}

async function write(email: string, client = new Client(), message = 'The lid is broken.'): Promise<number> {
  client.workerEnv = workerEnv;
  // Sends each message from a different network address because the form is rate-limited.
  const from = Object.assign(new Client(), { cookies: client.cookies, workerEnv });
  expect((await from.post('/api/contact', { name: 'Gus', email, message })).status).toBe(201);
  return (await row<{ id: number }>('SELECT max(id) AS id FROM contact_messages'))?.id ?? 0;
}

const address = (id: number) => `/api/admin/messages/${id}`;
const read = async (id: number) => (await admin.client.get<AdminConversation>(address(id))).body;
const answer = (id: number, version: unknown, text: unknown = 'A new one is on its way.', by = admin) =>
  by.client.post<AdminConversation>(`${address(id)}/answers`, { text, version });
const enter = (id: number, version: number, text = 'Thank you!') =>
  admin.client.post<AdminConversation>(`${address(id)}/replies`, { text, version });
const own = async ({ client }: TestMember, query = '') => (await client.get<Conversations>(`/api/messages${query}`)).body.conversations;
const reply = ({ client }: TestMember, id: number, text: unknown = 'It has arrived.') =>
  client.post<Conversation>(`/api/messages/${id}/replies`, { text });

describe('an answer to a message', () => {
  test('is mailed to the sender with the number, and shown in the member’s conversation', async () => {
    const member = await newVerifiedMember();
    const id = await write(member.email, member.client);
    const { version } = await read(id);
    const answered = await answer(id, version);
    expect(answered.status).toBe(201);
    expect(answered.body).toMatchObject({
      state: 'waiting',
      handledBy: admin.email,
      member: { id: member.id, email: member.email },
      replies: [{ kind: 'answer', text: 'A new one is on its way.', by: admin.email }],
    });
    const [mail, ...others] = provider.to(member.email).filter(({ subject }) => subject.startsWith('Re:'));
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: `Re: Your message to Cache Cards [#${id}]`, replyTo: office });
    expect(mail?.text).toContain('A new one is on its way.');
    expect(mail?.text).toContain('> The lid is broken.');
    expect(mail?.text).toContain('/account?tab=messages');
    const [conversation] = await own(member);
    expect(conversation).toMatchObject({
      id,
      message: 'The lid is broken.',
      state: 'waiting',
      replies: [{ text: 'A new one is on its way.' }],
    });
    expect(JSON.stringify(conversation), 'who of us answered').not.toContain(admin.email);
    expect(
      await row(`SELECT admin_id AS by, user_id AS about FROM audit_log WHERE action = 'message.answer' AND entity_id = ?`, String(id)),
    ).toEqual({
      by: admin.id,
      about: member.id,
    });
  });

  test('is mailed only to the member’s current address, whatever address the form was sent with and even if it changes meanwhile', async () => {
    const member = await newVerifiedMember();
    const id = await write('planted@strangers.test', member.client, 'Is my order on its way?');
    expect(await read(id)).toMatchObject({ email: member.email, member: { email: member.email } });
    expect(provider.to(office).find(({ subject }) => subject.startsWith(`Message #${id} `))?.replyTo).toBe(member.email);
    await answer(id, 1, 'Yes, since Monday.');
    await reply(member, id, 'My phone number is 555-1234.');
    expect(provider.to(office).find(({ subject }) => subject.startsWith(`Reply to message #${id} `))?.replyTo).toBe(member.email);
    const moved = `moved-${member.email}`;
    admin.client.workerEnv = beforeWrite(workerEnv, 'contact_messages', () =>
      change('UPDATE users SET email = ?2, email_key = ?2 WHERE id = ?1', member.id, moved),
    );
    expect((await answer(id, 3, 'We will call you.')).status).toBe(201);
    admin.client.workerEnv = workerEnv;
    expect(provider.to('planted@strangers.test')).toEqual([]);
    expect(provider.to(member.email).some(({ text }) => text.includes('Yes, since Monday.'))).toBe(true);
    expect(provider.to(moved).some(({ text }) => text.includes('We will call you.'))).toBe(true);
  });

  test('is also mailed to senders without an account, without an account link', async () => {
    const id = await write('gus@strangers.test');
    expect((await answer(id, 1)).body.member).toBeNull();
    const [mail] = provider.to('gus@strangers.test');
    expect(mail?.text).toContain('You can reply to this email.');
    expect(mail?.text).not.toContain('/account');
  });

  test('by two administrators concurrently is mailed once, and the other gets 409', async () => {
    const id = await write('twice@strangers.test');
    const outcomes = await Promise.all([answer(id, 1, 'By Ad'), answer(id, 1, 'By the other', colleague), enter(id, 1)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const refused = outcomes.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: 'changed_meanwhile' });
    expect((await read(id)).replies).toHaveLength(1);
    expect(await row(`SELECT count(*) AS n FROM outbox WHERE template = 'contact_answer' AND to_address = 'twice@strangers.test'`)).toEqual(
      {
        n: outcomes.slice(0, 2).filter(({ status }) => status === 201).length,
      },
    );
  });

  test('is rejected with a message when it is empty or the conversation is unknown; nothing is written', async () => {
    const id = await write('refused@strangers.test');
    const before = await everyRow();
    expectError(await answer(999_999, 1), 404, 'message_not_found');
    expectError(await admin.client.get(address(999_999)), 404, 'message_not_found');
    expectError(await answer(id, 7), 409, 'changed_meanwhile');
    for (const text of [' ', 'x'.repeat(5_001), 7])
      expect(expectError(await answer(id, 1, text), 400, 'invalid_input').fields).toHaveProperty('text');
    expect(expectError(await answer(id, 'one'), 400, 'invalid_input').fields).toHaveProperty('version');
    expect(await everyRow()).toEqual(before);
    await change(`UPDATE contact_messages SET email = 'deleted-7@invalid' WHERE id = ?`, id);
    expectError(await answer(id, 1), 409, 'writer_erased');
    expect((await read(id)).isErased).toBe(true);
  });
});

test('a reply received by email is entered manually, sends no email and reopens the conversation', async () => {
  const id = await write('by-mail@strangers.test');
  await answer(id, 1);
  const sent = provider.sent.length;
  const entered = await enter(id, 2);
  expect(entered.body).toMatchObject({
    state: 'open',
    handledAt: null,
    replies: [{ kind: 'answer' }, { kind: 'mail', text: 'Thank you!', by: admin.email }],
  });
  expect(provider.sent).toHaveLength(sent);
  // The administrator's next response quotes the member's reply.
  await answer(id, 3, 'You are welcome.');
  expect(provider.to('by-mail@strangers.test').at(-1)?.text).toContain('> Thank you!');
  const states = [];
  for (const isHandled of [true, false]) {
    const { version } = (await admin.client.get<AdminConversation>(address(id))).body;
    states.push((await admin.client.patch<AdminConversation>(address(id), { isHandled, version })).body.state);
  }
  expect(states).toEqual(['closed', 'open']);
});

describe('a conversation in a member’s account', () => {
  test('can be continued by the member: it reopens, the office is mailed, and an answer to the older version is rejected', async () => {
    const member = await newVerifiedMember();
    const id = await write(member.email, member.client);
    await answer(id, 1);
    const seen = await read(id);
    const written = await reply(member, id);
    expect(written.status).toBe(201);
    expect(written.body).toMatchObject({ state: 'open', replies: [{ kind: 'answer' }, { kind: 'reply', text: 'It has arrived.' }] });
    const mail = provider.to(office).at(-1);
    expect(mail).toMatchObject({ subject: `Reply to message #${id} from Gus`, replyTo: member.email });
    expect(mail?.text).toContain('> It has arrived.');
    expectError(await answer(id, seen.version), 409, 'changed_meanwhile');
  });

  test('stores the same text twice in a row as one reply, even concurrently', async () => {
    const member = await newVerifiedMember();
    const id = await write(member.email, member.client);
    const outcomes = await Promise.all([reply(member, id), reply(member, id), reply(member, id)]);
    expect(outcomes.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await own(member))[0]?.replies).toHaveLength(1);
    expect(await row(`SELECT count(*) AS n FROM outbox WHERE cause LIKE 'contact_reply:%' AND user_id = ?`, member.id)).toEqual({ n: 1 });
  });

  test('limits replies, and rejects invalid ones with a message', async () => {
    const member = await newVerifiedMember();
    const id = await write(member.email, member.client);
    for (const text of ['', 'x'.repeat(5_001), null])
      expect(expectError(await reply(member, id, text), 400, 'invalid_input').fields).toHaveProperty('text');
    const now = Math.floor(Date.now() / 1_000);
    await change(
      `INSERT INTO rate_counters (key, window_start, count, expires_at) VALUES (?, ?, ?, ?)`,
      `reply:member:${member.id}`,
      now - (now % repliesPerMember.windowSeconds),
      repliesPerMember.limit - 1,
      now + repliesPerMember.windowSeconds,
    );
    expect((await reply(member, id)).status).toBe(201);
    expectError(await reply(member, id, 'More'), 429, 'too_many_messages');
  });

  test('is visible only to its author, if written while signed in, regardless of the given address', async () => {
    const [member, stranger] = [await newVerifiedMember(), await newVerifiedMember()];
    const signedIn = await write('another-address@example.test', member.client, 'Signed in');
    const signedOut = await write(member.email.toUpperCase(), new Client(), 'Signed out');
    const aboutMe = await write(stranger.email, member.client, 'With the address of somebody else');
    await write('nobody@strangers.test');
    expect((await own(member)).map(({ id }) => id)).toEqual([aboutMe, signedIn]);
    expect((await own(member, '?limit=1')).map(({ id }) => id)).toEqual([aboutMe]);
    expect(await own(stranger)).toEqual([]);
    for (const id of [signedIn, signedOut, aboutMe, 999_999]) expectError(await reply(stranger, id), 404, 'message_not_found');
  });

  test('written signed out with a member’s verified address is not shown as theirs, but is part of their download', async () => {
    const member = await newVerifiedMember();
    const id = await write(member.email, new Client(), 'I give my tokens away.');
    expect(await read(id)).toMatchObject({ userId: null, member: null });
    const { body } = await admin.client.get<{ messages: { rows: unknown[] } }>(`/api/admin/users/${member.id}`);
    expect(JSON.stringify(body)).not.toContain('I give my tokens away.');
    expectError(await reply(member, id), 404, 'message_not_found');
    await answer(id, 1);
    expect(provider.to(member.email).at(-1)?.text).not.toContain('in your account');
    expect((await member.client.get('/api/my-data')).body).toMatchObject({
      contactMessages: [{ id, addressHash: null }],
      contactReplies: [{ messageId: id }],
    });
  });

  test('continued by a member stays theirs, whoever verifies the address later', async () => {
    const [member, next] = [await newVerifiedMember(), await newMember({ workerEnv })];
    const email = member.email;
    const id = await write(email, member.client);
    await reply(member, id);
    await change(`UPDATE users SET email = 'moved-' || email, email_key = 'moved-' || email_key WHERE id = ?`, member.id);
    await change('UPDATE users SET email = ?2, email_key = ?2, email_verified_at = 1 WHERE id = ?1', next.id, email);
    expect(await own(next)).toEqual([]);
    expect((await own(member)).map((conversation) => conversation.id)).toEqual([id]);
  });
});
