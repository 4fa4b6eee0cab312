/** The PayPal address that receives a member's earnings. Product rules: Payout addresses. */
import { afterEach, expect, test, vi } from 'vitest';
import type { PayoutAddress } from '#schema/payouts/payout-address.ts';
import { secondsPerDay } from '#schema/rules.ts';
import { linkIn, mailsTo } from '#tests/worker/support/accounts/mailed-links.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { advanceClock, Client, change, expectError, newMember, row, setClock, type TestMember } from '#tests/worker/support/client.ts';
import { owedCommission } from '#tests/worker/support/payouts/owed.ts';

afterEach(() => void vi.useRealTimers());

const putAddress = ({ client, password }: TestMember, email: string, currentPassword: string | null = password) =>
  client.put<PayoutAddress>('/api/payout-address', { email, currentPassword });
const confirm = (token: string) => new Client().post('/api/confirm-payout-address', { token });
const now = async ({ client }: TestMember) => (await client.get<PayoutAddress>('/api/payout-address')).body;

const mailedToken = (to: string) => linkIn(to, 'confirm_payout_address');

async function newVerifiedMember(): Promise<TestMember> {
  const member = await newMember();
  await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
  return member;
}

test('every new payout address needs the password and a mailed link, is announced, and holds payouts for 7 days', async () => {
  setClock('2026-11-21T10:00:00Z');
  const member = await newVerifiedMember();
  expect((await putAddress(member, 'fay@paypal.test')).body).toEqual({ email: null, pendingEmail: 'fay@paypal.test', heldUntil: null });
  const first = await mailedToken('fay@paypal.test');
  // A new request invalidates the previous link.
  await putAddress(member, 'fay2@paypal.test');
  expectError(await confirm(first), 400, 'link_used');
  const token = await mailedToken('fay2@paypal.test');
  const answers = await Promise.all([confirm(token), confirm(token)]);
  expect(answers.find(({ status }) => status === 200)?.body).toEqual({
    message: 'Your earnings now go to fay2@paypal.test.',
    heldUntil: '2026-11-28T10:00:00.000Z',
  });
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(await now(member)).toEqual({ email: 'fay2@paypal.test', pendingEmail: null, heldUntil: '2026-11-28T10:00:00.000Z' });
  const announcements = async (to: string) =>
    (await mailsTo(to)).filter(({ template }) => /^payout_address_(added|changed)$/.test(template)).map(({ template }) => template);
  expect(await announcements(member.email)).toEqual(['payout_address_added']);

  advanceClock(secondsPerDay);
  await putAddress(member, 'other@paypal.test');
  expect((await confirm(await mailedToken('other@paypal.test'))).body).toEqual({
    message: 'Your earnings now go to other@paypal.test.',
    heldUntil: '2026-11-29T10:00:00.000Z',
  });
  // Both the account's mailbox and the previous PayPal address are notified.
  expect(await announcements(member.email)).toEqual(['payout_address_added', 'payout_address_added']);
  expect(await announcements('fay2@paypal.test')).toEqual(['payout_address_changed']);

  // Confirming the address that is already in use does not extend the hold or notify the member again.
  advanceClock(secondsPerDay);
  await putAddress(member, 'other@paypal.test');
  expect((await confirm(await mailedToken('other@paypal.test'))).body).toMatchObject({ heldUntil: '2026-11-29T10:00:00.000Z' });
  expect(await announcements(member.email)).toHaveLength(2);
});

test('confirming a payout address resumes email to it, even after it bounced', async () => {
  const member = await newVerifiedMember();
  const email = 'fayDoe@paypal.test';
  await change("INSERT INTO bounced_addresses (email_key, reason, bounced_at) VALUES ('faydoe@paypal.test', 'bounced', 1)");
  await putAddress(member, email);
  expect((await confirm(await mailedToken(email))).status).toBe(200);
  expect(await row("SELECT 1 FROM bounced_addresses WHERE email_key = 'faydoe@paypal.test'")).toBeNull();
});

test('the announcement of a payout address has a link that removes it once, within 7 days, unless another replaced it', async () => {
  setClock('2026-11-21T10:00:00Z');
  const member = await newVerifiedMember();
  const remove = async (token: string) => new Client().post('/api/remove-payout-address', { token });
  const confirmNew = async (address: string) => {
    await putAddress(member, address);
    expect((await confirm(await mailedToken(address))).status).toBe(200);
    return linkIn(member.email, 'payout_address_added');
  };
  const token = await confirmNew('thief@paypal.test');
  expect((await new Client().get(`/api/remove-payout-address?token=${token}`)).status).toBe(405);
  expectError(await new Client().post('/api/confirm-payout-address', { token }), 400, 'link_unknown');
  expect((await now(member)).email).toBe('thief@paypal.test');
  const answers = await Promise.all([remove(token), remove(token)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect((await now(member)).email).toBeNull();

  const earlier = await confirmNew('first@paypal.test');
  const later = await confirmNew('second@paypal.test');
  expect((await remove(earlier)).status).toBe(200);
  expect((await now(member)).email).toBe('second@paypal.test');
  advanceClock(7 * secondsPerDay);
  expectError(await remove(later), 400, 'remove_payout_link_expired');
});

test('a payout address needs a recent proof of identity and a verified account', async () => {
  const member = await newVerifiedMember();
  expectError(await putAddress(member, 'fay@paypal.test', 'wrong-one'), 400, 'wrong_current_password');
  expectError(await putAddress(member, 'no address'), 400, 'invalid_input');
  expectError(await putAddress(await newMember(), 'fay@paypal.test'), 403, 'email_unverified');
  setClock(new Date(Date.now() + 3_600_000).toISOString());
  expectError(await member.client.put('/api/payout-address', { email: 'fay@paypal.test' }), 403, 'password_or_sign_in');
});

test('the link of a payout address works for 7 days and for nothing else', async () => {
  setClock('2026-11-21T10:00:00Z');
  const member = await newVerifiedMember();
  await putAddress(member, 'late@paypal.test');
  const token = await mailedToken('late@paypal.test');
  expectError(await new Client().post('/api/confirm-email-change', { token }), 400, 'link_unknown');
  advanceClock(7 * secondsPerDay + 1);
  expectError(await confirm(token), 400, 'payout_link_expired');
  expectError(await confirm('no-such-token'), 400, 'link_unknown');
});

test('changing the payout address removes the member’s line from a payout run', async () => {
  setClock('2026-11-21T10:00:00Z');
  const member = await newVerifiedMember();
  await putAddress(member, 'run@paypal.test');
  await confirm(await mailedToken('run@paypal.test'));
  advanceClock(7 * secondsPerDay);
  const admin = await newAdmin();
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
