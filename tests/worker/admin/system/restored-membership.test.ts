/** Paid years after a database restore. In a separate file because a restore closes checkouts for the tests that follow. Product rules: After a restore. */
import { afterEach, expect, test, vi } from 'vitest';
import type { ReconcileStepResult } from '#schema/admin/ops.ts';
import { secondsPerDay } from '#schema/rules.ts';
import { linkIn } from '#tests/worker/support/accounts/mailed-links.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { afterRestore, operator } from '#tests/worker/support/admin/after-restore.ts';
import { advanceClock, Client, change, newMember, row } from '#tests/worker/support/client.ts';
import { passTime, payingMember } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { customerOf } from '#tests/worker/support/memberships/payments.ts';
import { restore, takeBackup } from '#tests/worker/support/restored-database.ts';

afterEach(() => {
  vi.useRealTimers();
});

const versionOf = async (id: number) => (await row<{ version: number }>('SELECT version FROM users WHERE id = ?', id))?.version;

async function endMembership(id: number): Promise<void> {
  const { client } = await newAdmin();
  const answer = await client.post(`/api/admin/users/${id}/membership/end`, { version: await versionOf(id), reason: 'Abuse' });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

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
  await endMembership(member.id);
  advanceClock(60);
  await afterRestore(restoredTo);
  expect(await membership(), 'ended by an administrator').toMatchObject({ role: 'free' });
});

test('a granted year that an administrator ended since the restore stays ended', async () => {
  vi.setSystemTime(Date.now());
  const owner = await newMember();
  await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', owner.id);
  const grant = { tier: 'basic', version: await versionOf(owner.id), reason: 'Thanks' };
  expect((await (await newAdmin()).client.post(`/api/admin/users/${owner.id}/membership`, grant)).status).toBe(200);
  let { password } = owner;
  const leaveAndReturn = async () => {
    const client = new Client();
    await client.post('/api/login', { email: owner.email, password });
    expect((await client.post('/api/delete-account', { confirmation: 'DELETE', currentPassword: password })).status).toBe(200);
    advanceClock(60);
    expect((await new Client().post('/api/secure-account', { token: await linkIn(owner.email, 'account_deletion') })).status).toBe(200);
    await new Client().post('/api/forgot-password', { email: owner.email });
    password = `pass-${crypto.randomUUID()}`;
    const reset = { token: await linkIn(owner.email, 'reset_password'), newPassword: password };
    expect((await new Client().post('/api/reset-password', reset)).status).toBe(200);
    advanceClock(60);
  };
  await leaveAndReturn();
  const [backup, restoredTo] = [await takeBackup(), new Date().toISOString()];
  advanceClock(60);
  await leaveAndReturn();
  await restore(backup);
  await afterRestore(restoredTo);
  const role = () => row('SELECT role FROM users WHERE id = ?', owner.id);
  expect(await role()).toEqual({ role: 'basic' });
  await endMembership(owner.id);
  advanceClock(60);
  await afterRestore(restoredTo);
  expect(await role()).toEqual({ role: 'free' });
});
