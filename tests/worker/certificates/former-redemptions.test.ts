/** The 12-month rule also counts redemptions by deleted accounts with the same mailbox. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { erasedAt, remove, week } from '#tests/worker/support/accounts/erasing.ts';
import { linkIn } from '#tests/worker/support/accounts/mailed-links.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { giveTokens, verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { change, everyRow, expectError, newMember, row, setClock, type TestMember } from '#tests/worker/support/client.ts';
import { runJob } from '#tests/worker/support/memberships/member-at-stripe.ts';

beforeEach(() => setClock('2026-06-01T10:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

async function newFinder(email: string): Promise<TestMember> {
  const member = await newMember({ email });
  await verifyEmail(member.id);
  await giveTokens(member.id, 60);
  return member;
}
const redeem = ({ client }: TestMember) => client.post('/api/redeem-certificate', { type: 'regional-short' });
async function leave(member: TestMember): Promise<void> {
  await remove(member);
  week();
  await runJob();
  expect(await erasedAt(member.id)).not.toBeNull();
}
const stored = () => row('SELECT count(*) AS n FROM former_redemptions');

test('a new account of the same mailbox waits the rest of the 12 months, and the hash is then deleted', async () => {
  const first = await newFinder('fay.finder@gmail.com');
  expect((await redeem(first)).status).toBe(200);
  await leave(first);

  const again = await newFinder('fayfinder+2@gmail.com');
  const before = await everyRow();
  expectError(await redeem(again), 409, 'redeemed_this_year');
  expect(await everyRow()).toEqual(before);
  expect((await redeem(await newFinder('omar@gmail.com'))).status).toBe(200);

  await fire('purge-expired');
  expect(await stored()).toEqual({ n: 1 });
  setClock('2027-06-01T10:00:01Z');
  expect((await redeem(await newFinder('fayfinder+3@gmail.com'))).status).toBe(200);
  await fire('purge-expired');
  expect(await stored()).toEqual({ n: 0 });
});

test('a mailbox that the member gave up after redeeming waits, too, and so does the present one', async () => {
  const first = await newFinder('hal@gmail.com');
  expect((await redeem(first)).status).toBe(200);
  await first.client.patch('/api/user', { email: 'hal@throwaway.test', currentPassword: first.password });
  const token = await linkIn('hal@throwaway.test', 'confirm_email_change');
  expect((await first.client.post('/api/confirm-email-change', { token })).status).toBe(200);
  await leave(first);
  expect(await stored()).toEqual({ n: 2 });

  for (const email of ['h.al@gmail.com', 'hal@throwaway.test'])
    expectError(await redeem(await newFinder(email)), 409, 'redeemed_this_year');
});

test('a redemption that was canceled does not count, and without one nothing is stored', async () => {
  const [cancelled, none] = [await newFinder('gus@gmail.com'), await newFinder('ida@gmail.com')];
  await redeem(cancelled);
  await change("UPDATE vacation_certificates SET status = 'cancelled', review = 'refused' WHERE user_id = ?", cancelled.id);
  const before = await stored();
  await leave(cancelled);
  await leave(none);
  expect(await stored()).toEqual(before);
});
