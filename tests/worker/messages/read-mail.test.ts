/** Administrators read a sent email without its links and send it again. */

import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Timeline } from '#schema/accounts/admin-timeline.ts';
import { totalHeader } from '#schema/admin/list.ts';
import { ReadMail, type System } from '#schema/admin/system.ts';
import type { Totals } from '#schema/admin/totals.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { Client, change, expectError, newMember, row, tokenInMail } from '#tests/worker/support/client.ts';
import { officeTemplates } from '#worker/domain/messages/mail.ts';

let boss: TestAdmin;
let plain: TestAdmin;

beforeAll(async () => {
  [boss, plain] = await Promise.all([newAdmin(), newAdmin('admin')]);
});

const newest = async (template: string, to: string) =>
  (await row<{ id: number }>('SELECT max(id) AS id FROM outbox WHERE template = ? AND to_address = ?', template, to))?.id ?? 0;
const read = async (id: number, by = plain) => v.parse(ReadMail, (await by.client.get(`/api/admin/mails/${id}`)).body);
const resend = (id: number) => plain.client.post(`/api/admin/mails/${id}/resend`);
const sent = (id: number) => change("UPDATE outbox SET status = 'sent', sent_at = 1 WHERE id = ?", id);

describe('a sent email', () => {
  test('is read with its text, but without the link that would sign in as its recipient, even that of an administrator', async () => {
    const member = await newMember();
    await new Client().post('/api/forgot-password', { email: member.email });
    await boss.client.post(`/api/admin/administrators/${plain.id}/reset-link`);
    for (const [template, to] of [
      ['reset_password', member.email],
      ['admin_reset_password', plain.email],
    ] as const) {
      const id = await newest(template, to);
      const { messageId } = (await row<{ messageId: string }>('SELECT message_id AS messageId FROM outbox WHERE id = ?', id)) ?? {
        messageId: '',
      };
      const token = await tokenInMail(messageId);
      const answer = await boss.client.get(`/api/admin/mails/${id}`);
      expect(v.parse(ReadMail, answer.body).content?.body).toContainEqual({ kind: 'button', label: 'Set a new password' });
      expect(JSON.stringify(answer.body)).not.toMatch(/:\/\/|#token/);
      expect(JSON.stringify(answer.body)).not.toContain(token);
      await sent(id);
      expectError(await boss.client.post(`/api/admin/mails/${id}/resend`), 409, 'mail_is_security');
    }
  });

  test('to an administrator or our office is shown and retried only by super administrators', async () => {
    const member = await newMember();
    const ids = await Promise.all(officeTemplates.map((template) => addMail(member.id, `boss-${template}@example.test`, template, {})));
    const toMember = await addMail(member.id, 'boss-member@example.test', 'tokens_adjusted', { tokens: '5' });
    const inList = async ({ client }: TestAdmin) => {
      const { body, headers } = await client.get<{ id: number }[]>('/api/admin/mails?q=boss-&limit=100');
      return [body.map(({ id }) => id).sort((one, other) => one - other), headers.get(totalHeader)];
    };
    expect(await inList(boss)).toEqual([[...ids, toMember].sort((one, other) => one - other), String(ids.length + 1)]);
    expect(await inList(plain)).toEqual([[toMember], '1']);
    const csv = await (await plain.client.fetch('/api/admin/mails/export.csv')).text();
    expect(csv).toContain('boss-member@');
    for (const [place, id] of ids.entries()) {
      expect(csv).not.toContain(`boss-${officeTemplates[place]}@`);
      expectError(await plain.client.get(`/api/admin/mails/${id}`), 404, 'mail_not_found');
      expectError(await resend(id), 404, 'mail_not_found');
      expect((await boss.client.get(`/api/admin/mails/${id}`)).status).toBe(200);
    }
    const { events } = (await plain.client.get<Timeline>(`/api/admin/users/${member.id}/timeline?show=mail`)).body;
    expect(events.flatMap((event) => (event.kind === 'mail' && [...ids, toMember].includes(event.mail) ? [event.mail] : []))).toEqual([
      toMember,
    ]);

    await change("UPDATE outbox SET status = 'dead', next_attempt_at = unixepoch() WHERE to_address LIKE 'boss-%'");
    const counts = async ({ client }: TestAdmin) => [
      (await client.get<System>('/api/admin/system')).body.mails.dead,
      (await client.get<Totals>('/api/admin/totals')).body.attention.mails,
    ];
    expect([await counts(plain), await counts(boss)]).toEqual([
      [1, 1],
      [ids.length + 1, ids.length + 1],
    ]);
    expect((await plain.client.post('/api/admin/mails/acknowledge')).body).toEqual({ acknowledged: 1 });
    expect((await plain.client.post('/api/admin/mails/retry', { ids })).body).toEqual({ retried: [] });
    expect((await plain.client.post('/api/admin/mails/retry', {})).body).toEqual({ retried: [toMember] });
    expect((await boss.client.post('/api/admin/mails/retry', {})).body).toMatchObject({ retried: { length: ids.length } });
  });

  test('names a PayPal address only to super administrators', async () => {
    const member = await newMember();
    const id = await addMail(member.id, member.email, 'payout_address_requested', { newAddress: 'fay@paypal.test' });
    expect(JSON.stringify(await read(id))).not.toContain('paypal.test');
    expect(JSON.stringify(await read(id, boss))).toContain('fay@paypal.test');
  });

  test('is sent again to the member, audited, and only a few times an hour', async () => {
    const member = await newMember();
    const id = await addMail(member.id, member.email, 'certificate_refused', {
      number: 'VC-1',
      name: 'A stay',
      reason: 'One phone',
      tokens: '60',
    });
    expect((await read(id)).resendRefusal).toBeNull();
    expect((await resend(id)).status).toBe(200);
    const copy = await newest('certificate_refused', member.email);
    expect(copy).toBeGreaterThan(id);
    expect(
      await row('SELECT payload = (SELECT payload FROM outbox WHERE id = ?1) AS same, user_id FROM outbox WHERE id = ?2', id, copy),
    ).toEqual({
      same: 1,
      user_id: member.id,
    });
    expect(await row("SELECT admin_id, user_id FROM audit_log WHERE action = 'mail.retry' AND entity_id = ?", String(id))).toEqual({
      admin_id: plain.id,
      user_id: member.id,
    });
    for (let more = 0; more < 4; more += 1) expect((await resend(id)).status).toBe(200);
    expectError(await resend(id), 429, 'too_many_mails');
  });

  test('is not sent again to a former address, before it was sent, or after its content was deleted', async () => {
    const member = await newMember();
    const other = await addMail(member.id, 'former@example.test', 'tokens_adjusted', { tokens: '5' });
    const erased = await addMail(member.id, member.email, 'tokens_adjusted', {});
    for (const id of [other, erased]) expectError(await resend(id), 409, 'mail_to_other_address');
    expect((await read(erased)).content).toBeNull();
    await change("UPDATE outbox SET status = 'queued' WHERE id = ?", other);
    expectError(await resend(other), 409, 'mail_not_sent');
    expectError(await plain.client.get('/api/admin/mails/999999'), 404, 'mail_not_found');
  });
});

async function addMail(userId: number, to: string, template: string, payload: Record<string, string>): Promise<number> {
  await change(
    `INSERT INTO outbox (message_id, user_id, template, to_address, payload, status, next_attempt_at, created_at, sent_at)
     VALUES (?, ?, ?, ?, ?, 'sent', 1, 1, 1)`,
    crypto.randomUUID(),
    userId,
    template,
    to,
    JSON.stringify(payload),
  );
  return newest(template, to);
}
