/** The PayPal address for a member's earnings. Product rules: Payout addresses. */
import { afterEach, expect, test, vi } from 'vitest';
import type { PayoutAddress } from '#schema/payouts/payout-address.ts';
import { secondsPerDay } from '#schema/rules.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import {
  advanceClock,
  Client,
  change,
  expectError,
  newMember,
  row,
  setClock,
  type TestMember,
  tokenInMail,
} from '#tests/worker/support/client.ts';
import { owedCommission } from '#tests/worker/support/payouts/owed.ts';

afterEach(() => void vi.useRealTimers());

const putAddress = ({ client, password }: TestMember, email: string, currentPassword: string | null = password) =>
  client.put<PayoutAddress>('/api/payout-address', { email, currentPassword });
const confirm = (token: string) => new Client().post('/api/confirm-payout-address', { token });
const now = async ({ client }: TestMember) => (await client.get<PayoutAddress>('/api/payout-address')).body;

async function mailedToken(to: string): Promise<string> {
  const mail = await row<{ id: string }>(
    "SELECT message_id AS id FROM outbox WHERE to_address = ? AND template = 'confirm_payout_address'",
    to,
  );
  return tokenInMail(mail?.id ?? '');
}

async function verified(): Promise<TestMember> {
  const member = await newMember();
  await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
  return member;
}

test('a payout address needs the password and a mailed link, and holds payouts for 7 days after a change', async () => {
  setClock('2026-11-21T10:00:00Z');
  const member = await verified();
  expect((await putAddress(member, 'fay@paypal.test')).body).toEqual({ email: null, pendingEmail: 'fay@paypal.test', heldUntil: null });
  const first = await mailedToken('fay@paypal.test');
  // A new request invalidates the previous link.
  await putAddress(member, 'fay2@paypal.test');
  expectError(await confirm(first), 400, 'link_used');
  const token = await mailedToken('fay2@paypal.test');
  const answers = await Promise.all([confirm(token), confirm(token)]);
  expect(answers.find(({ status }) => status === 200)?.body).toEqual({
    message: 'Your earnings now go to fay2@paypal.test.',
    heldUntil: null,
  });
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(await now(member)).toEqual({ email: 'fay2@paypal.test', pendingEmail: null, heldUntil: null });
  expect(await row("SELECT count(*) AS n FROM outbox WHERE template = 'payout_address_changed' AND user_id = ?", member.id)).toEqual({
    n: 0,
  });

  await putAddress(member, 'other@paypal.test');
  expect((await confirm(await mailedToken('other@paypal.test'))).body).toEqual({
    message: 'Your earnings now go to other@paypal.test.',
    heldUntil: '2026-11-28T10:00:00.000Z',
  });
  expect(await now(member)).toEqual({ email: 'other@paypal.test', pendingEmail: null, heldUntil: '2026-11-28T10:00:00.000Z' });
  // Both the account's mailbox and the previous PayPal address are notified.
  for (const to of [member.email, 'fay2@paypal.test'])
    expect(await row("SELECT count(*) AS n FROM outbox WHERE template = 'payout_address_changed' AND to_address = ?", to)).toEqual({
      n: 1,
    });
});

test('a payout address needs a recent proof of identity and a verified account', async () => {
  const member = await verified();
  expectError(await putAddress(member, 'fay@paypal.test', 'wrong-one'), 400, 'wrong_current_password');
  expectError(await putAddress(member, 'no address'), 400, 'invalid_input');
  expectError(await putAddress(await newMember(), 'fay@paypal.test'), 403, 'email_unverified');
  setClock(new Date(Date.now() + 3_600_000).toISOString());
  expectError(await member.client.put('/api/payout-address', { email: 'fay@paypal.test' }), 403, 'password_or_sign_in');
});

test('the link of a payout address works for 7 days and for nothing else', async () => {
  setClock('2026-11-21T10:00:00Z');
  const member = await verified();
  await putAddress(member, 'late@paypal.test');
  const token = await mailedToken('late@paypal.test');
  expectError(await new Client().post('/api/confirm-email-change', { token }), 400, 'link_unknown');
  advanceClock(7 * secondsPerDay + 1);
  expectError(await confirm(token), 400, 'payout_link_expired');
  expectError(await confirm('no-such-token'), 400, 'link_unknown');
});

test('changing the payout address removes the member’s line from a payout run', async () => {
  const admin = await newAdmin();
  const member = await verified();
  await putAddress(member, 'run@paypal.test');
  await confirm(await mailedToken('run@paypal.test'));
  await owedCommission(member.id, 1_000);
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  const run = await admin.client.post<{ id: number }>('/api/admin/payouts/runs', { scope: 'all' }, key);
  await admin.client.post(`/api/admin/payouts/runs/${run.body.id}/continue`);
  await putAddress(member, 'run2@paypal.test');
  await confirm(await mailedToken('run2@paypal.test'));
  expect((await admin.client.get(`/api/admin/payouts/runs/${run.body.id}`)).body).toMatchObject({
    lines: 0,
    outLines: 1,
    out: [{ reason: 'address_changed' }],
  });
});
