/** An administrator suspends and reinstates a member. Product rules: Suspension. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AdminUser } from '#schema/accounts/admin-users.ts';
import type { SignedInUser } from '#schema/accounts/user.ts';
import { accountErasureAfterSeconds, accountErasureDeadlineSeconds, secondsPerDay } from '#schema/rules.ts';
import { contactEmail } from '#schema/site-contacts.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { erasedAt, remove } from '#tests/worker/support/accounts/erasing.ts';
import { exchange, signInAs, stranger, tokenFor } from '#tests/worker/support/accounts/identities.ts';
import { linkIn } from '#tests/worker/support/accounts/mailed-links.ts';
import { reinstate, suspend, whySuspended } from '#tests/worker/support/accounts/suspended.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { beforeWrite } from '#tests/worker/support/before-write.ts';
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
import { decide, preview, send, undoDecision } from '#tests/worker/support/reviews/deciding.ts';

let admin: TestAdmin;
let boss: TestAdmin;
beforeAll(async () => {
  admin = await newAdmin('admin');
  boss = await newAdmin();
});

afterEach(() => {
  vi.useRealTimers();
});

const suspendMember = async (member: { id: number }) => expect((await suspend(admin, member.id)).status).toBe(200);
const signIn = ({ email, password }: TestMember, client = new Client()) => client.post<SignedInUser>('/api/login', { email, password });
const auditOf = (id: number) =>
  row<{ action: string; before: string; after: string; reason: string }>(
    'SELECT action, before, after, reason FROM audit_log WHERE user_id = ? ORDER BY id DESC LIMIT 1',
    id,
  );
const mailsTo = async (id: number, template: string) =>
  (
    await env.DB.prepare('SELECT payload FROM outbox WHERE user_id = ? AND template = ? ORDER BY id')
      .bind(id, template)
      .all<{ payload: string }>()
  ).results.map(({ payload }) => JSON.parse(payload));

describe('suspending a member', () => {
  test('is open to any administrator, with a reason that is mailed to the member', async () => {
    const member = await newMember();
    const answer = await suspend(admin, member.id);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.profile).toMatchObject({ suspendedAt: expect.any(String), suspendedReason: whySuspended });
    expect(answer.body.sessions.rows).toEqual([]);
    expect(await mailsTo(member.id, 'account_suspended')).toEqual([{ firstName: 'Mem', reason: whySuspended }]);
    expect(await auditOf(member.id)).toEqual({
      action: 'user.suspend',
      before: '{"isSuspended":false}',
      after: '{"isSuspended":true}',
      reason: whySuspended,
    });
  });

  test('ends every session at once, for cookie and token', async () => {
    const member = await newMember();
    const elsewhere = new Client();
    await signIn(member, elsewhere);
    const bearer = new Client().bearer(member.user.token);
    await suspendMember(member);
    for (const client of [member.client, elsewhere, bearer]) expectError(await client.get('/api/user'), 401, 'not_signed_in');
    expect(await row('SELECT count(*) AS n FROM sessions WHERE user_id = ? AND revoked_at IS NULL', member.id)).toEqual({ n: 0 });
  });

  test('requires a reason and the current version', async () => {
    const member = await newMember();
    expect(expectError(await suspend(admin, member.id, { reason: ' ' }), 400, 'invalid_input').fields).toHaveProperty('reason');
    expectError(await suspend(admin, member.id, { version: 99 }), 409, 'changed_meanwhile');
    expectError(await suspend(admin, 987_654_321), 404, 'member_not_found');
    expect((await member.client.get('/api/user')).status).toBe(200);
  });

  test('happens once, however many concurrent requests there are', async () => {
    const member = await newMember();
    const answers = await Promise.all([suspend(admin, member.id), suspend(boss, member.id), suspend(admin, member.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await mailsTo(member.id, 'account_suspended')).toHaveLength(1);
    expect(await row(`SELECT count(*) AS n FROM audit_log WHERE user_id = ? AND action = 'user.suspend'`, member.id)).toEqual({ n: 1 });
    expectError(await suspend(admin, member.id), 409, 'changed_meanwhile');
  });

  test('by a super administrator takes over a suspension by an administrator, without another email', async () => {
    const member = await newMember();
    await suspendMember(member);
    expectError(await suspend(admin, member.id), 409, 'changed_meanwhile');
    const taken = await suspend(boss, member.id, { reason: 'A farm' });
    expect(taken.status, JSON.stringify(taken.body)).toBe(200);
    expect(taken.body.profile).toMatchObject({ suspendedReason: whySuspended, isSuspendedBySuperAdmin: true });
    expect(await mailsTo(member.id, 'account_suspended')).toHaveLength(1);
    expect(await auditOf(member.id)).toEqual({
      action: 'user.suspend',
      before: '{"isSuspended":true,"suspendedByRole":"admin"}',
      after: '{"isSuspended":true,"suspendedByRole":"super_admin"}',
      reason: 'A farm',
    });
    expect(await row(`SELECT count(*) AS n FROM audit_log WHERE user_id = ? AND action = 'user.suspend'`, member.id)).toEqual({ n: 2 });
    expectError(await suspend(boss, member.id), 409, 'changed_meanwhile');
    expectError(await reinstate(admin, member.id), 403, 'suspended_by_super_admin');
    expect((await reinstate(boss, member.id)).status).toBe(200);
  });

  test('by a group decision takes over suspensions by an administrator until it is undone', async () => {
    const member = await newMember();
    await suspendMember(member);
    const { suspended_at: since } = (await row<{ suspended_at: number }>('SELECT suspended_at FROM users WHERE id = ?', member.id)) ?? {};
    const decision = await decide(boss, 'suspend', [member.id]);
    expect(decision.effects.map(({ kind, before }) => [kind, before])).toContainEqual(['suspension', { isSuspended: true }]);
    expect(await mailsTo(member.id, 'account_suspended')).toHaveLength(1);
    expect(await row(`SELECT count(*) AS n FROM audit_log WHERE user_id = ? AND action = 'user.suspend'`, member.id)).toEqual({ n: 2 });
    expectError(await reinstate(admin, member.id), 403, 'suspended_by_super_admin');
    const { seen } = await preview(boss, 'suspend', [member.id]);
    expectError(await send(boss, 'suspend', [member.id], seen), 409, 'review_decision_empty');
    const undone = await undoDecision(boss, decision);
    expect(undone.effects.filter(({ kept }) => kept !== null)).toEqual([]);
    expect(await row('SELECT suspended_at FROM users WHERE id = ?', member.id)).toEqual({ suspended_at: since });
    expect((await reinstate(admin, member.id)).status).toBe(200);
  });

  test('a group decision fails if an administrator reinstates a member at the same time', async () => {
    const member = await newMember();
    await suspendMember(member);
    const { seen } = await preview(boss, 'suspend', [member.id]);
    const other = await newAdmin();
    other.client.workerEnv = beforeWrite(other.client.workerEnv, 'users', async () => {
      await reinstate(admin, member.id);
    });
    expectError(await send(other, 'suspend', [member.id], seen), 409, 'changed_meanwhile');
  });
});

describe('suspending a member who asked for deletion', () => {
  test.each([
    { by: 'an administrator', take: (id: number) => suspend(admin, id) },
    { by: 'a super administrator', take: (id: number) => suspend(boss, id) },
    {
      by: 'a group decision',
      take: async (id: number) => ({ status: (await decide(boss, 'suspend', [id, (await newMember()).id])) && 200 }),
    },
  ])('by $by keeps the deletion from being canceled until they are reinstated', async ({ take }) => {
    const member = await newMember();
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
    await remove(member);
    expect((await take(member.id)).status).toBe(200);
    expect(await mailsTo(member.id, 'account_suspended')).toEqual([]);
    const token = await linkIn(member.email, 'account_deletion');
    expectError(await new Client().post('/api/secure-account', { token }), 409, 'link_paused');
    const state = 'SELECT suspended_at IS NOT NULL AS suspended, deletion_requested_at IS NOT NULL AS leaving FROM users WHERE id = ?';
    expect(await row(state, member.id)).toEqual({ suspended: 1, leaving: 1 });
    expect((await reinstate(boss, member.id)).status).toBe(200);
    expect((await new Client().post('/api/secure-account', { token })).status).toBe(200);
    expect(await row(state, member.id)).toEqual({ suspended: 0, leaving: 0 });
  });

  /** Advances the clock, runs the erasure job, and returns whether the member is erased. */
  const isErasedAfter = async ({ id }: { id: number }, seconds: number) => {
    advanceClock(seconds);
    await fire('erase-accounts');
    return (await erasedAt(id)) !== null;
  };
  // Each call uses a new administrator because an earlier one's session expires when a test advances the clock.
  const suspendNow = async ({ id }: { id: number }) => expect((await suspend(await newAdmin(), id)).status).toBe(200);
  const reinstateNow = async ({ id }: { id: number }) => expect((await reinstate(await newAdmin(), id)).status).toBe(200);

  test('stops the erasure; on reinstatement the owner has the time that was left to cancel', async () => {
    setClock('2026-11-21T10:00:00Z');
    const [member, owner] = [await newMember(), await newMember()];
    for (const each of [member, owner]) await remove(each);
    const token = await linkIn(owner.email, 'account_deletion');
    advanceClock(2 * secondsPerDay);
    for (const each of [member, owner]) await suspendNow(each);
    expect(await isErasedAfter(member, 10 * secondsPerDay)).toBe(false);
    for (const each of [member, owner]) await reinstateNow(each);
    expect(await isErasedAfter(member, accountErasureAfterSeconds - 2 * secondsPerDay - 60)).toBe(false);
    expect((await new Client().post('/api/secure-account', { token })).status).toBe(200);
    expect(await isErasedAfter(member, 60)).toBe(true);
    expect(await erasedAt(owner.id)).toBeNull();
  });

  test('does not delay the erasure beyond the legal deadline, however often they are suspended', async () => {
    setClock('2026-11-21T10:00:00Z');
    const [kept, again] = [await newMember(), await newMember()];
    for (const each of [kept, again]) await remove(each);
    for (const each of [kept, again]) await suspendNow(each);
    advanceClock(13 * secondsPerDay);
    await reinstateNow(again);
    advanceClock(secondsPerDay);
    await suspendNow(again);
    const left = accountErasureDeadlineSeconds - 14 * secondsPerDay;
    expect(await isErasedAfter(again, left - secondsPerDay - 60)).toBe(false);
    expect(await erasedAt(kept.id)).toBeNull();
    expect(await isErasedAfter(again, 60)).toBe(true);
    expect(await erasedAt(kept.id)).not.toBeNull();
  });

  test('before the request extends the link only by the time since the request', async () => {
    setClock('2026-11-21T10:00:00Z');
    const member = await newMember();
    await suspendMember(member);
    advanceClock(3 * secondsPerDay);
    const { version } = (await row<{ version: number }>('SELECT version FROM users WHERE id = ?', member.id)) ?? { version: 0 };
    const request = { email: member.email, reason: 'Asked by email from the account’s address', version };
    const answer = await (await newAdmin()).client.post(`/api/admin/users/${member.id}/deletion`, request);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    advanceClock(secondsPerDay);
    await reinstateNow(member);
    expect(await isErasedAfter(member, accountErasureAfterSeconds - 60)).toBe(false);
    expect(await isErasedAfter(member, 60)).toBe(true);
  });

  test('after canceling the deletion signs them out again', async () => {
    const member = await newMember();
    await remove(member);
    await new Client().post('/api/secure-account', { token: await linkIn(member.email, 'account_deletion') });
    await new Client().post('/api/forgot-password', { email: member.email });
    const reset = { token: await linkIn(member.email, 'reset_password'), newPassword: member.password };
    expect((await new Client().post('/api/reset-password', reset)).status).toBe(200);
    await suspendMember(member);
    expectError(await signIn(member), 403, 'member_suspended');
  });
});

describe('signing in to a suspended account', () => {
  const expectSuspended = (answer: Parameters<typeof expectError>[0]) => {
    const { message } = expectError(answer, 403, 'member_suspended');
    expect(message).toContain(whySuspended);
    expect(message).toContain(contactEmail);
  };
  const noSession = async (id: number) =>
    expect(await row('SELECT count(*) AS n FROM sessions WHERE user_id = ? AND revoked_at IS NULL', id)).toEqual({ n: 0 });

  test('with the right password shows the reason each time; with a wrong one it shows nothing', async () => {
    const member = await newMember();
    await suspendMember(member);
    const client = new Client();
    for (let attempt = 1; attempt <= 12; attempt += 1) expectSuspended(await signIn(member, client));
    expectError(await signIn({ ...member, password: 'wrong-one-1' }, client), 401, 'wrong_credentials');
    await noSession(member.id);
    expect([...client.cookies.keys()]).toEqual([]);
  });

  test('through a linked provider, or one that only proves the address, shows the reason', async () => {
    const person = stranger();
    const { answer, client } = await signInAs(person);
    await suspendMember(answer.body.user);
    expectError(await client.get('/api/user'), 401);
    expectSuspended((await signInAs(person)).answer);

    const member = await newMember();
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
    await suspendMember(member);
    expectSuspended((await signInAs(stranger({ email: member.email }))).answer);
    expect(await row('SELECT count(*) AS n FROM user_auth_providers WHERE user_id = ?', member.id)).toEqual({ n: 0 });
    await noSession(member.id);
  });

  test('through a provider that does not prove the address shows nothing', async () => {
    const member = await newMember();
    await suspendMember(member);
    expectError((await signInAs(stranger({ email: member.email, isEmailVerified: false }))).answer, 409, 'provider_conflict');
  });

  test('does not take over an unverified account during the suspension', async () => {
    const member = await newMember();
    await suspendMember(member);
    expectSuspended((await signInAs(stranger({ email: member.email }))).answer);
    expect(await row('SELECT email_verified_at FROM users WHERE id = ?', member.id)).toEqual({ email_verified_at: null });
  });

  test('by registering its address again reports the address in use', async () => {
    const member = await newMember();
    await suspendMember(member);
    const { email, password } = member;
    expectError(
      await new Client().post('/api/register', { email, password, confirmPassword: password, acceptedTerms: true }),
      409,
      'email_taken',
    );
  });

  test('is blocked in the calls of the developer pages', async () => {
    const member = await newMember();
    await suspendMember(member);
    const { email, password } = member;
    expectSuspended(await new Client().post('/api/test-login', { email, password }));
    expectSuspended(await new Client().post('/api/test-auth-token', { email }));
    await noSession(member.id);
  });

  test('is not opened by a reset link from before, which the suspension ends', async () => {
    const member = await newMember();
    await new Client().post('/api/forgot-password', { email: member.email });
    const mail = await row<{ message_id: string }>(
      `SELECT message_id FROM outbox WHERE user_id = ? AND template = 'reset_password'`,
      member.id,
    );
    await suspendMember(member);
    const client = new Client();
    const set = await client.post('/api/reset-password', {
      token: await tokenInMail(mail?.message_id ?? ''),
      newPassword: 'another-one-1',
    });
    expectError(set, 400, 'link_used');
    await noSession(member.id);
    expectSuspended(await signIn(member, client));
  });

  test('concurrently with the suspension leaves no session', { tags: 'long' }, async () => {
    for (let round = 1; round <= 5; round += 1) {
      const member = await newMember();
      const identity = await tokenFor(stranger({ email: member.email }));
      await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
      const [, ...answers] = await Promise.all([
        suspend(admin, member.id),
        signIn(member),
        exchange(new Client(), identity),
        new Client().post('/api/test-auth-token', { email: member.email }),
      ]);
      expect(answers.filter(({ status }) => status === 500)).toEqual([]);
      // Retries because a concurrent sign-in may have changed the member's version first.
      if ((await row<{ at: number | null }>('SELECT suspended_at AS at FROM users WHERE id = ?', member.id))?.at === null)
        await suspendMember(member);
      await noSession(member.id);
    }
  });

  test('is rejected by the database itself, whichever statement writes the session', async () => {
    const member = await directMember();
    await suspendMember(member);
    const insert = change(
      `INSERT INTO sessions (id_hash, user_id, created_at, expires_at) VALUES ('another', ?, 1, 9999999999)`,
      member.id,
    );
    await expect(insert).rejects.toThrow('member_suspended');
  });
});

describe('reinstating a member', () => {
  test('restores every way to sign in, notifies the member and is audited', async () => {
    const member = await newMember();
    await suspendMember(member);
    const answer = await reinstate(boss, member.id);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.profile).toMatchObject({ suspendedAt: null, suspendedReason: null });
    expect(await mailsTo(member.id, 'account_let_back')).toEqual([{ firstName: 'Mem' }]);
    expect(await auditOf(member.id)).toMatchObject({ action: 'user.let_back', reason: 'All is explained' });
    expectError(await member.client.get('/api/user'), 401, 'not_signed_in');
    expect((await signIn(member)).status).toBe(200);
  });

  test('is rejected without a reason or if it was already done', async () => {
    const member = await newMember();
    expectError(await reinstate(admin, member.id), 409, 'changed_meanwhile');
    await suspendMember(member);
    expectError(await reinstate(admin, member.id, { reason: '' }), 400, 'invalid_input');
    const answers = await Promise.all([reinstate(admin, member.id), reinstate(boss, member.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await mailsTo(member.id, 'account_let_back')).toHaveLength(1);
  });

  test('is for super administrators only after one of them suspended the member', async () => {
    const [member, other] = [await newMember(), await newMember()];
    expect((await suspend(boss, member.id)).body.profile).toMatchObject({ isSuspendedBySuperAdmin: true });
    expect((await suspend(admin, other.id)).body.profile).toMatchObject({ isSuspendedBySuperAdmin: false });
    expectError(await reinstate(admin, member.id), 403, 'suspended_by_super_admin');
    expect(await mailsTo(member.id, 'account_let_back')).toEqual([]);
    // A suspension by a super administrator still counts as one after that administrator is demoted.
    const former = await newAdmin();
    const third = await newMember();
    await suspend(former, third.id);
    await change("UPDATE admins SET role = 'admin' WHERE id = ?", former.id);
    expectError(await reinstate(admin, third.id), 403, 'suspended_by_super_admin');
    for (const { id } of [member, other, third])
      expect((await reinstate(boss, id)).body.profile).toMatchObject({ isSuspendedBySuperAdmin: false });
    await suspend(admin, member.id);
    expect((await reinstate(admin, member.id)).status).toBe(200);
  });

  test('is for super administrators only after a group decision, even of members who were suspended before', async () => {
    const [early, member] = [await newMember(), await newMember()];
    await suspend(admin, early.id);
    const decision = await decide(boss, 'suspend', [early.id, member.id]);
    for (const { id } of [early, member]) expectError(await reinstate(admin, id), 403, 'suspended_by_super_admin');
    expect((await reinstate(boss, early.id)).status).toBe(200);
    advanceClock(60);
    await suspend(admin, early.id);
    expect((await reinstate(admin, early.id)).status).toBe(200);
    await suspend(admin, early.id);
    await undoDecision(boss, decision);
    expect(await row('SELECT suspended_at AS at FROM users WHERE id = ?', member.id)).toEqual({ at: null });
  });

  test('fails if a super administrator decides at the same time', async () => {
    const [member, other] = [await newMember(), await newMember()];
    await suspend(admin, member.id);
    const plain = await newAdmin('admin');
    let isDecided = false;
    plain.client.workerEnv = beforeWrite(plain.client.workerEnv, 'users', async () => {
      if (isDecided) return;
      isDecided = true;
      await decide(boss, 'suspend', [member.id, other.id]);
    });
    expectError(await reinstate(plain, member.id), 409, 'changed_meanwhile');
    expect(await row('SELECT suspended_at IS NOT NULL AS still FROM users WHERE id = ?', member.id)).toEqual({ still: 1 });
  });

  test('and suspending them again notifies them again', async () => {
    const member = await newMember();
    await suspendMember(member);
    await reinstate(admin, member.id);
    await suspendMember(member);
    expect(await mailsTo(member.id, 'account_suspended')).toHaveLength(2);
  });
});

test('the member list filters and marks suspended members', async () => {
  const member = await newMember({ email: 'wren@suspended.test' });
  const list = (query: string) => admin.client.get<AdminUser[]>(`/api/admin/users${query}`);
  const before = Number((await list('?state=suspended')).headers.get('X-Total-Count'));
  await suspendMember(member);
  const filtered = await list('?state=suspended');
  expect(filtered.body.find(({ id }) => id === member.id)).toMatchObject({ isSuspended: true });
  expect(filtered.headers.get('X-Total-Count')).toBe(String(before + 1));
  expect((await list('?q=wren@suspended')).body.map(({ id }) => id)).toEqual([member.id]);
  expect((await admin.client.get<string>('/api/admin/users/export.csv?q=wren@suspended')).body).toMatch(/,yes,no\r?\n?$/);
  await reinstate(admin, member.id);
  expect((await list('?state=suspended')).headers.get('X-Total-Count')).toBe(String(before));
});
