/** Tests the effect of emailed links while a member is suspended. Product rules: Suspension. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  passwordResetLinkTtlSeconds,
  payoutAddressHoldSeconds,
  payoutAddressLinkTtlSeconds,
  secondsPerDay,
  secureAccountLinkTtlSeconds,
  undoEmailChangeTtlSeconds,
} from '#schema/rules.ts';
import { linkIn } from '#tests/worker/support/accounts/mailed-links.ts';
import { addPasskey } from '#tests/worker/support/accounts/passkeys.ts';
import { reinstate, suspend } from '#tests/worker/support/accounts/suspended.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import {
  advanceClock,
  Client,
  change,
  everyRow,
  expectError,
  newMember,
  row,
  setClock,
  type TestMember,
} from '#tests/worker/support/client.ts';
import { newStay } from '#tests/worker/support/stays/member-stay.ts';

beforeEach(() => setClock('2026-11-21T10:01:00Z'));
afterEach(() => void vi.useRealTimers());

const open = (path: string, token: string) =>
  new Client().post(`/api/${path}`, { token, ...(path === 'reset-password' && { newPassword: 'brand-new-1' }) });

// Each call uses a new administrator because an earlier administrator's session expires when a test advances the clock.
const suspendMember = async ({ id }: TestMember) => suspend(await newAdmin('admin'), id);
const reinstateMember = async ({ id }: TestMember) => reinstate(await newAdmin('admin'), id);

async function verifiedMember() {
  const member = await newMember();
  await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
  return member;
}

async function requestPayPal({ client }: TestMember, address: string) {
  expect((await client.put('/api/payout-address', { email: address })).status).toBe(200);
  return linkIn(address, 'confirm_payout_address');
}

/** Each type of emailed link, with the API call made by the page it opens. */
const links: [string, (member: TestMember) => Promise<{ path: string; token: string }>][] = [
  [
    'that verifies an address',
    async ({ id, email }) => {
      await change('UPDATE users SET email_verified_at = NULL WHERE id = ?', id);
      return { path: 'verify-email', token: await linkIn(email, 'welcome') };
    },
  ],
  [
    'that moves the account to another address',
    async ({ client, id }) => {
      await client.patch('/api/user', { email: `new-${id}@example.test` });
      return { path: 'confirm-email-change', token: await linkIn(`new-${id}@example.test`, 'confirm_email_change') };
    },
  ],
  [
    'that cancels a change of address',
    async ({ client, id, email }) => {
      await client.patch('/api/user', { email: `new-${id}@example.test` });
      return { path: 'undo-email-change', token: await linkIn(email, 'email_change_requested') };
    },
  ],
  [
    'that undoes a change of address',
    async ({ client, id, email }) => {
      await client.patch('/api/user', { email: `new-${id}@example.test` });
      await open('confirm-email-change', await linkIn(`new-${id}@example.test`, 'confirm_email_change'));
      return { path: 'undo-email-change', token: await linkIn(email, 'email_change_requested') };
    },
  ],
  [
    'that confirms a PayPal address',
    async (member) => ({ path: 'confirm-payout-address', token: await requestPayPal(member, `pay-${member.id}@paypal.test`) }),
  ],
  [
    'that removes a PayPal address',
    async (member) => {
      await open('confirm-payout-address', await requestPayPal(member, `pay-${member.id}@paypal.test`));
      return { path: 'remove-payout-address', token: await linkIn(member.email, 'payout_address_added') };
    },
  ],
  [
    'that secures the account',
    async (member) => {
      await addPasskey(member);
      return { path: 'secure-account', token: await linkIn(member.email, 'passkey_added') };
    },
  ],
];

test.each(links)('a link %s does nothing during a suspension, and works for the time it had left afterwards', async (_, prepare) => {
  const member = await verifiedMember();
  const { path, token } = await prepare(member);
  advanceClock(passwordResetLinkTtlSeconds - 60);
  expect((await suspendMember(member)).status).toBe(200);
  const before = await everyRow();
  const { message } = expectError(await open(path, token), 409, 'link_paused');
  expect(message).not.toContain('Sixty cards');
  expect(await everyRow()).toEqual(before);
  advanceClock(60 * secondsPerDay);
  await fire('purge-expired');
  expectError(await open(path, token), 409, 'link_paused');
  expect((await reinstateMember(member)).status).toBe(200);
  advanceClock(59);
  expect((await open(path, token)).status).toBe(200);
});

test('new PayPal addresses and travelers wait for as long as the links that remove them work', async () => {
  const [member, stay] = [await verifiedMember(), await newStay()];
  await open('confirm-payout-address', await requestPayPal(member, `pay-${member.id}@paypal.test`));
  const waits = () =>
    row<{ payout: number; traveler: number }>(
      `SELECT (SELECT held_until FROM payout_addresses WHERE user_id = ?1) AS payout,
         (SELECT traveler_entered_at FROM stays WHERE user_id = ?2) AS traveler`,
      member.id,
      stay.id,
    );
  const before = await waits();
  for (const { id } of [member, stay]) expect((await suspend(await newAdmin('admin'), id)).status).toBe(200);
  const length = payoutAddressHoldSeconds + secondsPerDay / 3;
  advanceClock(length);
  for (const { id } of [member, stay]) expect((await reinstate(await newAdmin('admin'), id)).status).toBe(200);
  const after = { payout: (before?.payout ?? 0) + length, traveler: (before?.traveler ?? 0) + length };
  expect(await waits()).toEqual(after);

  // Waits that had ended before the suspension are not extended.
  advanceClock(secureAccountLinkTtlSeconds + payoutAddressHoldSeconds);
  for (const { id } of [member, stay]) expect((await suspend(await newAdmin('admin'), id)).status).toBe(200);
  advanceClock(secondsPerDay);
  for (const { id } of [member, stay]) expect((await reinstate(await newAdmin('admin'), id)).status).toBe(200);
  expect(await waits()).toEqual(after);
});

test('a reset link requested before or during a suspension sets no password after it', async () => {
  const member = await verifiedMember();
  const request = async () => {
    await new Client().post('/api/forgot-password', { email: member.email });
    return linkIn(member.email, 'reset_password');
  };
  const earlier = await request();
  await suspendMember(member);
  const meanwhile = await request();
  advanceClock(passwordResetLinkTtlSeconds);
  await reinstateMember(member);
  expectError(await open('reset-password', earlier), 400, 'link_used');
  expectError(await open('reset-password', meanwhile), 400, 'reset_link_expired');
});

test('a link expires as usual after a suspension', async () => {
  const member = await verifiedMember();
  const token = await requestPayPal(member, `late-${member.id}@paypal.test`);
  await suspendMember(member);
  advanceClock(secondsPerDay);
  await reinstateMember(member);
  advanceClock(payoutAddressLinkTtlSeconds);
  expectError(await open('confirm-payout-address', token), 400, 'payout_link_expired');
});

test('nobody can take the former address of a suspended member who could still undo the change', async () => {
  const member = await verifiedMember();
  const [, prepareUndo] = links.find(([name]) => name.includes('undoes')) ?? [];
  const { token } = (await prepareUndo?.(member)) ?? { token: '' };
  await suspendMember(member);
  advanceClock(undoEmailChangeTtlSeconds + secondsPerDay);
  const newcomer = { email: member.email, password: 'pass-word-1', confirmPassword: 'pass-word-1', acceptedTerms: true };
  expectError(await new Client().post('/api/register', newcomer), 409, 'email_reserved');
  await reinstateMember(member);
  expect((await open('undo-email-change', token)).status).toBe(200);
});
