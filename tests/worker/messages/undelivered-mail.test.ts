/** Tests which unsent emails raise an alarm, and how long the alarm lasts. Product rules: Jobs and alarms. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AcknowledgedMails, System } from '#schema/admin/system.ts';
import type { Totals } from '#schema/admin/totals.ts';
import { deadMailAlarmSeconds } from '#schema/rules.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { remove, week } from '#tests/worker/support/accounts/erasing.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { auditOf } from '#tests/worker/support/admin/audit-log.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { advanceClock, change, expectError, newMember, row, setClock } from '#tests/worker/support/client.ts';
import { envWith, FakeProvider, outboxRow, queueOne, runDelivery } from '#tests/worker/support/messages/mail-delivery.ts';

let admin: TestAdmin;
beforeEach(async () => {
  setClock('2026-11-21T10:00:00Z');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await change('DELETE FROM outbox');
  await change('DELETE FROM alarms');
  admin = await newAdmin('admin');
  await change("UPDATE outbox SET status = 'sent'");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const provider = new FakeProvider();
/** Creates an outbox email whose delivery has just failed permanently. Returns its recipient. */
async function failedMail(): Promise<string> {
  const to = await queueOne(null);
  await change("UPDATE outbox SET status = 'dead', attempts = 8, next_attempt_at = ? WHERE to_address = ?", Date.now() / 1_000, to);
  return to;
}
async function hasAlarm(): Promise<boolean> {
  await fire('watch');
  return (await row("SELECT 1 AS one FROM alarms WHERE kind = 'mails_dead' AND ended_at IS NULL")) !== null;
}
/** Uses a new administrator because the first one's session may have expired. */
const freshClient = async () => (await newAdmin('admin')).client;
const countMails = async () => (await (await freshClient()).get<Totals>('/api/admin/totals')).body.attention.mails;
const acknowledge = () => admin.client.post<AcknowledgedMails>('/api/admin/mails/acknowledge');

test('emails to a member whose account is erased end as dropped and raise no alarm', async () => {
  const member = await newMember();
  await queueOne(member.id);
  await remove(member);
  week();
  await fire('erase-accounts');
  expect(await row("SELECT count(*) AS n FROM outbox WHERE user_id = ? AND status NOT IN ('sent', 'dropped')", member.id)).toEqual({
    n: 0,
  });
  expect(await row("SELECT count(*) AS n FROM outbox WHERE user_id = ? AND status = 'dropped'", member.id)).not.toEqual({ n: 0 });
  expect([await hasAlarm(), await countMails()]).toEqual([false, 0]);
});

test('an email that is queued for an erased member is dropped without an attempt', async () => {
  const member = await directMember();
  const to = await queueOne(member.id);
  await change('UPDATE users SET email = ?2, erased_at = 1 WHERE id = ?1', member.id, to);
  await runDelivery(envWith(provider));
  expect(provider.to(to)).toEqual([]);
  expect(await outboxRow(to)).toMatchObject({ status: 'dropped', lastError: 'account deleted' });
});

test('a failed email raises the alarm for a day', async () => {
  await failedMail();
  expect([await hasAlarm(), await countMails()]).toEqual([true, 1]);
  advanceClock(deadMailAlarmSeconds - 1);
  expect([await hasAlarm(), await countMails()]).toEqual([true, 1]);
  advanceClock(1);
  expect([await hasAlarm(), await countMails()]).toEqual([false, 0]);
  expect((await (await freshClient()).get<System>('/api/admin/system')).body.mails).toMatchObject({ dead: 1, unacknowledged: 0 });
});

test('acknowledged failures end the alarm, once and audited; the next failure raises it again', async () => {
  await failedMail();
  const last = await failedMail();
  expect(await hasAlarm()).toBe(true);
  expect((await admin.client.get<System>('/api/admin/system')).body.mails).toMatchObject({ dead: 2, unacknowledged: 2 });
  const responses = await Promise.all([acknowledge(), acknowledge()]);
  expect(responses.map(({ body }) => body.acknowledged).sort()).toEqual([0, 2]);
  expect([await hasAlarm(), await countMails()]).toEqual([false, 0]);
  const { id } = (await row<{ id: number }>('SELECT id FROM outbox WHERE to_address = ?', last)) ?? { id: 0 };
  expect((await auditOf('mail', id)).map(({ action }) => action)).toEqual(['mail.acknowledge']);
  await failedMail();
  expect([await hasAlarm(), await countMails()]).toEqual([true, 1]);
});

test('an acknowledged email that is sent again and fails again raises the alarm', async () => {
  const to = await failedMail();
  await acknowledge();
  expect((await admin.client.post('/api/admin/mails/retry', {})).body).toMatchObject({ retried: { length: 1 } });
  await change("UPDATE outbox SET status = 'dead' WHERE to_address = ?", to);
  expect(await hasAlarm()).toBe(true);
});

test('dropped emails cannot be sent again, and lose their address like sent ones', async () => {
  const to = await queueOne(null);
  await change("UPDATE outbox SET status = 'dropped', cause = 'once:1' WHERE to_address = ?", to);
  expect((await admin.client.post('/api/admin/mails/retry', {})).body).toEqual({ retried: [] });
  expect((await admin.client.get<unknown[]>('/api/admin/mails?status=dropped')).body).toHaveLength(1);
  expectError(await admin.client.get('/api/admin/mails?status=lost'), 400, 'invalid_input');
  advanceClock(91 * 86_400);
  await fire('purge-expired');
  expect(await row("SELECT to_address AS address FROM outbox WHERE cause = 'once:1'")).toEqual({ address: '' });
});
