/** Paid years after a database restore. In a separate file because a restore closes checkouts for the tests that follow. Product rules: After a restore. */
import { afterEach, expect, test, vi } from 'vitest';
import type { ReconcileStepResult } from '#schema/admin/ops.ts';
import { secondsPerDay } from '#schema/rules.ts';
import { linkIn } from '#tests/worker/support/accounts/mailed-links.ts';
import { afterRestore, operator } from '#tests/worker/support/admin/after-restore.ts';
import { advanceClock, Client, change, row } from '#tests/worker/support/client.ts';
import { passTime, payingMember } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { customerOf } from '#tests/worker/support/memberships/payments.ts';
import { restore, takeBackup } from '#tests/worker/support/restored-database.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a deletion requested and canceled after the backup costs no paid year', async () => {
  const { member } = await payingMember('premium');
  await change('UPDATE users SET email_verified_at = created_at WHERE id = ?', member.id);
  await passTime(member, secondsPerDay);
  const membership = () => row('SELECT role, membership_expires_at AS expiresAt FROM users WHERE id = ?', member.id);
  const [backup, restoredTo, before] = [await takeBackup(), new Date().toISOString(), await membership()];
  advanceClock(60);
  const removal = { confirmation: 'DELETE', currentPassword: member.password };
  expect((await member.client.post('/api/delete-account', removal)).status).toBe(200);
  advanceClock(60);
  const token = await linkIn(member.email, 'account_deletion');
  expect((await new Client().post('/api/secure-account', { token })).status).toBe(200);
  await restore(backup);
  await afterRestore(restoredTo);
  const walk = { since: new Date(Date.now() - secondsPerDay * 1_000).toISOString().slice(0, 10), customer: await customerOf(member.id) };
  for (let cursor: string | null | undefined = null, isFirst = true; isFirst || cursor; isFirst = false)
    cursor = (await operator().post<ReconcileStepResult>('/api/ops/stripe-reconcile', { ...walk, cursor })).body.cursor;
  expect(await membership()).toMatchObject({ role: 'free' });
  await afterRestore(restoredTo);
  expect(await membership()).toEqual(before);
});
