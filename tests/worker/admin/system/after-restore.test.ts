/**
 * POST /api/ops/restore-after invalidates the sessions and links in a restored database and blocks payouts until they are reconciled. Full
 * drill: tests/unit/database/restore-drill.test.ts.
 */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ReconcileStepResult } from '#schema/admin/ops.ts';
import type { PayResponse } from '#schema/payouts/admin-payouts.ts';
import { accountErasureAfterSeconds, secondsPerDay } from '#schema/rules.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { linkIn } from '#tests/worker/support/accounts/mailed-links.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { afterRestore, operator } from '#tests/worker/support/admin/after-restore.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { advanceClock, Client, change, expectError, newMember, row, setClock } from '#tests/worker/support/client.ts';
import { stripe } from '#tests/worker/support/memberships/payments.ts';
import { owedCommission } from '#tests/worker/support/payouts/owed.ts';
import { restore, takeBackup } from '#tests/worker/support/restored-database.ts';
import type { Env } from '#worker/env.ts';
import { createStore } from '#worker/store/store.ts';

const kv = (env as unknown as Env).SESSIONS;

afterEach(() => {
  vi.useRealTimers();
});

test('after a restore earlier sessions and links end, except undo links of email changes, and active administrators are listed', async () => {
  const member = await newMember();
  const admin = await newAdmin('super_admin');
  const now = Math.floor(Date.now() / 1_000);
  for (const purpose of ['reset_password', 'undo_email_change']) {
    await change(
      'INSERT INTO one_time_links (token_hash, user_id, purpose, email, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
      ...[purpose, member.id, purpose, member.email, now, now + 3_600],
    );
  }
  const { ended, open: unresolved } = await afterRestore();
  expect(ended).toBeGreaterThan(3);
  expect(unresolved.find(({ kind }) => kind === 'administrator')?.named).toContain(`${admin.email}, super admin`);
  expectError(await member.client.get('/api/user'), 401, 'not_signed_in');
  expectError(await admin.client.get('/api/admin/me'), 401, 'admin_not_signed_in');
  const open = 'SELECT group_concat(purpose) AS purposes FROM one_time_links WHERE user_id = ? AND used_at IS NULL';
  expect(await row(open, member.id)).toEqual({ purposes: 'undo_email_change' });
});

test('after a restore members on the erasure list leave again; a new member with the same id does not', async () => {
  const [gone, newcomer] = [await directMember(), await directMember()];
  const createdAt = async (id: number) => (await row<{ at: number }>('SELECT created_at AS at FROM users WHERE id = ?', id))?.at ?? 0;
  await kv.put(`erased:${gone.id}:${await createdAt(gone.id)}`, '');
  await kv.put(`erased:${newcomer.id}:${(await createdAt(newcomer.id)) - 1}`, '');
  expect((await afterRestore()).erasedAgain).toEqual([gone.id]);
  expect(await row('SELECT deletion_requested_at IS NOT NULL AS leaves FROM users WHERE id = ?', newcomer.id)).toEqual({ leaves: 0 });
});

test('a deletion request puts the member on the erasure list, and they are erased on the original date', async () => {
  const [leaving, backAgain] = [await newMember(), await newMember()];
  for (const { client, password } of [leaving, backAgain])
    expect((await client.post('/api/delete-account', { confirmation: 'DELETE', currentPassword: password })).status).toBe(200);
  const asked = 'SELECT deletion_requested_at AS at, role FROM users WHERE id = ?';
  const before = await row<{ at: number }>(asked, leaving.id);
  // Simulates restoring a backup made before the two members requested deletion.
  for (const { id } of [leaving, backAgain]) await change('UPDATE users SET deletion_requested_at = NULL WHERE id = ?', id);
  await createStore(env as unknown as Env).erasure.cancelRequest(backAgain.id, {
    requestedAt: before?.at ?? 0,
    cancellation: 'same_email',
  });
  const { erasedAgain } = await afterRestore();
  expect(erasedAgain).toContain(leaving.id);
  expect(erasedAgain).not.toContain(backAgain.id);
  expect(await row(asked, leaving.id)).toEqual(before);
  expect(await row(asked, backAgain.id)).toMatchObject({ at: null });
});

test('a restore time in the future is rejected', async () => {
  const to = new Date(Date.now() + 3_600_000).toISOString();
  expectError(await operator().post('/api/ops/restore-after', { to, cursor: null }), 400, 'restore_time_in_future');
});

test('after a restore checkouts stay closed until a complete Stripe walk that began later and reaches far enough back ends', {
  tags: 'long',
}, async () => {
  const member = await directMember();
  const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const step = async (body: object) => {
    const { body: done } = await operator().post<ReconcileStepResult>('/api/ops/stripe-reconcile', body);
    return done;
  };
  const walkToEnd = async (body: { since: string; customer?: string }) => {
    let cursor: string | null = 'disputes:';
    let done: ReconcileStepResult | undefined;
    while (cursor !== null) {
      done = await step({ ...body, cursor });
      cursor = done.cursor;
    }
    return done?.checkoutsWait;
  };
  const [far, late] = [{ since: day(today - 86_400_000) }, { since: day(today + 86_400_000) }];
  const checkout = () => member.client.get('/api/payment-intent/membership/basic');
  await step({ ...far, cursor: null });
  await afterRestore(new Date(today).toISOString());
  const refused = await checkout();
  expectError(refused, 503, 'payments_being_checked');
  expect(refused.headers.get('Retry-After')).toBe('3600');
  const alarm = () => row("SELECT ended_at IS NULL AS isActive FROM alarms WHERE kind = 'checkouts_wait'");
  await fire('watch');
  expect(await alarm()).toEqual({ isActive: 1 });
  // A reconciliation does not reopen checkouts if it started too early, covered only one customer, or did not go back far enough.
  expect(await walkToEnd(far)).toBe(true);
  const [one] = (await stripe.customers.list({ limit: 1 })).data;
  const ofOne = { ...far, customer: one?.id ?? 'cus_0' };
  await step({ ...ofOne, cursor: null });
  expect(await walkToEnd(ofOne)).toBe(false);
  await step({ ...late, cursor: null });
  expect(await walkToEnd(late)).toBe(true);
  expectError(await checkout(), 503, 'payments_being_checked');
  await step({ ...far, cursor: null });
  expect(await walkToEnd(far)).toBe(false);
  expect((await checkout()).status).toBe(200);
  await fire('watch');
  expect(await alarm()).toEqual({ isActive: 0 });
});

describe('payouts after a restore', () => {
  test('wait until they are compared; those sent before can be recorded, once', async () => {
    const [paid, unpaid] = [await directMember({ role: 'basic' }), await directMember({ role: 'basic' })];
    for (const { id } of [paid, unpaid]) await owedCommission(id, 1_000);
    await afterRestore();
    const { client } = await newAdmin('super_admin');
    const pay = async (id: number, more: object = {}) => {
      const seen = await row<{ version: number }>('SELECT version FROM payout_queue WHERE id = ?', id);
      const members = [{ id, version: seen?.version }];
      const body = { reference: 'PAYPAL-1', members, ...more };
      return client.post<PayResponse>('/api/admin/payouts/payments', body, { 'Idempotency-Key': crypto.randomUUID() });
    };
    expectError(await pay(paid.id), 409, 'payouts_to_compare');
    expect((await pay(paid.id, { wasSentBefore: true })).body.totalCents).toBe(1_000);
    expect((await pay(paid.id, { wasSentBefore: true })).body.totalCents).toBe(0);
    expect((await operator().post('/api/ops/payouts-compared')).status).toBe(200);
    expectError(await pay(unpaid.id, { wasSentBefore: true }), 409, 'payouts_compared');
    expect((await pay(unpaid.id)).body.totalCents).toBe(1_000);
  });
});

test.each([
  true,
  false,
])('a deletion that its owner canceled after the backup is canceled again (erasure job runs before restore:after: %s)', async (isJobFirst) => {
  setClock('2026-11-21T10:00:00Z');
  const owner = await newMember();
  const memberState = async () =>
    row('SELECT role, deletion_requested_at IS NOT NULL AS leaves, erased_at AS erased FROM users WHERE id = ?', owner.id);
  const { client: admin } = await newAdmin();
  const { version } = (await row<{ version: number }>('SELECT version FROM users WHERE id = ?', owner.id)) ?? {};
  await admin.post(`/api/admin/users/${owner.id}/membership`, { tier: 'basic', version, reason: 'Thanks' });
  await owner.client.post('/api/delete-account', { confirmation: 'DELETE', currentPassword: owner.password });
  advanceClock(secondsPerDay);
  const [backup, restoredTo] = [await takeBackup(), new Date().toISOString()];
  const token = await linkIn(owner.email, 'account_deletion');
  expect((await new Client().post('/api/secure-account', { token })).status).toBe(200);
  expect(await memberState()).toEqual({ role: 'basic', leaves: 0, erased: null });
  advanceClock(accountErasureAfterSeconds);
  await restore(backup);
  if (isJobFirst) await fire('erase-accounts');
  expect((await afterRestore(restoredTo)).canceledAgain).toEqual(isJobFirst ? [] : [owner.id]);
  await fire('erase-accounts');
  expect(await memberState()).toEqual({ role: 'basic', leaves: 0, erased: null });
  expectError(await new Client().post('/api/login', { email: owner.email, password: owner.password }), 401, 'wrong_credentials');
});

describe('deletion requests of a restored database', () => {
  const requestedAt = async (id: number) =>
    (await row<{ at: number | null }>('SELECT deletion_requested_at AS at FROM users WHERE id = ?', id))?.at;
  const isErased = async (id: number) =>
    (await row<{ at: number | null }>('SELECT erased_at AS at FROM users WHERE id = ?', id))?.at !== null;
  const requestDeletion = async (email: string, password: string) => {
    const client = new Client();
    expect((await client.post('/api/login', { email, password })).status).toBe(200);
    expect((await client.post('/api/delete-account', { confirmation: 'DELETE', currentPassword: password })).status).toBe(200);
  };
  const cancel = async (email: string) => {
    expect((await new Client().post('/api/secure-account', { token: await linkIn(email, 'account_deletion') })).status).toBe(200);
    await new Client().post('/api/forgot-password', { email });
    const reset = { token: await linkIn(email, 'reset_password'), newPassword: 'another-pass-2' };
    expect((await new Client().post('/api/reset-password', reset)).status).toBe(200);
  };

  test.each([true, false])('are canceled if a newer one exists (newer one also canceled: %s)', async (isNewerCanceled) => {
    setClock('2026-11-21T10:00:00Z');
    const owner = await newMember();
    await requestDeletion(owner.email, owner.password);
    advanceClock(3_600);
    const [backup, restoredTo] = [await takeBackup(), new Date().toISOString()];
    await cancel(owner.email);
    advanceClock(2 * secondsPerDay);
    await requestDeletion(owner.email, 'another-pass-2');
    const newer = await requestedAt(owner.id);
    if (isNewerCanceled) await cancel(owner.email);
    advanceClock(accountErasureAfterSeconds - 2 * secondsPerDay + 3_600);
    await restore(backup);
    await fire('erase-accounts');
    expect(await isErased(owner.id)).toBe(false);
    await afterRestore(restoredTo);
    expect(await requestedAt(owner.id)).toBe(isNewerCanceled ? null : newer);
    await fire('erase-accounts');
    expect(await isErased(owner.id)).toBe(false);
    advanceClock(2 * secondsPerDay);
    await fire('erase-accounts');
    expect(await isErased(owner.id)).toBe(!isNewerCanceled);
  });

  test('are listed, not carried out, if an email change canceled them', async () => {
    setClock('2026-11-21T10:00:00Z');
    const owner = await newMember();
    await requestDeletion(owner.email, owner.password);
    const [backup, restoredTo] = [await takeBackup(), new Date().toISOString()];
    const admin = await newAdmin('super_admin');
    const { version } = (await row<{ version: number }>('SELECT version FROM users WHERE id = ?', owner.id)) ?? {};
    const edit = { version, email: `saved-${owner.id}@example.test`, reason: 'Proved it is theirs', isStolen: true };
    const answer = await admin.client.patch(`/api/admin/users/${owner.id}`, edit);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await requestedAt(owner.id)).toBeNull();
    advanceClock(accountErasureAfterSeconds);
    await restore(backup);
    const { canceledAgain, toRecover } = await afterRestore(restoredTo);
    expect({ canceledAgain, toRecover }).toEqual({ canceledAgain: [], toRecover: [owner.id] });
    await fire('erase-accounts');
    expect(await isErased(owner.id)).toBe(false);
    expect(await requestedAt(owner.id)).not.toBeNull();
    const current = await row<{ version: number }>('SELECT version FROM users WHERE id = ?', owner.id);
    const later = await newAdmin('super_admin');
    expect((await later.client.patch(`/api/admin/users/${owner.id}`, { ...edit, ...current })).status).toBe(200);
    expect(await requestedAt(owner.id)).toBeNull();
  });

  test.each([
    'nobody',
    'an unverified account',
    'a verified account',
  ])('give an unverified owner the address back when they are canceled again (registered meanwhile by %s)', async (who) => {
    setClock('2026-11-21T10:00:00Z');
    const owner = await newMember();
    await requestDeletion(owner.email, owner.password);
    advanceClock(3_600);
    const [backup, restoredTo] = [await takeBackup(), new Date().toISOString()];
    await cancel(owner.email);
    await restore(backup);
    if (who !== 'nobody') {
      const { id } = await newMember({ email: owner.email });
      if (who === 'a verified account') await change('UPDATE users SET email_verified_at = created_at WHERE id = ?', id);
    }
    const { canceledAgain, toRecover } = await afterRestore(restoredTo);
    if (who === 'a verified account') {
      expect({ canceledAgain, toRecover }).toEqual({ canceledAgain: [], toRecover: [owner.id] });
      expect(await requestedAt(owner.id)).not.toBeNull();
      return;
    }
    expect({ canceledAgain, toRecover }).toEqual({ canceledAgain: [owner.id], toRecover: [] });
    expect(await row('SELECT id FROM users WHERE email_key = ?', owner.email)).toEqual({ id: owner.id });
  });

  test('are listed even if a later one was canceled without an email change', async () => {
    setClock('2026-11-21T10:00:00Z');
    const owner = await newMember();
    await requestDeletion(owner.email, owner.password);
    const [backup, restoredTo] = [await takeBackup(), new Date().toISOString()];
    const admin = await newAdmin('super_admin');
    const { version } = (await row<{ version: number }>('SELECT version FROM users WHERE id = ?', owner.id)) ?? {};
    const [email, newPassword] = [`saved-${owner.id}@example.test`, 'another-pass-1'];
    const edit = { version, email, reason: 'Proved it is theirs', isStolen: true };
    expect((await admin.client.patch(`/api/admin/users/${owner.id}`, edit)).status).toBe(200);
    await new Client().post('/api/forgot-password', { email });
    const reset = { token: await linkIn(email, 'reset_password'), newPassword };
    expect((await new Client().post('/api/reset-password', reset)).status).toBe(200);
    advanceClock(secondsPerDay);
    await requestDeletion(email, newPassword);
    await cancel(email);
    await restore(backup);
    const { canceledAgain, toRecover } = await afterRestore(restoredTo);
    expect(canceledAgain).not.toContain(owner.id);
    expect(toRecover).toContain(owner.id);
    expect(await requestedAt(owner.id)).not.toBeNull();
  });
});
