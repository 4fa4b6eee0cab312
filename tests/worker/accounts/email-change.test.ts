/** Changing an account's email: who may request, confirm and undo the change. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '#schema/accounts/user.ts';
import { emailChangeLinkTtlSeconds, freshSignInSeconds, undoEmailChangeTtlSeconds } from '#schema/rules.ts';
import { exchange, signInAs, stranger, tokenFor } from '#tests/worker/support/accounts/identities.ts';
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
  tokenInMail,
} from '#tests/worker/support/client.ts';

beforeEach(() => setClock('2026-11-21T10:01:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const visitor = () => new Client();
const login = (email: string, password: string) => visitor().post<User>('/api/login', { email, password });
const ask = (client: Client, email: string, currentPassword?: string) => client.patch<User>('/api/user', { email, currentPassword });
const userOf = async (client: Client) => (await client.get<User>('/api/user')).body;
const messagesTo = async (email: string) =>
  (
    await env.DB.prepare('SELECT template, message_id AS "messageId" FROM outbox WHERE to_address = ? ORDER BY id')
      .bind(email)
      .all<{ template: string; messageId: string }>()
  ).results;
const templatesTo = async (email: string) => (await messagesTo(email)).map(({ template }) => template);

async function linkIn(email: string, template: string): Promise<string> {
  const mail = (await messagesTo(email)).findLast((message) => message.template === template);
  if (!mail) throw new Error(`No ${template} mail to ${email}`);
  return tokenInMail(mail.messageId);
}

const confirm = async (email: string) =>
  visitor().post('/api/confirm-email-change', { token: await linkIn(email, 'confirm_email_change') });
const undo = async (email: string) => visitor().post('/api/undo-email-change', { token: await linkIn(email, 'email_change_requested') });

async function resetAt(email: string, newPassword: string) {
  await visitor().post('/api/forgot-password', { email });
  return visitor().post('/api/reset-password', { token: await linkIn(email, 'reset_password'), newPassword });
}

async function verifiedMember(): Promise<TestMember> {
  const member = await newMember();
  expect((await visitor().post('/api/verify-email', { token: await linkIn(member.email, 'welcome') })).status).toBe(200);
  return member;
}

async function memberWithPendingEmail(): Promise<TestMember & { wanted: string }> {
  const member = await verifiedMember();
  const wanted = `wanted-${member.email}`;
  expect((await ask(member.client, wanted, member.password)).status).toBe(200);
  return { ...member, wanted };
}

/** Creates a member who has just changed from a verified email to another one. */
async function memberWithChangedEmail() {
  const member = await memberWithPendingEmail();
  expect((await confirm(member.wanted)).status).toBe(200);
  return member;
}

describe('an address that was never verified', () => {
  test('is replaced at once, without an undo link to its mailbox', async () => {
    const { client, email: typo } = await newMember();
    const right = `right-${typo}`;
    const answer = await ask(client, right);
    expect(answer).toMatchObject({ status: 200, body: { email: right, emailVerified: false, pendingEmail: null } });
    expect(await templatesTo(typo)).toEqual(['welcome']);
    expect(await templatesTo(right)).toEqual(['verify_email']);
    expect(await row("SELECT count(*) AS n FROM one_time_links WHERE purpose LIKE '%change'")).toEqual({ n: 0 });
    expectError(await visitor().post('/api/verify-email', { token: await linkIn(typo, 'welcome') }), 400, 'link_outdated');
    await visitor().post('/api/forgot-password', { email: typo });
    expect(await templatesTo(typo)).toEqual(['welcome']);
    expect((await visitor().post('/api/verify-email', { token: await linkIn(right, 'verify_email') })).status).toBe(200);
    expect(await userOf(client)).toMatchObject({ email: right, emailVerified: true });
  });

  test('can be registered by its owner after it was replaced', async () => {
    const { client, email: typo } = await newMember();
    await ask(client, `right-${typo}`);
    expect((await newMember({ email: typo })).user.email).toBe(typo);
  });

  test('is not replaced by a session alone: a reset at the new address would complete the theft', async () => {
    const { client, email, password } = await newMember();
    advanceClock(freshSignInSeconds);
    const refused = expectError(await ask(client, `thief-${email}`), 403, 'password_or_sign_in');
    expect(refused.fields).toEqual({
      currentPassword: 'Please enter your current password, or sign in again. You must have signed in within the last 10 minutes.',
    });
    expect((await ask(client, `right-${email}`, password)).status).toBe(200);
  });

  test('is not replaced without confirmation if it is verified concurrently', async () => {
    const { client, email } = await newMember();
    const token = await linkIn(email, 'welcome');
    const [changed] = await Promise.all([ask(client, `new-${email}`), visitor().post('/api/verify-email', { token })]);
    const user = await userOf(client);
    if (changed.status === 200 && changed.body.pendingEmail === null)
      expect(user).toMatchObject({ email: `new-${email}`, emailVerified: false });
    else expect(user).toMatchObject({ email, emailVerified: true });
  });
});

describe('a verified address', () => {
  test('stays until the new one is confirmed; both mailboxes are notified at once', async () => {
    const member = await verifiedMember();
    const wanted = `wanted-${member.email}`;
    const answer = await ask(member.client, wanted, member.password);
    expect(answer).toMatchObject({ status: 200, body: { email: member.email, emailVerified: true, pendingEmail: wanted } });
    expect(await userOf(member.client)).toEqual(answer.body);
    expect(await templatesTo(wanted)).toEqual(['confirm_email_change']);
    expect(await templatesTo(member.email)).toEqual(['welcome', 'email_change_requested']);
    expectError(await login(wanted, member.password), 401, 'wrong_credentials');

    const confirmed = await confirm(wanted);
    expect(confirmed).toMatchObject({ status: 200, body: { message: `Your account now uses ${wanted}.` } });
    expect(await userOf(member.client)).toMatchObject({ email: wanted, emailVerified: true, pendingEmail: null });
    expect((await login(wanted, member.password)).body.id).toBe(member.id);
    expectError(await login(member.email, member.password), 401, 'wrong_credentials');
  });

  test('stays pending while the other profile changes apply at once', async () => {
    const member = await verifiedMember();
    const wanted = `wanted-${member.email}`;
    const answer = await member.client.post<User>('/api/update-profile', { email: wanted, city: 'Oslo', currentPassword: member.password });
    expect(answer).toMatchObject({ status: 200, body: { city: 'Oslo', email: member.email, pendingEmail: wanted } });
  });

  test('is returned together with the pending one by every way to sign in', async () => {
    const member = await memberWithPendingEmail();
    expect((await login(member.email, member.password)).body).toMatchObject({ email: member.email, pendingEmail: member.wanted });
    const person = stranger();
    const { client } = await signInAs(person);
    await ask(client, `wanted-${person.email}`);
    advanceClock(60);
    const again = await exchange(new Client(), await tokenFor(person));
    expect(again.body.user).toMatchObject({ email: person.email, pendingEmail: `wanted-${person.email}` });
  });

  test('can be submitted again, as forms do, without canceling the pending change', async () => {
    const { client, email, wanted } = await memberWithPendingEmail();
    expect((await client.patch<User>('/api/user', { email, city: 'Oslo' })).body).toMatchObject({ pendingEmail: wanted, city: 'Oslo' });
  });
});

describe('requesting another address', () => {
  test('needs the password or a sign-in within 10 minutes; a session alone is rejected with the reason', async () => {
    const member = await verifiedMember();
    advanceClock(freshSignInSeconds - 1);
    expect((await ask(member.client, `one-${member.email}`)).body.pendingEmail).toBe(`one-${member.email}`);
    advanceClock(1);
    const before = await everyRow();
    const refused = expectError(await ask(member.client, `two-${member.email}`), 403, 'password_or_sign_in');
    expect(refused.message).toBe(
      'Please enter your current password, or sign in again. You must have signed in within the last 10 minutes.',
    );
    expect(refused.fields).toEqual({
      currentPassword: 'Please enter your current password, or sign in again. You must have signed in within the last 10 minutes.',
    });
    expect(await everyRow()).toEqual(before);
    expect((await ask(member.client, `two-${member.email}`, member.password)).body.pendingEmail).toBe(`two-${member.email}`);
  });

  test('with a wrong password is rejected and writes only the failure count', async () => {
    const member = await verifiedMember();
    const before = await everyRow({ except: ['rate_counters'] });
    for (const changes of [{ email: `new-${member.email}` }, { city: 'Oslo' }]) {
      const refused = expectError(
        await member.client.patch('/api/user', { ...changes, currentPassword: 'wrong' }),
        400,
        'wrong_current_password',
      );
      expect(refused).toMatchObject({
        message: 'Current password is incorrect',
        fields: { currentPassword: 'Current password is incorrect' },
      });
    }
    expect(await everyRow({ except: ['rate_counters'] })).toEqual(before);
  });

  test('is throttled after 10 wrong passwords, even for the right one', { tags: 'long' }, async () => {
    const member = await verifiedMember();
    const wanted = `new-${member.email}`;
    const guesses = await Promise.all(Array.from({ length: 14 }, (_, guess) => ask(member.client, wanted, `guess-${guess}`)));
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(10);
    const refused = await ask(member.client, wanted, member.password);
    expectError(refused, 429, 'too_many_logins');
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  test('without having a password requires a new sign-in', async () => {
    const person = stranger();
    const { client } = await signInAs(person);
    advanceClock(freshSignInSeconds);
    for (const currentPassword of [undefined, 'anything'])
      expectError(await ask(client, `new-${person.email}`, currentPassword), 403, 'sign_in_again');
    const again = await signInAs(person);
    expect((await ask(again.client, `new-${person.email}`)).body).toMatchObject({ pendingEmail: `new-${person.email}` });
  });

  test('is rejected for an address in use and writes nothing', async () => {
    const member = await verifiedMember();
    const other = await newMember();
    const before = await everyRow({ except: ['rate_counters'] });
    const refused = expectError(
      await member.client.patch('/api/user', { email: other.email.toUpperCase(), city: 'Oslo' }),
      409,
      'email_taken',
    );
    expect(refused.fields).toEqual({ email: 'An account with this email already exists.' });
    expect(await everyRow({ except: ['rate_counters'] })).toEqual(before);
  });

  test('twice concurrently keeps one request and sends only its emails', async () => {
    const member = await verifiedMember();
    const answers = await Promise.all(['one', 'two'].map((name) => ask(member.client, `${name}-${member.email}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = answers.find(({ status }) => status === 200)?.body.pendingEmail;
    expect((await userOf(member.client)).pendingEmail).toBe(won);
    const lost = ['one', 'two'].map((name) => `${name}-${member.email}`).find((email) => email !== won);
    expect(await templatesTo(lost ?? '')).toEqual([]);
    expect(await templatesTo(member.email)).toEqual(['welcome', 'email_change_requested']);
  });

  test('again replaces the pending change and voids its links', async () => {
    const member = await memberWithPendingEmail();
    const [oldConfirm, oldUndo] = [
      await linkIn(member.wanted, 'confirm_email_change'),
      await linkIn(member.email, 'email_change_requested'),
    ];
    advanceClock(60);
    expect((await ask(member.client, `other-${member.email}`)).body.pendingEmail).toBe(`other-${member.email}`);
    expectError(await visitor().post('/api/confirm-email-change', { token: oldConfirm }), 400, 'link_used');
    expectError(await visitor().post('/api/undo-email-change', { token: oldUndo }), 400, 'link_used');
    expect((await confirm(`other-${member.email}`)).status).toBe(200);
  });
});

describe('a pending address', () => {
  test('can be registered by someone else; then its link is rejected and nothing changes', async () => {
    const { client, email, wanted, id } = await memberWithPendingEmail();
    const owner = await newMember({ email: wanted });
    expect(owner.user).toMatchObject({ email: wanted });
    expect(owner.user.id).not.toBe(id);
    const before = await everyRow();
    const refused = expectError(await confirm(wanted), 409, 'pending_email_taken');
    expect(refused.message).toContain('Another account now uses this email address');
    expect(await everyRow()).toEqual(before);
    expect(await userOf(client)).toMatchObject({ email, emailVerified: true, pendingEmail: wanted });
  });

  test('can be registered by whoever proves it at a provider', async () => {
    const person = stranger();
    const member = await verifiedMember();
    await ask(member.client, person.email, member.password);
    const { answer } = await signInAs(person);
    expect(answer.body.user).toMatchObject({ email: person.email, emailVerified: true });
    expect(answer.body.user.id).not.toBe(member.id);
    expectError(await confirm(person.email), 409, 'pending_email_taken');
  });

  test('opens no account: a password reset for it sends no email', async () => {
    const { wanted } = await memberWithPendingEmail();
    await visitor().post('/api/forgot-password', { email: wanted });
    expect(await templatesTo(wanted)).toEqual(['confirm_email_change']);
  });

  test('may be pending for two members; the first to confirm it gets it', async () => {
    const wanted = 'wanted-by-two@example.test';
    const [one, two] = [await verifiedMember(), await verifiedMember()];
    await ask(one.client, wanted);
    const firstToken = await linkIn(wanted, 'confirm_email_change');
    await ask(two.client, wanted);
    const secondToken = await linkIn(wanted, 'confirm_email_change');
    const answers = await Promise.all([firstToken, secondToken].map((token) => visitor().post('/api/confirm-email-change', { token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('can be canceled by the member', async () => {
    const { client, email, wanted } = await memberWithPendingEmail();
    const answer = await client.post<User>('/api/cancel-email-change');
    expect(answer).toMatchObject({ status: 200, body: { email, pendingEmail: null } });
    expectError(await confirm(wanted), 400, 'link_used');
    expectError(await undo(email), 400, 'link_used');
    expect(await client.post<User>('/api/cancel-email-change')).toMatchObject({ status: 200, body: { email, pendingEmail: null } });
  });

  test('can be sent a new link, which voids the previous one', async () => {
    const { client, email, wanted } = await memberWithPendingEmail();
    const first = await linkIn(wanted, 'confirm_email_change');
    advanceClock(6 * 86_400);
    const answer = await client.post('/api/confirm-email-change/send');
    expect(answer).toMatchObject({ status: 200, body: { message: `We sent an email to ${wanted}. Open the link in it.` } });
    expectError(await visitor().post('/api/confirm-email-change', { token: first }), 400, 'link_unknown');
    advanceClock(6 * 86_400);
    expect((await userOf(client)).pendingEmail).toBe(wanted);
    expect((await confirm(wanted)).status).toBe(200);
    expect((await undo(email)).status).toBe(200);
  });

  test('is sent at most 5 links an hour, and none once the change is canceled', async () => {
    const { client, wanted } = await memberWithPendingEmail();
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.post('/api/confirm-email-change/send')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectError(answer, 429, 'too_many_mails');
    expect((await confirm(wanted)).status).toBe(200);
    advanceClock(3_600);
    expectError(await client.post('/api/confirm-email-change/send'), 409, 'no_pending_email');
  });

  test('expires after 7 days; until then its link works', async () => {
    const { client, wanted } = await memberWithPendingEmail();
    advanceClock(emailChangeLinkTtlSeconds);
    expectError(await confirm(wanted), 400, 'change_link_expired');
    expect((await userOf(client)).pendingEmail).toBeNull();
    expectError(await client.post('/api/confirm-email-change/send'), 409, 'no_pending_email');
    advanceClock(-1);
    expect((await confirm(wanted)).status).toBe(200);
  });

  test.each([
    [
      'the password is changed',
      (member: TestMember) => member.client.post('/api/change-password', { currentPassword: member.password, newPassword: 'changed-1' }),
    ],
    ['the password is set by mail', (member: TestMember) => resetAt(member.email, 'changed-1')],
    [
      'the account is scheduled for deletion',
      (member: TestMember) => member.client.post('/api/delete-account', { confirmation: 'DELETE', currentPassword: member.password }),
    ],
  ])('is canceled when %s', async (_, happens) => {
    const member = await memberWithPendingEmail();
    const token = await linkIn(member.wanted, 'confirm_email_change');
    expect((await happens(member)).status).toBe(200);
    const refused = await visitor().post('/api/confirm-email-change', { token });
    expect(refused.status).toBe(400);
    expect(await row('SELECT email FROM users WHERE id = ?', member.id)).toEqual({ email: member.email });
  });
});

describe('the link in the new mailbox', () => {
  test('can be opened repeatedly and concurrently, and works once', async () => {
    const { wanted, client, email } = await memberWithPendingEmail();
    const token = await linkIn(wanted, 'confirm_email_change');
    const answers = await Promise.all(Array.from({ length: 5 }, () => visitor().post('/api/confirm-email-change', { token })));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect((await visitor().post('/api/confirm-email-change', { token })).status).toBe(200);
    expect((await userOf(client)).email).toBe(wanted);
    expect((await undo(email)).status).toBe(200);
    expectError(await visitor().post('/api/confirm-email-change', { token }), 400, 'link_used');
  });

  test('is not consumed by a GET and does not work as another kind of link', async () => {
    const { wanted, email, client } = await memberWithPendingEmail();
    const token = await linkIn(wanted, 'confirm_email_change');
    expect((await visitor().get(`/api/confirm-email-change?token=${token}`)).status).toBe(405);
    for (const path of ['/api/verify-email', '/api/undo-email-change'])
      expectError(await visitor().post(path, { token }), 400, 'link_unknown');
    const undoToken = await linkIn(email, 'email_change_requested');
    for (const other of [undoToken, 'x'])
      expectError(await visitor().post('/api/confirm-email-change', { token: other }), 400, 'link_unknown');
    expect(await userOf(client)).toMatchObject({ email, pendingEmail: wanted });
  });

  test('voids the links that were mailed to the old address earlier', async () => {
    const { wanted, email } = await memberWithPendingEmail();
    await visitor().post('/api/forgot-password', { email });
    const reset = await linkIn(email, 'reset_password');
    expect((await confirm(wanted)).status).toBe(200);
    expectError(await visitor().post('/api/reset-password', { token: reset, newPassword: 'brand-new-1' }), 400, 'link_used');
  });
});

describe('the link in the old mailbox', () => {
  test('cancels a pending change and signs out all devices', async () => {
    const { client, email, password, wanted } = await memberWithPendingEmail();
    const answer = await undo(email);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ message: expect.stringContaining(`Your account still uses ${email}`) });
    expectError(await client.get('/api/user'), 401, 'not_signed_in');
    expectError(await confirm(wanted), 400, 'link_used');
    expectError(await undo(email), 400, 'link_used');
    expect((await login(email, password)).body).toMatchObject({ email, emailVerified: true, pendingEmail: null });
  });

  test('undoes the change for 7 days and ends all sessions', async () => {
    const { client, email, wanted, password, id } = await memberWithPendingEmail();
    advanceClock(6 * 86_400);
    expect((await confirm(wanted)).status).toBe(200);
    advanceClock(undoEmailChangeTtlSeconds - 1);
    expect((await undo(email)).status).toBe(200);
    expectError(await client.get('/api/user'), 401, 'not_signed_in');
    expectError(await login(wanted, password), 401, 'wrong_credentials');
    expect((await login(email, password)).body).toMatchObject({ id, email, emailVerified: true });
  });

  test('is sent again to whoever forgot the password of the old address', async () => {
    const { email, wanted, password, id } = await memberWithChangedEmail();
    const unused = await linkIn(email, 'email_change_requested');
    await visitor().post('/api/forgot-password', { email });
    expect(await templatesTo(wanted)).not.toContain('reset_password');
    const again = await linkIn(email, 'email_was_changed');
    expect((await visitor().post('/api/undo-email-change', { token: again })).status).toBe(200);
    expect((await login(email, password)).body).toMatchObject({ id, email });
    expectError(await visitor().post('/api/undo-email-change', { token: unused }), 400, 'link_used');
  });

  test('is not sent again once it stopped working', async () => {
    const { email } = await memberWithChangedEmail();
    advanceClock(undoEmailChangeTtlSeconds);
    await visitor().post('/api/forgot-password', { email });
    expect(await templatesTo(email)).not.toContain('email_was_changed');
  });

  test('stops working after 7 days', async () => {
    const { email, client } = await memberWithChangedEmail();
    advanceClock(undoEmailChangeTtlSeconds);
    expectError(await undo(email), 400, 'undo_link_expired');
    expect((await client.get('/api/user')).status).toBe(200);
  });

  test('restores the old address when it races with the confirmation, in either order', async () => {
    const { email, wanted, id } = await memberWithPendingEmail();
    const [confirmed, undone] = await Promise.all([confirm(wanted), undo(email)]);
    expect(undone.status).toBe(200);
    expect([200, 400]).toContain(confirmed.status);
    expect(await row('SELECT email FROM users WHERE id = ?', id)).toEqual({ email });
  });

  test('undoes a thief’s changes at the new address: password, provider and email', async () => {
    const owner = await verifiedMember();
    const thief = stranger();
    await ask(owner.client, thief.email, owner.password);
    expect((await confirm(thief.email)).status).toBe(200);
    advanceClock(60);
    expect((await resetAt(thief.email, 'thief-pass-1')).status).toBe(200);
    const atProvider = await signInAs(thief);
    expect(atProvider.answer.body.user.id).toBe(owner.id);
    await ask(atProvider.client, `next-${thief.email}`);
    expect((await confirm(`next-${thief.email}`)).status).toBe(200);
    advanceClock(60);
    expect((await undo(owner.email)).status).toBe(200);
    expectError(await atProvider.client.get('/api/user'), 401);
    expectError(await undo(thief.email), 400, 'link_used');
    for (const email of [owner.email, thief.email, `next-${thief.email}`]) expectError(await login(email, 'thief-pass-1'), 401);
    expect((await signInAs(thief)).answer.body.user.id).not.toBe(owner.id);
    expect((await resetAt(owner.email, 'owner-pass-1')).status).toBe(200);
    expect((await login(owner.email, 'owner-pass-1')).body).toMatchObject({ id: owner.id, email: owner.email });
  });

  test('cannot be voided from the new mailbox, not even by two changes within one second', async () => {
    const owner = await memberWithChangedEmail();
    await ask(owner.client, `third-${owner.email}`, owner.password);
    expect((await confirm(`third-${owner.email}`)).status).toBe(200);
    expect((await undo(owner.wanted)).status).toBe(200);
    expect(await row('SELECT email FROM users WHERE id = ?', owner.id)).toEqual({ email: owner.wanted });
    expect((await undo(owner.email)).status).toBe(200);
    expect(await row('SELECT email FROM users WHERE id = ?', owner.id)).toEqual({ email: owner.email });
  });
});

describe('an address that can still be restored', () => {
  test('cannot be taken by registering, by an email change or by a provider', async () => {
    const { email, id } = await memberWithChangedEmail();
    const other = await verifiedMember();
    const taken = { email, password: 'pass-word-1', confirmPassword: 'pass-word-1', acceptedTerms: true };
    expectError(await visitor().post('/api/register', taken), 409, 'email_reserved');
    expectError(await ask(other.client, email), 409, 'email_taken');
    const newcomer = await newMember();
    expectError(await ask(newcomer.client, email), 409, 'email_taken');
    const refused = expectError((await signInAs(stranger({ email }))).answer, 409, 'email_reserved');
    expect(refused.message).toContain('open the link');
    expect((await undo(email)).status).toBe(200);
    expect(await row('SELECT email FROM users WHERE id = ?', id)).toEqual({ email });
  });

  test('cannot be confirmed by another member who requested it earlier', async () => {
    const other = await memberWithPendingEmail();
    const owner = await newMember({ email: other.wanted });
    await visitor().post('/api/verify-email', { token: await linkIn(other.wanted, 'welcome') });
    await ask(owner.client, `next-${other.wanted}`, owner.password);
    expect((await confirm(`next-${other.wanted}`)).status).toBe(200);
    expectError(await confirm(other.wanted), 409, 'pending_email_taken');
    expect((await undo(other.wanted)).status).toBe(200);
  });

  test('can be requested again by its own member', async () => {
    const { client, email, password } = await memberWithChangedEmail();
    expect((await ask(client, email, password)).body.pendingEmail).toBe(email);
    expect((await confirm(email)).status).toBe(200);
    expect(await userOf(client)).toMatchObject({ email, emailVerified: true });
  });

  test('is free after 7 days', async () => {
    const { email } = await memberWithChangedEmail();
    advanceClock(undoEmailChangeTtlSeconds);
    expect((await newMember({ email })).user.email).toBe(email);
  });
});

describe('proving an address that its account never verified', () => {
  test.each([
    ['by a reset mail', async (email: string) => (await resetAt(email, 'owner-pass-1')).status],
    ['at a provider', async (email: string) => (await signInAs(stranger({ email }))).answer.status],
  ])('%s takes over the account and leaves its former holder no way back', async (_, prove) => {
    const registrant = await newMember();
    const owned = `owned-by-another-${registrant.email}`;
    await ask(registrant.client, owned);
    const mailed = await linkIn(owned, 'verify_email');
    expect(await prove(owned)).toBe(200);
    expectError(await registrant.client.get('/api/user'), 401);
    for (const email of [owned, registrant.email]) expectError(await login(email, registrant.password), 401);
    expect(await row('SELECT count(*) AS n FROM one_time_links WHERE user_id = ? AND used_at IS NULL', registrant.id)).toEqual({ n: 0 });
    expect((await visitor().post('/api/verify-email', { token: mailed })).status).toBe(200);
    expect(await row('SELECT email FROM users WHERE id = ?', registrant.id)).toEqual({ email: owned });
  });
});

test('a verified address keeps its account after a reset at the new address that the member mistyped', async () => {
  const a = await verifiedMember();
  const b = 'somebody-else@example.test';
  await ask(a.client, b, a.password);
  await visitor().post('/api/forgot-password', { email: b });
  await expect(linkIn(b, 'reset_password')).rejects.toThrow();
  const owner = await newMember({ email: b });
  expect((await resetAt(b, 'owner-pass-1')).status).toBe(200);
  expect((await undo(a.email)).status).toBe(200);
  expect((await login(b, 'owner-pass-1')).body).toMatchObject({ id: owner.id, email: b });
  expect((await login(a.email, a.password)).body).toMatchObject({ id: a.id, email: a.email });
});

test('the database rejects two pending changes of one member', async () => {
  const { id } = await memberWithPendingEmail();
  const second =
    "INSERT INTO one_time_links (token_hash, user_id, purpose, email, created_at, expires_at) VALUES ('second', ?, 'change_email', 'x', 1, 9999999999)";
  await expect(change(second, id)).rejects.toThrow(/UNIQUE/);
});
