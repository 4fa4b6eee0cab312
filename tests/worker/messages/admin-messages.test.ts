/** Contact messages in the admin area. Product rules: Claims, printing, email and messages. */
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { AdminMessages } from '#schema/messages/admin-messages.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { Client, change, expectError, newMember, row } from '#tests/worker/support/client.ts';

const list = '/api/admin/messages';
let admin: TestAdmin;

beforeEach(async () => {
  await change('DELETE FROM contact_messages');
  await change('DELETE FROM outbox');
  admin = await newAdmin('admin');
});

async function write(name: string, message = 'Hello', client = new Client()): Promise<number> {
  expect((await client.post('/api/contact', { name, email: `${name.toLowerCase()}@example.test`, message })).status).toBe(201);
  return (await row<{ id: number }>('SELECT max(id) AS id FROM contact_messages'))?.id ?? 0;
}

const listMessages = async (query = '') => v.parse(AdminMessages, (await admin.client.get(`${list}${query}`)).body);
const names = async (query = '') => (await listMessages(query)).map(({ name }) => name);
const versionOf = async (id: number) =>
  (await row<{ version: number }>('SELECT version FROM contact_messages WHERE id = ?', id))?.version ?? 1;
const handle = async (id: number, isHandled: unknown) => admin.client.patch(`${list}/${id}`, { isHandled, version: await versionOf(id) });

describe('the administrators’ message list', () => {
  test('shows open messages first, newest first, on every page', async () => {
    const ids = [await write('Ann'), await write('Ben'), await write('Cleo'), await write('Dan')];
    await handle(ids[3] ?? 0, true);
    await handle(ids[1] ?? 0, true);
    expect(await names()).toEqual(['Cleo', 'Ann', 'Dan', 'Ben']);
    const page = await admin.client.get(`${list}?limit=1`);
    const seen = [(page.body as unknown as { name: string }[])[0]?.name];
    let next = page.headers.get('Link');
    while (next) {
      const more = await admin.client.get(next.match(/<(.+)>/)?.[1] ?? '');
      seen.push((more.body as unknown as { name: string }[])[0]?.name);
      next = more.headers.get('Link');
    }
    expect(seen).toEqual(['Cleo', 'Ann', 'Dan', 'Ben']);
    expect(await names('?sort=-created')).toEqual(['Dan', 'Cleo', 'Ben', 'Ann']);
    expect(await names('?state=open&sort=-created')).toEqual(['Cleo', 'Ann']);
    expect(await names('?state=closed&sort=-created')).toEqual(['Dan', 'Ben']);
  });

  test('is searchable by name, email and text', async () => {
    await write('Ann', 'About the old mill');
    await write('Ben', 'Über die Mühle');
    expect(await names('?q=OLD%20MILL')).toEqual(['Ann']);
    expect(await names(`?q=${encodeURIComponent('mühle')}`)).toEqual(['Ben']);
    expect(await names('?q=ben%40example')).toEqual(['Ben']);
    expect(await names('?q=%25')).toEqual([]);
  });

  test('shows which member wrote, and keeps the text unchanged except for a formula in the spreadsheet', async () => {
    const member = await newMember();
    await write('Cleo', '<img src=x>\n\n=1+1', member.client);
    expect((await listMessages())[0]).toMatchObject({
      userId: member.id,
      message: '<img src=x>\n\n=1+1',
      handledAt: null,
      handledBy: null,
    });
    const csv = await (await admin.client.fetch(`${list}/export.csv`)).text();
    expect(csv).toContain(`Cleo,${member.email}`);
    expect(csv).toContain(`"<img src=x>\n\n'=1+1"`);
  });
});

describe('marking a message as handled', () => {
  test('records who and when, can be undone, and is audited with the member', async () => {
    const member = await newMember();
    const id = await write('Ann', 'Hello', member.client);
    expect((await handle(id, true)).body).toMatchObject({ handledBy: admin.email, handledAt: expect.stringMatching(/Z$/) });
    expect(
      await row(
        `SELECT admin_id, action, user_id, before, after FROM audit_log WHERE entity_type = 'message' AND entity_id = ?`,
        String(id),
      ),
    ).toEqual({
      admin_id: admin.id,
      action: 'message.handle',
      user_id: member.id,
      before: '{"state":"open"}',
      after: '{"state":"closed"}',
    });
    expect((await handle(id, false)).body).toMatchObject({ handledBy: null, handledAt: null });
  });

  test('twice concurrently succeeds once, and the other request gets 409', async () => {
    const id = await write('Ann');
    const answers = await Promise.all([handle(id, true), handle(id, true), handle(id, true)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(
      await row(
        `SELECT count(*) AS n FROM audit_log WHERE entity_type = 'message' AND entity_id = ? AND admin_id = ?`,
        String(id),
        admin.id,
      ),
    ).toEqual({ n: 1 });
  });

  test('is rejected for unknown messages and for anything but true or false', async () => {
    const id = await write('Ann');
    expectError(await handle(999_999, true), 404, 'message_not_found');
    expectError(await admin.client.patch(`${list}/x`, { isHandled: true, version: 1 }), 404, 'message_not_found');
    expectError(await handle(id, 'yes'), 400, 'invalid_input');
    expectError(await admin.client.patch(`${list}/${id}`, { isHandled: true, version: 1, name: 'X' }), 400, 'invalid_input');
  });
});
