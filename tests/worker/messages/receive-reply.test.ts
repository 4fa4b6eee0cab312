/** Emails at the reply addresses. Product rules: Claims, printing, email and messages. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { AdminConversation } from '#schema/messages/admin-messages.ts';
import type { Conversations } from '#schema/messages/contact.ts';
import { repliesPerMember, replyMailMaxBytes } from '#schema/rules.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { Client, change, newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import { envWith, FakeProvider } from '#tests/worker/support/messages/mail-delivery.ts';
import { replyRefusals } from '#worker/domain/messages/reply-mail.ts';
import type { Env } from '#worker/env.ts';
import { receiveReply } from '#worker/jobs/receive-reply.ts';
import { createStore } from '#worker/store/store.ts';

const provider = new FakeProvider();
const domain = 'reply.cards.test';
const workerEnv: Env = envWith(provider, { CONTACT_TO: 'office@cards.test', REPLY_DOMAIN: domain });
let admin: TestAdmin;
let member: TestMember;
let id: number;
let address: string;

beforeAll(async () => {
  admin = await newAdmin('admin');
  admin.client.workerEnv = workerEnv;
  member = await newMember({ workerEnv });
  await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
  [id, address] = await answeredMessage(member.client, member.email);
});

/** Returns the conversation's id and the reply address in our answer. */
async function answeredMessage(from: Client, email: string, recipient = email): Promise<[number, string]> {
  const client = Object.assign(new Client(), { cookies: from.cookies, workerEnv });
  expect((await client.post('/api/contact', { name: 'Gus', email, message: 'The lid is broken.' })).status).toBe(201);
  const messageId = (await row<{ id: number }>('SELECT max(id) AS id FROM contact_messages'))?.id ?? 0;
  await admin.client.post(`/api/admin/messages/${messageId}/answers`, { text: 'A new one is on its way.', version: 1 });
  return [messageId, String(provider.to(recipient).at(-1)?.replyTo)];
}

interface Sent {
  from?: string;
  envelopeFrom?: string;
  to?: string;
  toHeader?: string;
  headers?: string[];
  dmarc?: string;
  body?: string;
  lineEnd?: string;
  rawSize?: number;
  workerEnv?: Env;
}

let lastMessage = 0;
/** Delivers an email as Cloudflare does. Returns the reason if it was returned to the sender. */
async function deliver({
  body = 'Thank you!',
  dmarc = 'pass',
  headers = [],
  lineEnd = '\r\n',
  ...mail
}: Sent = {}): Promise<string | undefined> {
  const from = mail.from ?? member.email;
  lastMessage += 1;
  const raw = [
    `Authentication-Results: mx.cloudflare.net; dmarc=${dmarc} header.from=${from.slice(from.indexOf('@') + 1)}`,
    `From: Gus <${from}>`,
    `To: Cache Cards <${mail.toHeader ?? mail.to ?? address}>`,
    `Message-ID: <${lastMessage}@example.test>`,
    ...headers,
    ...(headers.some((header) => header.startsWith('Content-Type')) ? [] : ['Content-Type: text/plain; charset=utf-8']),
    '',
    body,
  ].join(lineEnd);
  let reason: string | undefined;
  const stream = new Response(raw).body as ReadableStream<Uint8Array>;
  await receiveReply(
    {
      from: mail.envelopeFrom ?? from,
      to: mail.to ?? address,
      raw: stream,
      rawSize: mail.rawSize ?? raw.length,
      setReject: (text) => {
        reason = text;
      },
    },
    mail.workerEnv ?? workerEnv,
  );
  return reason;
}

const read = async (messageId = id) => (await admin.client.get<AdminConversation>(`/api/admin/messages/${messageId}`)).body;
const texts = async () => (await read()).replies.map(({ text }) => text);

test('an emailed reply arrives in the conversation, reopens it, and is shown to the member and mailed to the office', async () => {
  expect(address).toMatch(new RegExp(`^${id}-[0-9a-f]{32}@reply\\.cards\\.test$`));
  expect(await deliver({ body: 'Grüße und Dank!\n\nOn Monday, Cache Cards wrote:\n> A new one is on its way.' })).toBeUndefined();
  expect(await read()).toMatchObject({
    state: 'open',
    version: 3,
    replies: [{ kind: 'answer' }, { kind: 'mail', text: 'Grüße und Dank!', by: null }],
  });
  const { conversations } = (await member.client.get<Conversations>('/api/messages')).body;
  expect(conversations[0]?.replies.at(-1)).toMatchObject({ kind: 'mail', text: 'Grüße und Dank!' });
  const copy = await row(
    `SELECT json_extract(payload, '$.message') AS message FROM outbox WHERE template = 'contact_message' ORDER BY id DESC`,
  );
  expect(copy).toEqual({ message: 'Grüße und Dank!' });
});

test('a repeated delivery of one email adds it once, also when both arrive at once', async () => {
  const before = await texts();
  const again = () => {
    lastMessage = 1_000;
    return deliver({ body: 'Only once' });
  };
  await Promise.all([again(), again(), again()]);
  expect(await texts()).toEqual([...before, 'Only once']);
});

test('repeated deliveries of one email, by whomever, do not use up the day’s replies', async () => {
  for (let delivery = 0; delivery <= repliesPerMember.limit; delivery += 1) {
    lastMessage = 2_000;
    expect(await deliver({ body: 'Again and again', envelopeFrom: 'eve@example.test' })).toBeUndefined();
  }
  expect(await member.client.post(`/api/messages/${id}/replies`, { text: 'Are you there?' })).toMatchObject({ status: 201 });
});

test('the text of an email with an attachment is added, and its sender gets a note that the attachment was not received', async () => {
  const headers = ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=x'];
  const file = ['--x', 'Content-Type: image/png', 'Content-Disposition: attachment; filename="a.png"', '', 'photo'];
  const body = ['--x', 'Content-Type: text/plain', '', 'See the picture.', ...file, '--x--', ''].join('\r\n');
  expect(await deliver({ headers, body })).toBeUndefined();
  expect((await texts()).at(-1)).toBe('See the picture.\n\n(An attachment was not received.)');
  expect(await row(`SELECT to_address AS "to", user_id AS "user" FROM outbox WHERE template = 'contact_attachment'`)).toEqual({
    to: member.email,
    user: member.id,
  });
  expect(await deliver({ headers, body: [...file, '--x--', ''].join('\r\n') })).toBe(replyRefusals.no_text);
});

describe('an email is returned with a reason, and adds nothing,', () => {
  test.each<[string, () => Sent, keyof typeof replyRefusals]>([
    ['at an address that we did not sign', () => ({ to: `9${address}` }), 'unknown_address'],
    ['at another domain', () => ({ to: address.replace('reply.', 'x.') }), 'unknown_address'],
    ['without a reply domain', () => ({ workerEnv: { ...workerEnv, REPLY_DOMAIN: '' } }), 'unknown_address'],
    ['from another address', () => ({ from: 'eve@example.test' }), 'wrong_sender'],
    ['with two From headers', () => ({ headers: ['From: eve@example.test'] }), 'wrong_sender'],
    ['that was written to another address', () => ({ toHeader: 'eve@example.test' }), 'wrong_recipient'],
    ['with two To headers', () => ({ headers: ['To: eve@example.test'] }), 'wrong_recipient'],
    ['that fails DMARC', () => ({ dmarc: 'fail' }), 'not_authenticated'],
    [
      'with a forged result',
      () => ({ dmarc: 'fail', headers: ['Authentication-Results: mx.cloudflare.net; dmarc=pass header.from=example.test'] }),
      'not_authenticated',
    ],
    ['that is too large', () => ({ rawSize: replyMailMaxBytes + 1 }), 'too_large'],
    ['whose body is not even read because it fails DMARC', () => ({ ...nested, dmarc: 'fail' }), 'not_authenticated'],
    ['also if lines end with two carriage returns', () => ({ ...nested, dmarc: 'fail', lineEnd: '\r\r\n' }), 'not_authenticated'],
    ['that is nested too deeply', () => ({ headers: nested.headers, body: nested.body }), 'unreadable'],
    ['without text', () => ({ body: ' ' }), 'no_text'],
  ])('%s', async (_, sent, refusal) => {
    const before = await texts();
    expect(await deliver(sent())).toBe(replyRefusals[refusal]);
    expect(await texts()).toEqual(before);
  });

  const nested = {
    headers: ['Content-Type: multipart/mixed; boundary=b0'],
    body: Array.from({ length: 40 }, (_, depth) => `--b${depth}\r\nContent-Type: multipart/mixed; boundary=b${depth + 1}\r\n`).join('\r\n'),
  };

  test('after the day’s limit, which it shares with replies in the account', async () => {
    const now = Math.floor(Date.now() / 1_000);
    await change(
      `INSERT INTO rate_counters (key, window_start, count, expires_at) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (key, window_start) DO UPDATE SET count = ?3`,
      `reply:member:${member.id}`,
      now - (now % repliesPerMember.windowSeconds),
      repliesPerMember.limit,
      now + repliesPerMember.windowSeconds,
    );
    expect(await deliver()).toBe(replyRefusals.too_many);
    await change('DELETE FROM rate_counters');
  });
});

test.each([
  ['an out-of-office reply', { headers: ['Auto-Submitted: auto-replied'] }],
  ['a delivery failure', { envelopeFrom: '' }],
])('%s is dropped without a delivery failure', async (_, sent) => {
  const before = await texts();
  expect(await deliver(sent)).toBeUndefined();
  expect(await texts()).toEqual(before);
});

test('a visitor replies from the address that they entered; a member only from the one of their account', async () => {
  const [visitorsId, visitorsAddress] = await answeredMessage(new Client(), 'gus@strangers.test');
  expect(await deliver({ from: 'gus@strangers.test', to: visitorsAddress })).toBeUndefined();
  expect((await read(visitorsId)).replies.at(-1)).toMatchObject({ kind: 'mail', text: 'Thank you!' });
  const [, membersAddress] = await answeredMessage(member.client, 'gus@other.test', member.email);
  expect(await deliver({ from: 'gus@other.test', to: membersAddress })).toBe(replyRefusals.wrong_sender);
  expect(await deliver({ to: membersAddress })).toBeUndefined();
});

test('a stranger whose address someone registered does not answer into that account', async () => {
  const taker = await newMember({ workerEnv, email: 'stranger@example.test' });
  const [, to] = await answeredMessage(taker.client, 'x@example.test', taker.email);
  expect(await deliver({ from: taker.email, to, body: 'I never wrote to you. I live at 1 Elm St.' })).toBe(
    replyRefusals.unconfirmed_address,
  );
  expect(JSON.stringify((await taker.client.get<Conversations>('/api/messages')).body)).not.toContain('1 Elm St');
});

test('a reply adds nothing if its writer is erased meanwhile', async () => {
  const reply = { messageId: id, text: 'From 1 Elm St', attachments: 0, writer: member.email, mailKey: 'late', replyTo: address };
  await change(`UPDATE users SET email = 'erased' WHERE id = ?`, member.id);
  await createStore(workerEnv).contact.replyByMail(reply, 'office@cards.test', Math.floor(Date.now() / 1_000));
  expect(await row("SELECT count(*) AS n FROM contact_replies WHERE text = 'From 1 Elm St'")).toEqual({ n: 0 });
  expect(await row("SELECT count(*) AS n FROM outbox WHERE payload LIKE '%1 Elm St%'")).toEqual({ n: 0 });
});
