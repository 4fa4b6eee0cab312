/** A super administrator deletes an account at the member's request. Product rules: A member's own data. */
import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { beforeBatch } from '#tests/worker/support/before-write.ts';
import { change, everyRow, expectError, newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import { payingMember, subscriptionsAtStripe } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { control } from '#tests/worker/support/memberships/payments.ts';
import type { Env } from '#worker/env.ts';

let admin: TestAdmin;

beforeAll(async () => {
  admin = await newAdmin('super_admin');
});

const versionOf = async (id: number) => (await row<{ version: number }>('SELECT version FROM users WHERE id = ?', id))?.version ?? 0;

async function remove({ id, email }: Pick<TestMember, 'id' | 'email'>, changes: Record<string, unknown> = {}, by = admin) {
  const body = { reason: 'They wrote to us, message #31', email, version: await versionOf(id), ...changes };
  return by.client.post<AdminUserDetails>(`/api/admin/users/${id}/deletion`, body);
}

test('deletion by an administrator cancels the subscription, ends sessions, notifies the member and audits the reason', async () => {
  const { member } = await payingMember('basic');
  await change(
    `INSERT INTO treasure_chest_payouts (user_id, month, chest_level, amount_cents, is_premium, created_at) VALUES (?, '2026-01', 1, 200, 0, 1)`,
    member.id,
  );
  const answer = await remove(member, { email: ` ${member.email.toUpperCase()}` });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(answer.body.profile.deletionRequestedAt).toEqual(expect.any(String));
  expect((await subscriptionsAtStripe(member)).map(({ status }) => status)).toEqual(['canceled']);
  expectError(await member.client.get('/api/user'), 401, 'not_signed_in');
  expect(await row(`SELECT count(*) AS n FROM outbox WHERE user_id = ? AND template = 'account_deletion'`, member.id)).toEqual({ n: 1 });
  expect(await row('SELECT status, held_reason AS why FROM treasure_chest_payouts WHERE user_id = ?', member.id)).toEqual({
    status: 'held',
    why: 'member_left',
  });
  expect(await row(`SELECT admin_id AS by, reason FROM audit_log WHERE action = 'user.delete' AND user_id = ?`, member.id)).toEqual({
    by: admin.id,
    reason: 'They wrote to us, message #31',
  });
  expect((await (env as unknown as Env).SESSIONS.list({ prefix: `erased:${member.id}:` })).keys, 'for a restored database').toHaveLength(1);
  expectError(await remove(member), 409, 'member_leaving');
});

test('deletion by an administrator also works for a suspended member, who cannot do it themselves', async () => {
  const member = await newMember();
  await change(`UPDATE users SET suspended_at = 1, suspended_reason = 'A farm' WHERE id = ?`, member.id);
  expect((await remove(member)).status).toBe(200);
});

test('one of two concurrent deletions by administrators succeeds, the other is rejected', async () => {
  const member = await newMember();
  const version = await versionOf(member.id);
  const outcomes = await Promise.all([remove(member, { version }), remove(member, { version })]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await row(`SELECT count(*) AS n FROM audit_log WHERE action = 'user.delete' AND user_id = ?`, member.id)).toEqual({ n: 1 });
});

test('deletion by an administrator is rejected with a message when it is not allowed, and writes nothing', async () => {
  const [member, plain] = await Promise.all([newMember(), newAdmin('admin')]);
  const paying = (await payingMember('premium')).member;
  const [subscription] = await subscriptionsAtStripe(paying);
  const before = await everyRow();
  expectError(await remove(member, {}, plain), 403, 'super_admin_only');
  expect(expectError(await remove(member, { email: 'another@example.test' }), 400, 'email_not_members').fields).toHaveProperty('email');
  expect(expectError(await remove(member, { reason: ' ' }), 400, 'invalid_input').fields).toHaveProperty('reason');
  expectError(await remove(member, { version: 99 }), 409, 'changed_meanwhile');
  expectError(await remove({ id: 999_999, email: 'x@y.test' }), 404, 'member_not_found');
  await control('faults', { match: `GET /v1/subscriptions/${subscription?.id}`, status: 500, times: 2 });
  expect(expectError(await remove(paying), 502, 'member_deletion_needs_provider').message).toContain('was not deleted');
  expect(await everyRow()).toEqual(before);
});

test('deletion by an administrator is rejected if the member’s email changes during the request', async () => {
  const member = await newMember();
  const changeEmail = () => change(`UPDATE users SET email = 'n@e.test', email_key = 'n@e.test' WHERE id = ?`, member.id);
  const other = await newAdmin('super_admin');
  other.client.workerEnv = beforeBatch(env as unknown as Env, (sql) => sql.includes('FROM stripe_events'), changeEmail);
  expectError(await remove(member, {}, other), 400, 'email_not_members');
  expect(await row('SELECT deletion_requested_at AS leaving FROM users WHERE id = ?', member.id)).toEqual({ leaving: null });
});
