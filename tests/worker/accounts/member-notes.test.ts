import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { MemberNote, MemberNotes } from '#schema/accounts/admin-member-notes.ts';
import { erasedAt, remove, week } from '#tests/worker/support/accounts/erasing.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { change, expectError, newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import { runJob } from '#tests/worker/support/memberships/member-at-stripe.ts';

let chief: TestAdmin;
let admin: TestAdmin;
let member: TestMember;

beforeAll(async () => {
  [chief, admin, member] = await Promise.all([newAdmin('super_admin'), newAdmin('admin'), newMember()]);
});

afterEach(() => {
  vi.useRealTimers();
});

const address = (id = member.id) => `/api/admin/users/${id}/notes`;
const write = (text: unknown, by = admin, id = member.id) => by.client.post<MemberNote>(address(id), { text });
const listNotes = async (query = '') => (await admin.client.get<MemberNotes>(`${address()}${query}`)).body;
const take = (id: number, by: TestAdmin) => by.client.call<MemberNote>('DELETE', `${address()}/${id}`);

describe('member notes', () => {
  test('are listed with author and time, newest first, by page; the audit log records them without their text', async () => {
    const about = await newMember();
    const texts = ['Called about a lost card', 'Is Anna’s father', 'Prefers\n\n<b>mail</b>'];
    for (const text of texts) expect((await write(text, admin, about.id)).status).toBe(201);
    const page = (await admin.client.get<MemberNotes>(`${address(about.id)}?limit=2`)).body;
    expect(page.notes.map(({ text }) => text)).toEqual([texts[2], texts[1]]);
    expect(page.notes[0]).toMatchObject({ by: admin.email, mayRemove: true, removedAt: null, createdAt: expect.stringMatching(/Z$/) });
    const rest = (await admin.client.get<MemberNotes>(`${address(about.id)}?limit=2&cursor=${page.nextCursor}`)).body;
    expect([rest.notes.map(({ text }) => text), rest.nextCursor]).toEqual([[texts[0]], null]);
    expect(
      await row(
        `SELECT admin_id AS by, entity_id AS id, count(*) OVER () AS n FROM audit_log WHERE action = 'note.add' AND user_id = ?1 AND after = ?2`,
        about.id,
        JSON.stringify({ note: page.notes[0]?.id }),
      ),
    ).toEqual({ by: admin.id, id: String(about.id), n: 1 });
  });

  test('can be removed once, by their author or a super administrator; the audit log then has the text', async () => {
    const [own, other] = [(await write('Mine')).body, (await write('The chief’s', chief)).body];
    expect((await listNotes()).notes.find(({ id }) => id === other.id)?.mayRemove).toBe(false);
    expectError(await take(other.id, admin), 403, 'not_note_author');
    expectError(await admin.client.call('DELETE', `${address(1)}/${own.id}`), 404, 'note_not_found');
    const outcomes = await Promise.all([take(own.id, admin), take(own.id, chief), take(own.id, chief)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect((await listNotes()).notes.find(({ id }) => id === own.id)).toMatchObject({
      text: null,
      removedBy: expect.any(String),
      mayRemove: false,
    });
    expect(await row(`SELECT count(*) AS n, before FROM audit_log WHERE action = 'note.remove' AND user_id = ?`, member.id)).toEqual({
      n: 1,
      before: JSON.stringify({ note: own.id, text: 'Mine' }),
    });
    expect((await take(other.id, chief)).status).toBe(200);
  });

  test('are deduplicated on retry; the same text by another author or at a later time is another note', async () => {
    const about = await newMember();
    const ids = (await Promise.all([1, 2, 3].map(() => write('Twice', admin, about.id)))).map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(1);
    await write('Twice', chief, about.id);
    await write('Twice', admin, about.id);
    expect(await row('SELECT count(*) AS n FROM member_notes WHERE user_id = ?', about.id)).toEqual({ n: 3 });
  });

  test.each<[string, unknown]>([
    ['blank text', ' \n '],
    ['too much text', 'x'.repeat(2_001)],
    ['a number', 5],
    ['invisible characters', 'a\u202Eb'],
  ])('with %s are rejected with a message', async (_, text) => {
    expect(expectError(await write(text), 400, 'invalid_input').fields).toHaveProperty('text');
  });

  test('can be added only about existing members', async () => {
    expectError(await write('Nobody', admin, 999_999), 404, 'member_not_found');
    expectError(await admin.client.get(address(999_999)), 404, 'member_not_found');
    expectError(await admin.client.get(`${address()}?cursor=x`), 400, 'invalid_input');
  });
});

test('the data download includes the notes about a member without their authors; erasure deletes them and blocks new ones', async () => {
  vi.setSystemTime(Date.now());
  const about = await newMember();
  await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', about.id);
  await write('Owes us a photo', admin, about.id);
  const data = (await about.client.get<{ notesAboutYou: Record<string, unknown>[] }>('/api/my-data')).body;
  expect(data.notesAboutYou).toEqual([expect.objectContaining({ text: 'Owes us a photo' })]);
  expect(JSON.stringify(data)).not.toContain(admin.email);
  await remove(about);
  expect((await write('Left on their own', admin, about.id)).status).toBe(201);
  week();
  await runJob();
  expect(await erasedAt(about.id)).not.toBeNull();
  expect(await row('SELECT count(*) AS n FROM member_notes WHERE user_id = ?', about.id)).toEqual({ n: 0 });
  expectError(await write('Too late', await newAdmin('admin'), about.id), 404, 'member_not_found');
});
