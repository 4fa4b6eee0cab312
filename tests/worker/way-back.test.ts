/** A thief with a borrowed session changes the address: whoever verified the one before keeps the way back. Rulings section 3. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Client, change, everyRow, expectError, later, newMember, row, setClock, tokenInMail } from './client.ts';
import { exchange, signInAs, stranger, tokenFor } from './identities.ts';

beforeEach(() => setClock('2026-11-21T10:01:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const account = (id: number) =>
  row<{ email: string; verified: number | null; password: string; uid: string | null; provider: string | null }>(
    `SELECT email, email_verified_at AS verified, password_hash AS password, firebase_uid AS uid, oauth_provider AS provider
     FROM users WHERE id = ?`,
    id,
  );
const providersOf = async (id: number) =>
  (await row<{ names: string | null }>('SELECT group_concat(provider) AS names FROM user_auth_providers WHERE user_id = ?', id))?.names ??
  '';
const mailsTo = async (email: string, template: string) =>
  (
    await env.DB.prepare('SELECT message_id AS "messageId", payload FROM outbox WHERE to_address = ? AND template = ? ORDER BY id')
      .bind(email, template)
      .all<{ messageId: string; payload: string }>()
  ).results;
const signIn = (email: string, password: string) => new Client().post('/api/login', { email, password });

async function linkIn(email: string, template: string): Promise<string> {
  const mail = (await mailsTo(email, template)).at(-1);
  if (!mail) throw new Error(`No ${template} mail to ${email}`);
  return tokenInMail(mail.messageId);
}

async function undo(email: string) {
  return new Client().post('/api/undo-email-change', { token: await linkIn(email, 'email_changed') });
}

async function resetAt(email: string, newPassword = 'thief-pass-1') {
  await new Client().post('/api/forgot-password', { email });
  return new Client().post('/api/reset-password', { token: await linkIn(email, 'reset_password'), newPassword });
}

async function verifiedMember() {
  const member = await newMember();
  await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
  return member;
}

/** A member whose verified address was changed to that of `person`, an hour ago. */
async function moved(person = stranger()) {
  const owner = await verifiedMember();
  expect((await owner.client.patch('/api/user', { email: person.email })).status).toBe(200);
  later(3_600);
  return { owner, person };
}

describe('a provider’s sign-in with the new address', () => {
  test('takes nothing over: the former address comes back, and the provider opens an account of its own', async () => {
    const { owner, person } = await moved();
    const { client, answer } = await signInAs(person);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.user).toMatchObject({ email: person.email, emailVerified: true, firstName: 'Strider of the' });
    expect(answer.body.user.id).not.toBe(owner.id);
    expect(await account(owner.id)).toMatchObject({ email: owner.email, verified: Date.now() / 1_000, uid: null });
    expect(await providersOf(owner.id)).toBe('');
    expect((await client.get('/api/user')).body.id).toBe(answer.body.user.id);
    expectError(await owner.client.get('/api/user'), 401);
    expect((await signIn(owner.email, owner.password)).body).toMatchObject({ id: owner.id, emailVerified: true });
    expectError(await undo(owner.email), 400, 'link_used');
    expect(await mailsTo(person.email, 'account_taken_over')).toEqual([]);
    const told = (await mailsTo(owner.email, 'email_given_back')).map(({ payload }) => JSON.parse(payload));
    expect(told).toEqual([{ firstName: 'Mem', newEmail: person.email }]);
  });

  test('brings the earliest of several back, with all that has happened since', async () => {
    const owner = await verifiedMember();
    const person = stranger();
    const between = `between-${owner.email}`;
    await owner.client.patch('/api/user', { email: between });
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', owner.id);
    later(60);
    await owner.client.patch('/api/user', { email: person.email });
    expect((await signInAs(person)).answer.status).toBe(200);
    expect(await account(owner.id)).toMatchObject({ email: owner.email });
    expectError(await undo(between), 400, 'link_used');
    expect(await mailsTo(between, 'email_given_back')).toEqual([]);
  });

  test('keeps the rules of joining: the invitation counts for the new account', async () => {
    const { owner, person } = await moved();
    const host = await newMember();
    const answer = await exchange(new Client(), await tokenFor(person), { ref: host.user.referralCode });
    expect(answer.body.user).toMatchObject({ referredById: host.id });
    expect(answer.body.user.id).not.toBe(owner.id);
  });

  test('by many at once gives back once', async () => {
    const { owner, person } = await moved();
    const token = await tokenFor(person);
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(new Client(), token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1);
    expect(await account(owner.id)).toMatchObject({ email: owner.email });
    expect(await mailsTo(owner.email, 'email_given_back')).toHaveLength(1);
  });

  test('is refused where somebody else has the former address by now; nothing is written', async () => {
    const { owner, person } = await moved();
    await newMember({ email: owner.email });
    const before = await everyRow({ except: ['rate_counters'] });
    expectError((await signInAs(person)).answer, 409, 'provider_conflict');
    expect(await everyRow({ except: ['rate_counters'] })).toEqual(before);
  });

  test('takes the account over where the way back is closed, or leads to an address that was never verified', async () => {
    const late = await moved();
    later(7 * 86_400);
    expect((await signInAs(late.person)).answer.body.user.id).toBe(late.owner.id);
    const never = await newMember();
    const person = stranger();
    await never.client.patch('/api/user', { email: person.email });
    const way = await linkIn(never.email, 'email_changed');
    expect((await signInAs(person)).answer.body.user.id).toBe(never.id);
    expectError(await new Client().post('/api/undo-email-change', { token: way }), 400, 'link_used');
  });
});

describe('a password set by mail at the new address', () => {
  test('opens the account, and leaves the way back, which ends that', async () => {
    const { owner, person } = await moved();
    expect((await resetAt(person.email)).status).toBe(200);
    expect((await signIn(person.email, 'thief-pass-1')).body).toMatchObject({ id: owner.id, firstName: 'Mem', emailVerified: true });
    later(60);
    expect((await undo(owner.email)).status).toBe(200);
    expect(await account(owner.id)).toMatchObject({ email: owner.email, password: '!' });
    for (const email of [owner.email, person.email]) expectError(await signIn(email, 'thief-pass-1'), 401);
    expect((await resetAt(owner.email, 'owner-pass-1')).status).toBe(200);
    expect((await signIn(owner.email, 'owner-pass-1')).body).toMatchObject({ id: owner.id });
  });

  test('closes a way back to an address that was never verified', async () => {
    const member = await newMember();
    const person = stranger();
    await member.client.patch('/api/user', { email: person.email });
    expect((await resetAt(person.email)).status).toBe(200);
    expectError(await undo(member.email), 400, 'link_used');
  });
});

describe('undoing the change', () => {
  test('removes the providers that joined since, and keeps those of before', async () => {
    const googler = stranger();
    const first = await signInAs(googler);
    const id = first.answer.body.user.id;
    later(60);
    const thief = stranger({ provider: 'facebook' });
    await first.client.patch('/api/user', { email: thief.email });
    await new Client().post('/api/verify-email', { token: await linkIn(thief.email, 'verify_email') });
    expect((await signInAs(thief)).answer.body.user.id).toBe(id);
    expect(await providersOf(id)).toBe('facebook,google');
    later(60);
    expect((await undo(googler.email)).status).toBe(200);
    expect(await providersOf(id)).toBe('google');
    expect(await account(id)).toMatchObject({ uid: null, provider: 'google' });
    later(60);
    expect((await signInAs(thief)).answer.body.user.id).not.toBe(id);
    expect((await signInAs(googler)).answer.body.user.id).toBe(id);
  });

  test('forgets which provider opens it where none does any more', async () => {
    const { owner, person } = await moved();
    await new Client().post('/api/verify-email', { token: await linkIn(person.email, 'verify_email') });
    await signInAs(person);
    expect(await account(owner.id)).toMatchObject({ provider: 'google' });
    expect((await undo(owner.email)).status).toBe(200);
    expect(await account(owner.id)).toMatchObject({ provider: null, uid: null });
  });

  test('keeps a password that nobody can have set since', async () => {
    const { owner } = await moved();
    expect((await undo(owner.email)).status).toBe(200);
    expect((await signIn(owner.email, owner.password)).status).toBe(200);
  });
});
