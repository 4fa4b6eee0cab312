/** A thief who knows the password changes an account's email. The owner of the old mailbox can undo the change for a week. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { recentAccessSeconds } from '#schema/rules.ts';
import { signInAs, stranger } from '#tests/worker/support/accounts/identities.ts';
import { advanceClock, Client, change, expectError, newMember, row, setClock, tokenInMail } from '#tests/worker/support/client.ts';

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
const signIn = (email: string, password: string) => new Client().post('/api/login', { email, password });

async function linkIn(email: string, template: string): Promise<string> {
  const mail = await env.DB.prepare('SELECT message_id AS "messageId" FROM outbox WHERE to_address = ? AND template = ? ORDER BY id DESC')
    .bind(email, template)
    .first<{ messageId: string }>();
  if (!mail) throw new Error(`No ${template} mail to ${email}`);
  return tokenInMail(mail.messageId);
}

async function changeEmail(client: Client, email: string) {
  expect((await client.patch('/api/user', { email })).status).toBe(200);
  const token = await linkIn(email, 'confirm_email_change');
  expect((await new Client().post('/api/confirm-email-change', { token })).status).toBe(200);
}

async function undo(email: string) {
  return new Client().post('/api/undo-email-change', { token: await linkIn(email, 'email_change_requested') });
}

async function resetAt(email: string, newPassword = 'thief-pass-1') {
  await new Client().post('/api/forgot-password', { email });
  return new Client().post('/api/reset-password', { token: await linkIn(email, 'reset_password'), newPassword });
}

/** Creates a member whose verified email was changed to the email of `person` one hour ago. */
async function memberWithChangedEmail(person = stranger()) {
  const owner = await newMember();
  await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', owner.id);
  await changeEmail(owner.client, person.email);
  advanceClock(3_600);
  return { owner, person };
}

test('a password reset at the new address opens the account until the old mailbox undoes the change', async () => {
  const { owner, person } = await memberWithChangedEmail();
  expect((await resetAt(person.email)).status).toBe(200);
  expect((await signIn(person.email, 'thief-pass-1')).body).toMatchObject({ id: owner.id, firstName: 'Mem', emailVerified: true });
  advanceClock(60);
  expect((await undo(owner.email)).status).toBe(200);
  expect(await account(owner.id)).toMatchObject({ email: owner.email, password: '!' });
  for (const email of [owner.email, person.email]) expectError(await signIn(email, 'thief-pass-1'), 401);
  expect((await resetAt(owner.email, 'owner-pass-1')).status).toBe(200);
  expect((await signIn(owner.email, 'owner-pass-1')).body).toMatchObject({ id: owner.id });
});

describe('undoing an email change', () => {
  test('removes providers added since and passkeys of the last 30 days, and keeps earlier ones', async () => {
    const googler = stranger();
    const first = await signInAs(googler);
    const id = first.answer.body.user.id;
    const passkey = (name: string, age = 0) =>
      change(
        `INSERT INTO member_passkeys (user_id, credential_id, public_key, counter, transports, name, created_at) VALUES (?1, ?2, '', 0, '[]', ?2, ?3)`,
        id,
        name,
        Math.floor(Date.now() / 1_000) - age,
      );
    await passkey('long ago', recentAccessSeconds + 3_600);
    await passkey('of before');
    advanceClock(60);
    const thief = stranger({ provider: 'facebook' });
    await changeEmail(first.client, thief.email);
    await passkey('since');
    expect((await signInAs(thief)).answer.body.user.id).toBe(id);
    expect(await providersOf(id)).toBe('facebook,google');
    advanceClock(60);
    expect((await undo(googler.email)).status).toBe(200);
    expect(await providersOf(id)).toBe('google');
    expect(await row('SELECT group_concat(name) AS names FROM member_passkeys WHERE user_id = ?', id)).toEqual({ names: 'long ago' });
    expect(await account(id)).toMatchObject({ uid: null, provider: 'google' });
    advanceClock(60);
    expect((await signInAs(thief)).answer.body.user.id).not.toBe(id);
    expect((await signInAs(googler)).answer.body.user.id).toBe(id);
  });

  test('clears the provider of the account when none is left', async () => {
    const { owner, person } = await memberWithChangedEmail();
    await signInAs(person);
    expect(await account(owner.id)).toMatchObject({ provider: 'google' });
    expect((await undo(owner.email)).status).toBe(200);
    expect(await account(owner.id)).toMatchObject({ provider: null, uid: null });
  });

  test('keeps a password that was not changed since', async () => {
    const { owner } = await memberWithChangedEmail();
    expect((await undo(owner.email)).status).toBe(200);
    expect((await signIn(owner.email, owner.password)).status).toBe(200);
  });
});
