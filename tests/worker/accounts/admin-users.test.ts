import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import { type AdminUser, AdminUserList } from '#schema/accounts/admin-users.ts';
import { accountErasureAfterSeconds } from '#schema/rules.ts';
import { tokenRow } from '#tests/support/tokens/ledger-rows.ts';
import { remove } from '#tests/worker/support/accounts/erasing.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { Client, change, expectError, newCard, newMember, row, type TestMember, tokenInMail } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import { payingMember } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { decideEdit } from '#worker/domain/accounts/member-edit.ts';
import type { Env } from '#worker/env.ts';
import { createStore } from '#worker/store/store.ts';

let boss: TestAdmin;
let plain: TestAdmin;
let anna: TestMember;

beforeAll(async () => {
  boss = await newAdmin();
  plain = await newAdmin('admin');
  anna = await newMember({ email: 'anna@search.test', role: 'premium' });
  await change(`UPDATE users SET first_name = 'Anna', last_name = 'Schmidt', username = 'annie' WHERE id = ?`, anna.id);
});

const users = async (query = '', client = plain.client) => {
  const answer = await client.get<AdminUser[]>(`/api/admin/users${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer;
};
const detailsOf = async (id: number, client = boss.client) => {
  const answer = await client.get<AdminUserDetails>(`/api/admin/users/${id}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const auditOf = (id: number) =>
  row<{ action: string; before: string; after: string; reason: string | null; admin_id: number }>(
    'SELECT * FROM audit_log WHERE user_id = ? ORDER BY id DESC LIMIT 1',
    id,
  );

test('shows payout details to super administrators only; others see that they exist and how long earnings are held', async () => {
  const member = await newMember();
  expect((await detailsOf(member.id)).payoutAddress).toBeNull();
  const soon = Math.floor(Date.now() / 1_000) + 86_400;
  await change(
    'INSERT INTO payout_addresses (user_id, email, confirmed_at, held_until) VALUES (?, ?, 1, ?)',
    member.id,
    'pp@pay.test',
    soon,
  );
  const heldUntil = new Date(soon * 1_000).toISOString();
  expect((await detailsOf(member.id)).payoutAddress).toEqual({ email: 'pp@pay.test', heldUntil });
  expect((await detailsOf(member.id, plain.client)).payoutAddress).toEqual({ email: null, heldUntil });
  await change('UPDATE payout_addresses SET held_until = 2 WHERE user_id = ?', member.id);
  expect((await detailsOf(member.id)).payoutAddress).toEqual({ email: 'pp@pay.test', heldUntil: null });
});

describe('member list', () => {
  test('returns all fields, newest first, and the total', async () => {
    const { body, headers } = await users();
    expect(v.is(AdminUserList, body)).toBe(true);
    expect(body.map(({ id }) => id)).toEqual([...body.map(({ id }) => id)].sort((one, other) => other - one));
    expect(headers.get('X-Total-Count')).toBe(String(body.length));
    expect(body.find(({ id }) => id === anna.id)).toMatchObject({
      email: 'anna@search.test',
      username: 'annie',
      firstName: 'Anna',
      lastName: 'Schmidt',
      role: 'premium',
      tokenBalance: 0,
    });
  });

  test.each(['Anna Sch', 'anna@SEARCH', 'NNI', 'schmidt'])('finds only Anna Schmidt for the query %s', async (q) => {
    expect((await users(`?q=${encodeURIComponent(q)}`)).body.map(({ id }) => id)).toEqual([anna.id]);
  });

  test.each(['%', '_', "' OR 1=1", 'Åßñ', 'x'.repeat(500)])('returns only literal matches for the query %s', async (q) => {
    const { body } = await users(`?q=${encodeURIComponent(q)}`);
    expect(body.every(({ username, email }) => `${username}${email}`.includes(q))).toBe(true);
  });

  test.each([
    'name',
    '-name',
    'email',
    '-email',
    'tokens',
    '-tokens',
    'created',
    '-created',
  ])('continues after each page when sorted by %s', async (sort) => {
    await newMember();
    await newMember({ role: 'basic' });
    const all = (await users(`?sort=${sort}`)).body.map(({ id }) => id);
    const found: number[] = [];
    for (let next: string | undefined = `/api/admin/users?sort=${sort}&limit=2`; next; ) {
      const page: { body: AdminUser[]; headers: Headers } = await plain.client.get<AdminUser[]>(next);
      found.push(...page.body.map(({ id }) => id));
      next = page.headers.get('Link')?.match(/<(.+?)>/)?.[1];
    }
    expect(found).toEqual(all);
  });

  test('filters by role and by members leaving', async () => {
    const gone = await newMember();
    await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', gone.id);
    const premium = (await users('?role=premium')).body;
    expect(premium.map(({ role }) => role)).toEqual(premium.map(() => 'premium'));
    expect(premium.map(({ id }) => id)).toContain(anna.id);
    const leaving = (await users('?state=leaving')).body;
    expect(leaving.map(({ id, isLeaving }) => [id, isLeaving])).toEqual([[gone.id, true]]);
  });

  test('omits erased members', async () => {
    const erased = await newMember();
    await change('UPDATE users SET deletion_requested_at = 1, erased_at = 2 WHERE id = ?', erased.id);
    expect((await users('?limit=200')).body.map(({ id }) => id)).not.toContain(erased.id);
  });

  test.each([
    '?sort=name',
    '?sort=-name',
    '?sort=email',
    '?sort=-tokens',
    '',
    '?role=basic',
    '?state=leaving',
  ])('uses an index for every order with "%s", and reads no member to sort', async (query) => {
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
         INSERT INTO users (email, email_key, password_hash, referral_code, created_at)
         SELECT 'many' || i || '@x.test', 'many' || i || '@x.test', '!', 'many' || i, i FROM n WHERE true ON CONFLICT DO NOTHING`,
    ).run();
    const { env: counting, use } = countingDatabase(env as unknown as Env);
    const client = new Client();
    client.token = plain.client.token;
    client.workerEnv = counting;
    const answer = await users(query, client);
    expect(use.roundTrips).toBe(2);
    // Computing the total reads each listed member once from the list's index. Sorting would read each member's row again.
    const listed = Number(answer.headers.get('X-Total-Count'));
    expect(use.rowsRead).toBeLessThanOrEqual(listed + 500);
  });

  test('exports the same rows, with formulas neutralised', async () => {
    const member = await newMember({ email: 'formula@csv.test' });
    await change(`UPDATE users SET first_name = '=cmd()', last_name = '+1, "x"' WHERE id = ?`, member.id);
    const file = await plain.client.fetch('/api/admin/users/export.csv?q=csv.test');
    const text = await file.text();
    expect(file.headers.get('Content-Type')).toContain('text/csv');
    const [head, ...lines] = text.trim().split('\r\n');
    expect(head).toContain('ID,Email');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`${member.id},formula@csv.test,no,`);
    expect(lines[0]).toContain(`'=cmd(),"'+1, ""x"""`);
  });
});

describe('member details', () => {
  test('returns everything that belongs to a member in one response', async () => {
    const friend = await newMember({ ref: anna.user.referralCode });
    const card = await newCard({ owner: anna.id });
    await friend.client.post('/api/scan', { cardId: card.cardId, code: card.code });
    const details = v.parse(AdminUserDetails, await detailsOf(anna.id));
    expect(details.profile).toMatchObject({ id: anna.id, email: 'anna@search.test', hasPassword: true, tokenBalance: 1, erasedAt: null });
    expect(details.membership).toMatchObject({ tier: 'premium', state: 'granted' });
    expect(details.ledger.rows.map(({ type, amount }) => [type, amount])).toEqual([['owner_scan', 1]]);
    expect(details.cards).toMatchObject({ rows: [{ cardId: card.cardId }], total: { count: 1, isMinimum: false } });
    expect(details.referrals.rows.map(({ id }) => id)).toEqual([friend.id]);
    expect(details.sessions.total.count).toBe(1);
    expect((await detailsOf(friend.id)).referredBy).toMatchObject({ id: anna.id, name: 'Anna Schmidt' });
    expect(JSON.stringify(details)).not.toContain('argon2');

    const { env: counting, use } = countingDatabase(env as unknown as Env);
    const client = new Client();
    client.token = boss.client.token;
    client.workerEnv = counting;
    await detailsOf(anna.id, client);
    expect(use.roundTrips).toBe(2);
    expect(use.rowsRead).toBeLessThanOrEqual(500);
  });

  test('returns the newest rows of a long list and its total', async () => {
    const busy = await newMember();
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
       ${tokenRow('adjustment', { user: busy.id, amount: 1, turn: 'i', description: `'Find ' || i`, at: 'i', from: 'FROM n' })}`,
    ).run();
    const { ledger } = await detailsOf(busy.id);
    expect(ledger.rows).toHaveLength(20);
    expect(ledger.rows[0]?.description).toBe('Find 150');
    expect(ledger.total).toEqual({ count: 150, isMinimum: false });
  });

  test.each(['999999', 'abc', '-1', '1.5', '9'.repeat(30)])('returns 404 for the id %s', async (id) => {
    expectError(await boss.client.get(`/api/admin/users/${id}`), 404, 'member_not_found');
  });
});

describe('editing a member', () => {
  const versionOf = async (id: number) => (await detailsOf(id)).profile.version;

  test('changes the submitted fields and audits the old and new values', async () => {
    const member = await newMember();
    const version = await versionOf(member.id);
    const answer = await plain.client.patch<AdminUserDetails>(`/api/admin/users/${member.id}`, {
      version,
      firstName: 'Mia',
      lastName: 'Ber Changed',
      city: 'Boone',
      username: null,
      email: member.email,
    });
    expect(answer.status).toBe(200);
    expect(answer.body.profile).toMatchObject({ firstName: 'Mia', city: 'Boone', username: null, version: version + 1 });
    const audit = await auditOf(member.id);
    expect(audit).toMatchObject({ action: 'user.update', admin_id: plain.id });
    expect(JSON.parse(audit?.after ?? '')).toEqual({ firstName: 'Mia', lastName: 'Ber Changed', city: 'Boone', username: null });
    expect(JSON.parse(audit?.before ?? '')).toMatchObject({ firstName: 'Mem', city: null });
  });

  test('emails the member once per edit which parts of the profile changed, but not the values', async () => {
    const member = await newMember();
    const mails = async () =>
      (
        await env.DB.prepare("SELECT to_address AS email, payload FROM outbox WHERE template = 'profile_changed' AND user_id = ?")
          .bind(member.id)
          .all()
      ).results;
    const version = await versionOf(member.id);
    const edit = (changes: object) => plain.client.patch(`/api/admin/users/${member.id}`, { version, ...changes });
    await Promise.all([edit({ firstName: 'Mia', city: 'Boone' }), edit({ firstName: 'Mia', city: 'Boone' })]);
    expect(await mails()).toEqual([{ email: member.email, payload: '{"firstName":"Mia","changes":"name, address"}' }]);
    await boss.client.patch(`/api/admin/users/${member.id}`, {
      version: version + 1,
      email: `other.${member.email}`,
      reason: 'They asked',
    });
    expect(await mails()).toHaveLength(1);
  });

  test('writes and audits nothing when no value differs', async () => {
    const member = await newMember();
    const version = await versionOf(member.id);
    const answer = await plain.client.patch<AdminUserDetails>(`/api/admin/users/${member.id}`, { version, firstName: 'Mem' });
    expect(answer.body.profile.version).toBe(version);
    expect(await auditOf(member.id)).toBeNull();
  });

  test('applies one of two concurrent edits and answers the other with 409', async () => {
    const member = await newMember();
    const version = await versionOf(member.id);
    const edit = (admin: TestAdmin, city: string) => admin.client.patch(`/api/admin/users/${member.id}`, { version, city });
    const answers = await Promise.all([edit(boss, 'Asheville'), edit(plain, 'Boone')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { profile } = await detailsOf(member.id);
    expect(profile.version).toBe(version + 1);
    expect(await row('SELECT count(*) AS count FROM audit_log WHERE user_id = ?', member.id)).toEqual({ count: 1 });
    expectError(await edit(boss, 'Late'), 409, 'changed_meanwhile');
  });

  const linkTo = async (id: number, to: string, template: string) => {
    const mail = await row<{ message_id: string }>(
      'SELECT message_id FROM outbox WHERE user_id = ? AND to_address = ? AND template = ? ORDER BY id DESC',
      ...[id, to, template],
    );
    return { token: await tokenInMail(mail?.message_id ?? '') };
  };

  test('keeps a verified email until the new one is confirmed; the old mailbox can undo the change', async () => {
    const member = await newMember();
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
    const version = await versionOf(member.id);
    const email = `new.${member.email}`;
    const answer = await boss.client.patch<AdminUserDetails>(`/api/admin/users/${member.id}`, { version, email, reason: 'They asked' });
    expect(answer.body.profile).toMatchObject({ email: member.email, emailVerified: true, pendingEmail: email });
    const audit = await auditOf(member.id);
    expect(JSON.parse(audit?.before ?? '')).toEqual({ pendingEmail: null });
    expect(JSON.parse(audit?.after ?? '')).toEqual({ pendingEmail: email });
    const confirm = await linkTo(member.id, email, 'confirm_email_change');
    expect((await new Client().post('/api/confirm-email-change', confirm)).status).toBe(200);
    expect((await detailsOf(member.id)).profile).toMatchObject({ email, emailVerified: true, pendingEmail: null });
    const undo = await linkTo(member.id, member.email, 'email_change_requested');
    expect((await new Client().post('/api/undo-email-change', undo)).status).toBe(200);
    expect((await detailsOf(member.id)).profile.email).toBe(member.email);
  });

  test('replaces the change that the member had requested and voids its links', async () => {
    const member = await newMember();
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
    const [own, given] = [`own-${member.email}`, `given-${member.email}`];
    expect((await member.client.patch('/api/user', { email: own })).status).toBe(200);
    const [confirm, undo] = [
      await linkTo(member.id, own, 'confirm_email_change'),
      await linkTo(member.id, member.email, 'email_change_requested'),
    ];
    const version = await versionOf(member.id);
    const answer = await boss.client.patch<AdminUserDetails>(`/api/admin/users/${member.id}`, {
      version,
      email: given,
      reason: 'They asked',
    });
    expect(answer.body.profile.pendingEmail).toBe(given);
    expectError(await new Client().post('/api/confirm-email-change', confirm), 400, 'link_used');
    expectError(await new Client().post('/api/undo-email-change', undo), 400, 'link_used');
  });

  test('replaces an unverified email at once, without an undo link', async () => {
    const member = await newMember();
    const version = await versionOf(member.id);
    const email = `right-${member.email}`;
    const answer = await boss.client.patch<AdminUserDetails>(`/api/admin/users/${member.id}`, { version, email, reason: 'They asked' });
    expect(answer.body.profile).toMatchObject({ email, emailVerified: false, pendingEmail: null });
    expect(await row('SELECT count(*) AS n FROM outbox WHERE to_address = ?', member.email)).toEqual({ n: 1 });
    expect((await new Client().post('/api/verify-email', await linkTo(member.id, email, 'verify_email'))).status).toBe(200);
  });

  test('replaces the email of a stolen account at once, without an undo link, and removes every way in', async () => {
    const member = await newMember();
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
    // The intruder moves the account to a mailbox of their own.
    const thief = `thief-${member.email}`;
    expect((await member.client.patch('/api/user', { email: thief })).status).toBe(200);
    expect((await new Client().post('/api/confirm-email-change', await linkTo(member.id, thief, 'confirm_email_change'))).status).toBe(200);
    const email = `safe-${member.email}`;
    const body = { version: await versionOf(member.id), email, reason: 'Stolen; they called', isStolen: true };
    const answer = await boss.client.patch<AdminUserDetails>(`/api/admin/users/${member.id}`, body);
    expect(answer.body.profile).toMatchObject({ email, emailVerified: false, pendingEmail: null, hasPassword: false });
    expectError(await member.client.get('/api/user'), 401, 'not_signed_in');
    await new Client().post('/api/forgot-password', { email: thief });
    expect(await row('SELECT template FROM outbox WHERE to_address = ? ORDER BY id DESC', thief)).toEqual({
      template: 'account_recovered',
    });
    const open = 'SELECT purpose, email FROM one_time_links WHERE user_id = ? AND used_at IS NULL';
    expect(await row(open, member.id)).toEqual({ purpose: 'verify_email', email });
    expect((await new Client().post('/api/verify-email', await linkTo(member.id, email, 'verify_email'))).status).toBe(200);
  });

  test('removes every way in of a stolen account whose email was never verified', async () => {
    const member = await newMember();
    const email = `safe-${member.email}`;
    const body = { version: await versionOf(member.id), email, reason: 'Stolen; they called', isStolen: true };
    expect((await boss.client.patch(`/api/admin/users/${member.id}`, body)).status).toBe(200);
    expectError(await member.client.get('/api/user'), 401, 'not_signed_in');
    expectError(await new Client().post('/api/login', { email, password: member.password }), 401, 'wrong_credentials');
    // The old mailbox may be a stranger's.
    expect(await row("SELECT count(*) AS n FROM outbox WHERE to_address = ? AND template <> 'welcome'", member.email)).toEqual({ n: 0 });
  });

  test('cancels the deletion of a stolen account, and of no other', async () => {
    const { member } = await payingMember('basic');
    await remove(member);
    const body = { email: `safe-${member.email}`, reason: 'Stolen; they called' };
    const edit = async (more: object) =>
      boss.client.patch(`/api/admin/users/${member.id}`, { ...body, ...more, version: await versionOf(member.id) });
    for (const refused of [{}, { email: member.email, isStolen: true }]) expectError(await edit(refused), 409, 'member_leaving');
    // The erasure may begin.
    await change('UPDATE users SET deletion_requested_at = deletion_requested_at - ? WHERE id = ?', accountErasureAfterSeconds, member.id);
    expectError(await edit({ isStolen: true }), 409, 'member_leaving');
    await change('UPDATE users SET deletion_requested_at = deletion_requested_at + ? WHERE id = ?', accountErasureAfterSeconds, member.id);
    // The membership is restored even if KV fails.
    const { SESSIONS } = boss.client.workerEnv;
    vi.spyOn(SESSIONS, 'delete').mockRejectedValueOnce(new Error('KV is down'));
    vi.spyOn(console, 'error').mockImplementationOnce(() => undefined);
    expect((await edit({ isStolen: true })).body).toMatchObject({
      profile: { email: body.email, deletionRequestedAt: null, hasPassword: false },
      membership: { tier: 'basic' },
    });
    expectError(await new Client().post('/api/login', { email: body.email, password: member.password }), 401, 'wrong_credentials');
    const audit = await auditOf(member.id);
    expect(JSON.parse(audit?.before ?? '')).toMatchObject({ deletionRequestedAt: expect.any(String) });
    expect(JSON.parse(audit?.after ?? '')).toMatchObject({ email: body.email, deletionRequestedAt: null });
  });

  test('rejects a new email when the old one was verified after the edit was decided', async () => {
    const member = await newMember();
    const version = await versionOf(member.id);
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
    const { members } = createStore(env as unknown as Env).admin;
    const loaded = await members.loadForEdit(member.id, Math.floor(Date.now() / 1_000));
    if (!loaded) throw new Error('No such member');
    const edit = decideEdit(
      { version, email: `late-${member.email}`, reason: 'They asked' },
      { ...loaded, emailVerifiedAt: null },
      true,
      1,
    );
    if (!edit.ok || !edit.value) throw new Error('Nothing to edit');
    const actor = { adminId: boss.id, address: '198.51.100.1', requestId: crypto.randomUUID() };
    expect(await members.edit(member.id, version, edit.value, [], actor, 2_000_000_000)).toBe('changed_meanwhile');
    expect((await detailsOf(member.id)).profile).toMatchObject({ email: member.email, emailVerified: true });
  });

  test('recovers no account whose erasure can begin, even if that was not known when the edit was decided', async () => {
    const member = await newMember();
    const version = await versionOf(member.id);
    const { members } = createStore(env as unknown as Env).admin;
    const now = Math.floor(Date.now() / 1_000);
    const loaded = await members.loadForEdit(member.id, now);
    if (!loaded) throw new Error('No such member');
    const request = { version, email: `safe-${member.email}`, reason: 'Stolen', isStolen: true };
    const edit = decideEdit(request, loaded, true, now);
    if (!edit.ok || !edit.value) throw new Error('Nothing to edit');
    const actor = { adminId: boss.id, address: '198.51.100.1', requestId: crypto.randomUUID() };
    const requestedAt = now - accountErasureAfterSeconds;
    await change('UPDATE users SET deletion_requested_at = ? WHERE id = ?', requestedAt, member.id);
    expect(await members.edit(member.id, version, edit.value, [], actor, now)).toBe('changed_meanwhile');
    expect(decideEdit(request, { ...loaded, deletionRequestedAt: requestedAt }, true, now).ok).toBe(false);
    await change('UPDATE users SET deletion_requested_at = ? WHERE id = ?', requestedAt + 1, member.id);
    expect(decideEdit(request, { ...loaded, deletionRequestedAt: requestedAt + 1 }, true, now).ok).toBe(true);
    expect(await members.edit(member.id, version, edit.value, [], actor, now)).toBe('edited');
  });

  test('lets only super administrators change the email', async () => {
    const member = await newMember();
    const version = await versionOf(member.id);
    expectError(
      await plain.client.patch(`/api/admin/users/${member.id}`, { version, email: 'x@y.test', city: 'Boone' }),
      403,
      'super_admin_only',
    );
    expect((await detailsOf(member.id)).profile).toMatchObject({ email: member.email, city: null, version });
  });

  test('reports a taken email or username at its field and writes nothing', async () => {
    const member = await newMember();
    const version = await versionOf(member.id);
    const edit = (body: object) => boss.client.patch(`/api/admin/users/${member.id}`, { version, city: 'Boone', ...body });
    for (const verified of [null, 1]) {
      await change('UPDATE users SET email_verified_at = ? WHERE id = ?', verified, member.id);
      expect(expectError(await edit({ email: 'ANNA@search.test', reason: 'They asked' }), 409, 'email_taken').fields).toHaveProperty(
        'email',
      );
    }
    expect(expectError(await edit({ username: anna.user.username?.toUpperCase() }), 409, 'username_taken').fields).toHaveProperty(
      'username',
    );
    expect((await detailsOf(member.id)).profile).toMatchObject({ city: null, version });
    expect(await row(`SELECT id FROM outbox WHERE user_id = ? AND template <> 'welcome'`, member.id)).toBeNull();
  });

  test('rejects edits of a member who is leaving', async () => {
    const member = await newMember();
    await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', member.id);
    const version = await versionOf(member.id);
    expectError(await boss.client.patch(`/api/admin/users/${member.id}`, { version, city: 'Boone' }), 409, 'member_leaving');
  });

  test.each([
    [{ tokenBalance: 500 }, 'tokenBalance'],
    [{ role: 'premium' }, 'role'],
    [{ email: 'none' }, 'email'],
    [{ city: 'x'.repeat(201) }, 'city'],
  ])('rejects %j', async (body, field) => {
    const answer = await boss.client.patch(`/api/admin/users/${anna.id}`, { version: 1, ...body });
    expect(expectError(answer, 400, 'invalid_input').fields).toHaveProperty(field);
  });
});

describe('member sign-in controls', () => {
  test('end all of a member’s sessions at once', async () => {
    const member = await newMember();
    expect((await plain.client.post(`/api/admin/users/${member.id}/sign-out`)).status).toBe(200);
    expectError(await member.client.get('/api/user'), 401);
    expect(await auditOf(member.id)).toMatchObject({ action: 'user.sign_out', admin_id: plain.id });
    expect(await row("SELECT count(*) AS mails FROM outbox WHERE user_id = ? AND template = 'signed_out'", member.id)).toEqual({
      mails: 1,
    });
    expectError(await plain.client.post('/api/admin/users/999999/sign-out'), 404, 'member_not_found');
  });

  test('end one session, and only of that member', async () => {
    const member = await newMember();
    const other = new Client();
    await other.post('/api/login', { email: member.email, password: member.password });
    const [newest] = (await detailsOf(member.id)).sessions.rows;
    const end = (userId: number) => plain.client.call('DELETE', `/api/admin/users/${userId}/sessions/${newest?.id}`);
    expectError(await end(anna.id), 404, 'session_not_found');
    expect((await end(member.id)).status).toBe(200);
    expectError(await end(member.id), 404, 'session_not_found');
    expect(
      await row(
        "SELECT count(*) AS mails, min(payload ->> 'where') AS kind FROM outbox WHERE user_id = ? AND template = 'signed_out'",
        member.id,
      ),
    ).toEqual({ mails: 1, kind: 'device' });
    const left = await Promise.all([member.client.get('/api/user'), other.get('/api/user')]);
    expect(left.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('resend the verification email at most five times an hour', async () => {
    const { id } = await newMember();
    const send = () => plain.client.post(`/api/admin/users/${id}/verification-mail`);
    for (let sent = 1; sent <= 5; sent += 1) expect((await send()).status).toBe(200);
    expectError(await send(), 429, 'too_many_mails');
  });

  test('resend the verification email, except to a verified address', async () => {
    const member = await newMember();
    expect((await plain.client.post(`/api/admin/users/${member.id}/verification-mail`)).status).toBe(200);
    const mail = await row<{ message_id: string }>(
      `SELECT message_id FROM outbox WHERE user_id = ? AND template = 'verify_email'`,
      member.id,
    );
    const token = await tokenInMail(mail?.message_id ?? '');
    expect((await new Client().post('/api/verify-email', { token })).status).toBe(200);
    expectError(await plain.client.post(`/api/admin/users/${member.id}/verification-mail`), 409, 'email_already_verified');
    expect(await auditOf(member.id)).toMatchObject({ action: 'user.verification_mail' });
  });
});
