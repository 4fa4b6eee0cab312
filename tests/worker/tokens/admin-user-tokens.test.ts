/**
 * Administrators can add or remove a member's tokens. Each change applies once per idempotency key, never makes the balance negative, and
 * is audited.
 */
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TokenAdjustment } from '#schema/accounts/admin-users.ts';
import { largeGift } from '#schema/rules.ts';
import type { TokenHistory } from '#schema/tokens/token.ts';
import { erasedAt, remove, week } from '#tests/worker/support/accounts/erasing.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { balanceOf, change, everyRow, expectError, newMember, row } from '#tests/worker/support/client.ts';
import { runJob } from '#tests/worker/support/memberships/member-at-stripe.ts';

let boss: TestAdmin;
let keys = 0;
const newKey = () => `adjust-key-${++keys}`;

beforeAll(async () => {
  boss = await newAdmin();
});

function adjust(userId: number, amount: unknown, { reason = 'A lost card', key = newKey(), admin = boss } = {}) {
  return admin.client.post<TokenAdjustment>(`/api/admin/users/${userId}/tokens`, { amount, reason }, { 'Idempotency-Key': key });
}
const rowsOf = (userId: number) =>
  row<{ ledger: number; audit: number }>(
    `SELECT (SELECT count(*) FROM token_transactions WHERE user_id = ?1) AS ledger, (SELECT count(*) FROM audit_log WHERE user_id = ?1) AS audit`,
    userId,
  );
const mailOf = (userId: number) =>
  row<{ n: number; payload: string }>(
    `SELECT count(*) AS n, payload FROM outbox WHERE user_id = ?1 AND template = 'tokens_adjusted'`,
    userId,
  );

test('adding tokens writes ledger and audit log, and the member is emailed the reason and the new balance', async () => {
  const member = await newMember();
  const answer = await adjust(member.id, 5);
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({ userId: member.id, amount: 5, type: 'adjustment', description: 'A lost card' });
  expect(await balanceOf(member.id)).toBe(5);
  const audit = await row(
    'SELECT admin_id, action, entity_type, entity_id, before, after, reason FROM audit_log WHERE user_id = ?',
    member.id,
  );
  expect(audit).toEqual({
    admin_id: boss.id,
    action: 'tokens.adjust',
    entity_type: 'user',
    entity_id: String(member.id),
    before: '{"tokenBalance":0}',
    after: '{"tokenBalance":5,"amount":5}',
    reason: 'A lost card',
  });
  expect(await mailOf(member.id)).toEqual({
    n: 1,
    payload: JSON.stringify({ firstName: 'Mem', tokens: '5', reason: 'A lost card', balance: '5' }),
  });
  const { body } = await member.client.get<TokenHistory>('/api/tokens');
  expect(body).toMatchObject({ balance: 5, transactions: [{ amount: 5, type: 'adjustment', description: 'A lost card' }] });
});

test('taking more tokens than the balance writes nothing and reports the balance', async () => {
  const member = await newMember();
  await adjust(member.id, 3);
  const before = await everyRow();
  const refusal = expectError(await adjust(member.id, -4), 409, 'balance_too_low');
  expect(refusal.fields?.amount).toContain('has only 3 Treasure Tokens');
  expect(await everyRow()).toEqual(before);
  expect((await adjust(member.id, -3)).status).toBe(201);
  expect(await balanceOf(member.id)).toBe(0);
});

describe('the Idempotency-Key of a token adjustment', () => {
  test('returns the first result when repeated, and adds nothing', async () => {
    const member = await newMember();
    const key = newKey();
    const first = await adjust(member.id, 5, { key });
    await adjust(member.id, -5);
    const again = await adjust(member.id, 5, { key });
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(await balanceOf(member.id)).toBe(0);
    expect(await rowsOf(member.id)).toEqual({ ledger: 2, audit: 2 });
    expect((await mailOf(member.id))?.n).toBe(2);
  });

  test('is rejected with a different body', async () => {
    const [member, other] = [await newMember(), await newMember()];
    const key = newKey();
    await adjust(member.id, 5, { key });
    expectError(await adjust(member.id, 6, { key }), 409, 'idempotency_key_reused');
    expectError(await adjust(member.id, 5, { key, reason: 'Another' }), 409, 'idempotency_key_reused');
    expectError(await adjust(other.id, 5, { key }), 409, 'idempotency_key_reused');
    expect([await balanceOf(member.id), await balanceOf(other.id)]).toEqual([5, 0]);
  });

  test('is separate for each administrator', async () => {
    const member = await newMember();
    const key = newKey();
    await adjust(member.id, 5, { key });
    expect((await adjust(member.id, 5, { key, admin: await newAdmin() })).status).toBe(201);
    expect(await balanceOf(member.id)).toBe(10);
  });

  test('used ten times concurrently creates one row', async () => {
    const member = await newMember();
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 10 }, () => adjust(member.id, 7, { key })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await rowsOf(member.id)).toEqual({ ledger: 1, audit: 1 });
  });

  test.each([undefined, 'short', 'with spaces in it', 'x'.repeat(101)])('is rejected when it is %s', async (key) => {
    const member = await newMember();
    const answer = await boss.client.post(
      `/api/admin/users/${member.id}/tokens`,
      { amount: 5, reason: 'A lost card' },
      key === undefined ? {} : { 'Idempotency-Key': key },
    );
    expectError(answer, 400, 'bad_idempotency_key');
  });
});

test('concurrent withdrawals from one balance succeed only as far as it lasts', async () => {
  const member = await newMember();
  await adjust(member.id, 10);
  const answers = await Promise.all(Array.from({ length: 8 }, () => adjust(member.id, -4)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409, 409, 409]);
  expect(await balanceOf(member.id)).toBe(2);
  expect(await rowsOf(member.id)).toEqual({ ledger: 3, audit: 3 });
});

test.each([
  [0, 'A lost card', 'amount'],
  [1.5, 'A lost card', 'amount'],
  [10_001, 'A lost card', 'amount'],
  [-10_001, 'A lost card', 'amount'],
  ['5', 'A lost card', 'amount'],
  [5, '  ', 'reason'],
  [5, 'x'.repeat(201), 'reason'],
  [5, 'hidden \u202e marks', 'reason'],
])('a token adjustment of %s for "%s" is rejected', async (amount, reason, field) => {
  const member = await newMember();
  expect(expectError(await adjust(member.id, amount, { reason }), 400, 'invalid_input').fields).toHaveProperty(field);
  expect(await rowsOf(member.id)).toEqual({ ledger: 0, audit: 0 });
});

test('a token adjustment is rejected for unknown members and those who are leaving', async () => {
  expectError(await adjust(999_999, 5), 404, 'member_not_found');
  const member = await newMember();
  await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', member.id);
  expectError(await adjust(member.id, 5), 409, 'member_leaving');
  expect(await rowsOf(member.id)).toEqual({ ledger: 0, audit: 0 });
});

test('erasing a member removes the audit details of token adjustments', async () => {
  const member = await newMember();
  await adjust(member.id, 5, { reason: 'For Zaphod himself' });
  await remove(member);
  week();
  await runJob();
  expect(await erasedAt(member.id)).not.toBeNull();
  expect(await row('SELECT before, after, reason FROM audit_log WHERE user_id = ?', member.id)).toEqual({
    before: null,
    after: null,
    reason: null,
  });
});

test('gifts that add up to a certificate within a month are emailed to the other super administrators', async () => {
  const [boss, other, plain] = [await newAdmin(), await newAdmin(), await newAdmin('admin')];
  const member = await newMember();
  const mails = async () =>
    (
      await env.DB.prepare(`SELECT to_address AS "to", payload FROM outbox WHERE template = 'large_gift' ORDER BY id`).all<{
        to: string;
        payload: string;
      }>()
    ).results
      .filter(({ payload }) => JSON.parse(payload).member === String(member.id))
      .map(({ to, payload }) => [to, JSON.parse(payload).sender, JSON.parse(payload).tokens]);
  const give = (amount: number, key: string) =>
    boss.client.post(`/api/admin/users/${member.id}/tokens`, { amount, reason: 'A prize' }, { 'Idempotency-Key': key });
  await give(largeGift.tokens - 1, 'first-gift');
  await give(-20, 'taken-back');
  expect(await mails()).toEqual([]);
  await give(1, 'second-gift');
  const after = await mails();
  expect(after.filter(([to]) => to === other.email)).toEqual([[other.email, boss.email, String(largeGift.tokens)]]);
  expect(after.map(([to]) => to)).not.toContain(boss.email);
  expect(after.map(([to]) => to)).not.toContain(plain.email);
  await give(1, 'second-gift');
  expect(await mails()).toEqual(after);
});
