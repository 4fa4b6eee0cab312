/** The administrators' inbox: notes, assignee, snooze, tags, saved replies and search. */
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#schema/admin/audit.ts';
import type { SearchResult } from '#schema/admin/search.ts';
import type { AdminConversation, InboxDesk } from '#schema/messages/admin-messages.ts';
import type { SavedReply } from '#schema/messages/saved-replies.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { Client, expectError, newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';
import { tendInbox } from '#worker/jobs/tend-inbox.ts';
import { createStore } from '#worker/store/store.ts';

const list = '/api/admin/messages';
const address = (id: number) => `${list}/${id}`;
const unlimited = { isSpent: () => false } as Parameters<typeof tendInbox>[0]['budget'];
const now = () => Math.floor(Date.now() / 1_000);
const tend = (at = now()) => tendInbox({ store: createStore(env as unknown as Env), budget: unlimited }, at);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
let admin: TestAdmin;
let colleague: TestAdmin;
let member: TestMember;

beforeAll(async () => {
  [admin, colleague, member] = await Promise.all([newAdmin('admin'), newAdmin('admin'), newMember()]);
});

async function write(message: string, name = 'Gus'): Promise<number> {
  const client = Object.assign(new Client(), { cookies: member.client.cookies });
  expect((await client.post('/api/contact', { name, email: member.email, message })).status).toBe(201);
  return (await row<{ id: number }>('SELECT max(id) AS id FROM contact_messages'))?.id ?? 0;
}

const read = async (id: number, by = admin) => (await by.client.get<AdminConversation>(address(id))).body;
const organize = (id: number, body: object, by = admin) => by.client.put<AdminConversation>(`${address(id)}/desk`, body);
const note = (id: number, version: number, text: unknown = 'Ask the printer.', by = admin) =>
  by.client.post<AdminConversation>(`${address(id)}/notes`, { text, version });
const ids = async (query: string) => ((await admin.client.get(`${list}?${query}`)).body as unknown as { id: number }[]).map(({ id }) => id);

describe('a note', () => {
  test('is shown to administrators only: neither to the member nor in an email', async () => {
    const id = await write('Where is my parcel?');
    expect((await note(id, 1)).body).toMatchObject({ version: 2, notes: [{ text: 'Ask the printer.', by: 'Ad Min' }] });
    const own = await member.client.get('/api/messages');
    expect(JSON.stringify(own.body)).not.toContain('Ask the printer.');
    expect(await row(`SELECT count(*) AS n FROM outbox WHERE payload LIKE '%Ask the printer%'`)).toEqual({ n: 0 });
    expect(await row(`SELECT admin_id AS by, after FROM audit_log WHERE action = 'message.note' AND entity_id = ?`, String(id))).toEqual({
      by: admin.id,
      after: null,
    });
  });

  test('is refused when it is empty, or when the conversation has changed', async () => {
    const id = await write('Another question');
    expect(expectError(await note(id, 1, ' '), 400, 'invalid_input').fields).toHaveProperty('text');
    const outcomes = await Promise.all([note(id, 1), note(id, 1, 'Mine', colleague)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 409]);
    expectError(await note(999_999, 1), 404, 'message_not_found');
    expect((await read(id)).notes).toHaveLength(1);
  });
});

describe('assignee, tags and snooze', () => {
  test('are stored, shown in the list, filtered by and audited', async () => {
    const id = await write('Tag me');
    const changed = await organize(id, { version: 1, assigneeId: colleague.id, tags: ['Parcel', 'parcel', 'lost card'] });
    expect(changed.body).toMatchObject({ version: 2, assignee: { id: colleague.id }, tags: ['lost card', 'parcel'] });
    expect(await ids(`assignee=${colleague.id}&sort=-latest`)).toEqual([id]);
    expect(await ids('tag=parcel')).toEqual([id]);
    expect(await ids('assigned=no')).not.toContain(id);
    expect((await admin.client.get<InboxDesk>(`${list}/desk`)).body.tags).toEqual(['lost card', 'parcel']);
    const { client } = await newAdmin('super_admin');
    const { body: entries } = await client.get<AuditEntry[]>(`/api/admin/audit?object=message:${id}&action=message.organize`);
    expect(entries.map(({ personal }) => personal?.after)).toEqual([{ assignee: colleague.email, tags: ['parcel', 'lost card'] }]);
    expect((await organize(id, { version: 2, assigneeId: null, tags: [] })).body).toMatchObject({ assignee: null, tags: [] });
  });

  test('a snoozed conversation leaves the open ones until its time or a new message', async () => {
    const id = await write('Later please');
    await admin.client.post(`${address(id)}/answers`, { text: 'We will look.', version: 1 });
    expect((await organize(id, { version: 2, snoozedUntil: inDays(2) })).body).toMatchObject({ state: 'snoozed', handledAt: null });
    expect(await ids('state=open&sort=-latest')).not.toContain(id);
    expect(await ids('state=snoozed&sort=-latest')).toContain(id);
    const own = (await member.client.get<{ conversations: { id: number; state: string }[] }>('/api/messages')).body.conversations;
    expect(own.find((conversation) => conversation.id === id)?.state).toBe('open');
    await tend(now() + 86_400);
    expect((await read(id)).state).toBe('snoozed');
    await tend(now() + 3 * 86_400);
    expect(await read(id)).toMatchObject({ state: 'open', snoozedUntil: null });
    await organize(id, { version: 3, snoozedUntil: inDays(2) });
    await member.client.post(`/api/messages/${id}/replies`, { text: 'Any news?' });
    expect(await read(id)).toMatchObject({ state: 'open', snoozedUntil: null, latest: 'Any news?' });
  });

  test('are refused with a reason', async () => {
    const id = await write('Refuse me');
    expectError(await organize(id, { version: 1, snoozedUntil: inDays(-1) }), 400, 'snooze_in_past');
    expectError(await organize(id, { version: 1, snoozedUntil: inDays(400) }), 400, 'snooze_in_past');
    expectError(await organize(id, { version: 1, assigneeId: 999_999 }), 400, 'unknown_administrator');
    expectError(await organize(id, { version: 7, assigneeId: admin.id }), 409, 'changed_meanwhile');
    expectError(await organize(999_999, { version: 1 }), 404, 'message_not_found');
    expect(expectError(await organize(id, { version: 1, tags: ['x'.repeat(31)] }), 400, 'invalid_input').fields).toBeDefined();
    expect(await read(id)).toMatchObject({ version: 1, assignee: null, tags: [] });
  });
});

test('a conversation comes with facts about its member', async () => {
  const id = await write('Facts please');
  expect((await read(id)).member).toMatchObject({
    id: member.id,
    tier: 'free',
    tokens: 0,
    finds: 0,
    certificates: [],
    orders: [],
    conversations: expect.any(Array),
  });
});

describe('saved replies', () => {
  const path = `${list}/saved-replies`;

  test('are added, changed and deleted by every administrator, and audited', async () => {
    const added = await admin.client.post<SavedReply[]>(path, { title: 'Lost card', text: 'Hi {first name}, {card} is on its way.' });
    expect(added.status).toBe(201);
    const reply = added.body.at(-1) as SavedReply;
    expectError(await colleague.client.post(path, { title: 'Lost card', text: 'Hi' }), 409, 'saved_reply_title_taken');
    const unknown = await admin.client.post(path, { title: 'Typo', text: 'Hi {fist name}' });
    expect(expectError(unknown, 400, 'invalid_input').fields?.text).toMatch(/\{fist name\} is not a field/);
    const changed = await colleague.client.put<SavedReply[]>(`${path}/${reply.id}`, { title: 'Lost', text: 'Hi {name}', version: 1 });
    expect(changed.body.at(-1)).toMatchObject({ title: 'Lost', text: 'Hi {name}', version: 2 });
    expectError(await admin.client.put(`${path}/${reply.id}`, { title: 'Old', text: 'Hi', version: 1 }), 409, 'changed_meanwhile');
    expectError(await admin.client.call('DELETE', `${path}/999999`, { version: 1 }), 404, 'saved_reply_not_found');
    expect((await admin.client.call<SavedReply[]>('DELETE', `${path}/${reply.id}`, { version: 2 })).body).toEqual([]);
    expect(await row(`SELECT group_concat(action) AS actions FROM audit_log WHERE entity_type = 'saved_reply'`)).toEqual({
      actions: 'saved_reply.add,saved_reply.change,saved_reply.remove',
    });
  });

  test('cannot be sent with a field that has no value', async () => {
    const id = await write('Which card?');
    const refused = await admin.client.post(`${address(id)}/answers`, { text: 'About {card}: sorry!', version: 1 });
    expect(expectError(refused, 400, 'reply_field_empty').fields?.text).toContain('{card}');
    const sent = await admin.client.post(`${address(id)}/answers`, { text: 'About {your} card: sorry!', version: 1 });
    expect(sent.status).toBe(201);
  });
});

test('search finds words of names, messages and replies, without accents and by their beginning', async () => {
  const id = await write('Die Mühle am Bach', 'Şahin Öztürk');
  const other = await write('Nothing special');
  await admin.client.post(`${address(id)}/answers`, { text: 'The quicksilver trail', version: 1 });
  await tend();
  for (const q of ['sahin', 'ozturk muhle', 'MÜHLE', 'quicks', 'trail bach'])
    expect(await ids(`q=${encodeURIComponent(q)}`), q).toContain(id);
  expect(await ids('q=quicksilver%20special')).toEqual([]);
  expect(await ids('q=special')).toContain(other);
  const everywhere = await admin.client.get<SearchResult[]>('/api/admin/search?in=texts&q=quicks%20bach');
  expect(everywhere.body).toEqual([expect.objectContaining({ kind: 'message', id: String(id), by: 'text' })]);
});

test('search finds later texts even if a step’s words exceed what D1 can store in one value', async () => {
  const hangul = Array.from({ length: 380 }, (_, index) => `${String.fromCodePoint(0xac01 + index)}${'각'.repeat(12)}`).join(' ');
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
     INSERT INTO contact_messages (name, email, message, created_at) SELECT 'H', 'h@x.test', iif(i % 9 = 0, '!', ?), 1 FROM n`,
  )
    .bind(hangul)
    .run();
  const id = await write('Zanzibar');
  await tend();
  expect(await ids('q=zanzibar')).toEqual([id]);
  expect(await row(`SELECT sum(length(CAST(word AS BLOB))) > 2000000 AS isLarge FROM contact_words`)).toEqual({ isLarge: 1 });
});
