/**
 * Signing in through Google, Facebook and Apple: new and existing members, linking, and takeover attempts. Product rules: Accounts and
 * sessions.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { undoEmailChangeTtlSeconds } from '#schema/rules.ts';
import { exchange, signInAs, stranger, tokenFor } from '#tests/worker/support/accounts/identities.ts';
import { advanceClock, Client, change, expectError, newMember, row, setClock, tokenInMail } from '#tests/worker/support/client.ts';

beforeEach(() => setClock('2026-11-21T10:01:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const account = (email: string) =>
  row<{ id: number; password_hash: string; email_verified_at: number | null; firebase_uid: string | null; oauth_provider: string | null }>(
    'SELECT id, password_hash, email_verified_at, firebase_uid, oauth_provider FROM users WHERE email_key = ?',
    email.toLowerCase(),
  );
const providersOf = async (id: number) =>
  (await row<{ names: string | null }>('SELECT group_concat(provider) AS names FROM user_auth_providers WHERE user_id = ?', id))?.names ??
  '';
const mailTo = (email: string, template: string) =>
  row<{ message_id: string }>('SELECT message_id FROM outbox WHERE to_address = ? AND template = ?', email, template);

describe('a new provider sign-in', () => {
  test.each(['google', 'facebook', 'apple'] as const)('from %s gets an account, a session and a welcome mail', async (provider) => {
    const person = stranger({ provider });
    const { client, answer } = await signInAs(person);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.user).toMatchObject({
      email: person.email,
      emailVerified: true,
      firstName: 'Strider of the',
      lastName: 'North',
      username: null,
      role: 'free',
      tokenBalance: 0,
      oauthProvider: provider,
    });
    expect((await client.get('/api/user')).status).toBe(200);
    expect((await new Client().bearer(answer.body.token).get('/api/user')).body.email).toBe(person.email);
    const made = await account(person.email);
    expect(made?.password_hash).toBe('!');
    expect(await providersOf(made?.id ?? 0)).toBe(provider);
    expect(await mailTo(person.email, 'welcome')).not.toBeNull();
  });

  test('with an address that the provider did not verify has to verify it here', async () => {
    const person = stranger({ provider: 'facebook', isEmailVerified: false });
    const { answer } = await signInAs(person);
    expect(answer.body.user.emailVerified).toBe(false);
    const mail = await mailTo(person.email, 'welcome');
    const verified = await new Client().post('/api/verify-email', { token: await tokenInMail(mail?.message_id ?? '') });
    expect(verified.status).toBe(200);
    expect((await account(person.email))?.email_verified_at).not.toBeNull();
  });

  test('with a referral code is recorded as a referral', async () => {
    const host = await newMember();
    const person = stranger();
    const answer = await exchange(new Client(), await tokenFor(person), { ref: host.user.referralCode.toLowerCase() });
    expect(answer.body.user.referredById).toBe(host.id);
  });

  test('repeated concurrently creates one account', async () => {
    const person = stranger();
    const token = await tokenFor(person);
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(new Client(), token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await row('SELECT count(*) AS n FROM users WHERE email = ?', person.email)).toEqual({ n: 1 });
    expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1);
  });
});

describe('a known provider identity', () => {
  test('opens the same account, also after a change of address here', async () => {
    const person = stranger();
    const first = await signInAs(person);
    const email = `elsewhere-${person.email}`;
    await first.client.patch('/api/user', { email });
    const token = await tokenInMail((await mailTo(email, 'confirm_email_change'))?.message_id ?? '');
    expect((await new Client().post('/api/confirm-email-change', { token })).status).toBe(200);
    const again = await signInAs(person);
    expect(again.answer.body.user.id).toBe(first.answer.body.user.id);
    expect(again.answer.body.user.email).toBe(email);
  });

  test('is recognized by the provider’s own subject when Firebase assigns a new id', async () => {
    const person = stranger();
    const first = await signInAs(person);
    const again = await exchange(new Client(), await tokenFor(person, { sub: 'another-uid' }));
    expect(again.body.user.id).toBe(first.answer.body.user.id);
    expect((await account(person.email))?.firebase_uid).toBe('another-uid');
  });

  test('can be used with a second provider of the same person', async () => {
    const person = stranger();
    const { answer } = await signInAs(person);
    const second = await signInAs({ ...person, provider: 'apple' });
    expect(second.answer.body.user.id).toBe(answer.body.user.id);
    expect(await providersOf(answer.body.user.id)).toBe('apple,google');
  });

  test('is rejected with a sign-in from before “sign out everywhere”', async () => {
    const person = stranger();
    const { client } = await signInAs(person);
    const token = await tokenFor(person);
    advanceClock(5);
    await client.post('/api/sign-out-everywhere');
    expectError(await exchange(new Client(), token), 401, 'identity_outdated');
    advanceClock(5);
    expect((await signInAs(person)).answer.status).toBe(200);
  });

  test('is rejected with a sign-in from before a password change', async () => {
    const member = await newMember();
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
    const person = stranger({ email: member.email });
    await signInAs(person);
    const token = await tokenFor(person);
    advanceClock(5);
    const changed = { currentPassword: member.password, newPassword: 'changed-pass-1' };
    expect((await member.client.post('/api/change-password', changed)).status).toBe(200);
    expectError(await exchange(new Client(), token), 401, 'identity_outdated');
    advanceClock(5);
    expect((await signInAs(person)).answer.body.user.id).toBe(member.id);
  });

  test('of a member who is leaving is rejected with that reason', async () => {
    const person = stranger();
    const { answer } = await signInAs(person);
    await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', answer.body.user.id);
    expectError((await signInAs(person)).answer, 409, 'email_being_deleted');
  });
});

describe('a provider identity with the address of a password account', () => {
  test('is linked when both have verified the address, and the member is notified', async () => {
    const member = await newMember();
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
    const { answer } = await signInAs(stranger({ email: member.email.toUpperCase() }));
    expect(answer.body.user.id).toBe(member.id);
    expect(await mailTo(member.email, 'provider_linked')).not.toBeNull();
    expect((await member.client.get('/api/user')).status).toBe(200);
    expect((await new Client().post('/api/login', { email: member.email, password: member.password })).status).toBe(200);
  });

  test('is not linked when the provider has not verified it; nothing is written', async () => {
    const member = await newMember();
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
    const { answer } = await signInAs(stranger({ provider: 'facebook', email: member.email, isEmailVerified: false }));
    expect(expectError(answer, 409, 'provider_conflict').message).toBe('This email is already associated with a different provider.');
    expect(await providersOf(member.id)).toBe('');
  });

  test('is not linked to a second identity of the same provider', async () => {
    const person = stranger();
    await signInAs(person);
    const other = await tokenFor(person, {
      sub: 'other-uid',
      firebase: { sign_in_provider: 'google.com', identities: { 'google.com': ['other-subject'] } },
    });
    expectError(await exchange(new Client(), other), 409, 'provider_conflict');
  });
});

describe('the Firebase id of an address that the member gave up', () => {
  const recreated = { sign_in_provider: 'google.com', identities: { 'google.com': ['recreated-subject'] } };

  test.each([
    ['another provider', { sub: 'uid-of-the-address' }, 'apple'],
    ['a recreated identity', { sub: 'uid-of-the-address', firebase: recreated }, 'google'],
  ] as const)('does not open the account through %s', async (_, claims, provider) => {
    const member = await newMember();
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
    const former = stranger({ email: member.email });
    await exchange(new Client(), await tokenFor(former, { sub: claims.sub }));
    const email = `new-${former.email}`;
    expect((await member.client.patch('/api/user', { email, currentPassword: member.password })).status).toBe(200);
    const token = await tokenInMail((await mailTo(email, 'confirm_email_change'))?.message_id ?? '');
    expect((await new Client().post('/api/confirm-email-change', { token })).status).toBe(200);
    // The member signs in with the linked identity, whose address is the former one.
    expect((await exchange(new Client(), await tokenFor(former, { sub: claims.sub }))).body.user.id).toBe(member.id);
    advanceClock(undoEmailChangeTtlSeconds + 60);

    const holder = await exchange(new Client(), await tokenFor({ ...former, provider }, claims));
    expect(holder.status, JSON.stringify(holder.body)).toBe(200);
    expect(holder.body.user).toMatchObject({ email: former.email, tokenBalance: 0 });
    expect(holder.body.user.id).not.toBe(member.id);
    expect(await providersOf(member.id)).toBe('google');
    expect((await account(email))?.firebase_uid).toBeNull();
    expect((await account(former.email))?.firebase_uid).toBe(claims.sub);
    // The member's own identity still opens the account, and takes nothing from the other one.
    expect((await exchange(new Client(), await tokenFor(former, { sub: claims.sub }))).body.user.id).toBe(member.id);
    expect((await account(former.email))?.firebase_uid).toBe(claims.sub);
  });
});

describe('a provider identity that was removed from the account', () => {
  test('is not linked again by email, also through a new Firebase id, until the browser is signed in to the account', async () => {
    const member = await newMember();
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
    const intruder = stranger({ email: member.email });
    await signInAs(intruder);
    expect((await member.client.call('DELETE', '/api/sign-in-providers/google')).status).toBe(200);
    expectError((await signInAs(intruder)).answer, 409, 'provider_removed');
    const apple = await signInAs({ ...intruder, provider: 'apple' });
    expect(apple.answer.body.user.id).toBe(member.id);
    expectError((await signInAs(intruder)).answer, 409, 'provider_removed');
    expect(await providersOf(member.id)).toBe('apple');

    const exchangeIn = async ({ client }: { client: Client }) =>
      client.post('/api/auth/token', { idToken: await tokenFor(intruder) }, { 'Sec-Fetch-Site': 'same-origin' });
    expectError(await exchangeIn(await newMember()), 409, 'provider_removed');
    expect((await exchangeIn(member)).status).toBe(200);
    expect(await providersOf(member.id)).toBe('apple,google');
    expect((await signInAs(intruder)).answer.status).toBe(200);
  });

  test('by a link in an alert is not linked again either', async () => {
    const member = await newMember();
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
    const intruder = stranger({ email: member.email });
    await signInAs(intruder);
    const token = await tokenInMail((await mailTo(member.email, 'provider_linked'))?.message_id ?? '');
    expect((await new Client().post('/api/secure-account', { token })).status).toBe(200);
    advanceClock(5);
    expectError((await signInAs(intruder)).answer, 409, 'provider_removed');
  });
});

describe('a provider identity with an address that another account has not verified', () => {
  test('takes the account over and voids its password, sessions, links and providers', async () => {
    const victim = stranger();
    const attacker = await newMember({ email: victim.email });
    const welcome = await tokenInMail((await mailTo(victim.email, 'welcome'))?.message_id ?? '');
    const { answer } = await signInAs(victim);
    expect(answer.status).toBe(200);
    expect(answer.body.user.id).toBe(attacker.id);
    expect(answer.body.user.emailVerified).toBe(true);
    expectError(await attacker.client.get('/api/user'), 401);
    expectError(await new Client().bearer(attacker.user.token).get('/api/user'), 401);
    expectError(await new Client().post('/api/login', { email: victim.email, password: attacker.password }), 401, 'wrong_credentials');
    expect((await new Client().post('/api/verify-email', { token: welcome })).status).toBe(200);
    expect(await mailTo(victim.email, 'account_taken_over')).not.toBeNull();
  });

  test('keeps the account’s username, drops its delivery address and referrer, and sets the identity’s names', async () => {
    const victim = stranger();
    const host = await newMember();
    const attacker = await newMember({ email: victim.email, ref: host.user.referralCode });
    await attacker.client.patch('/api/user', { phone: '555', address: '1 Den', city: 'C', state: 'S', zip: 'Z', country: 'L' });
    const { answer } = await signInAs(victim);
    expect(answer.body.user).toMatchObject({
      id: attacker.id,
      ...{ username: attacker.user.username, phone: null, address: null, city: null, state: null, zip: null, country: null },
      ...{ referredById: null, firstName: 'Strider of the', lastName: 'North', oauthProvider: 'google' },
    });
    const mail = await row<{ payload: string }>(
      "SELECT payload FROM outbox WHERE to_address = ? AND template = 'account_taken_over'",
      victim.email,
    );
    expect(JSON.parse(mail?.payload ?? '')).toMatchObject({ firstName: 'Strider of the' });
  });

  test('keeps the referrer if a commission was already earned', async () => {
    const victim = stranger();
    const host = await newMember({ role: 'premium' });
    const paying = await newMember({ email: victim.email, ref: host.user.referralCode });
    await change(
      `INSERT INTO referral_commissions (kind, referrer_id, referred_id, amount_cents, status, created_at) VALUES ('commission', ?, ?, 1000, 'pending', 1)`,
      host.id,
      paying.id,
    );
    const { answer } = await signInAs(victim);
    expect(answer.body.user).toMatchObject({ id: paying.id, referredById: host.id });
    expect(await row('SELECT count(*) AS n FROM referral_commissions WHERE referred_id = ?', paying.id)).toEqual({ n: 1 });
  });

  test('takes over even if the attacker had changed the account to it from another such address', async () => {
    const victim = stranger();
    const attacker = await newMember();
    await attacker.client.patch('/api/user', { email: victim.email });
    expect((await signInAs(victim)).answer.body.user.id).toBe(attacker.id);
    expectError(await attacker.client.get('/api/user'), 401);
    expect((await account(victim.email))?.id).toBe(attacker.id);
  });

  test('takes over even if Firebase passes the attacker’s id on to it', async () => {
    const email = stranger().email;
    const attacker = await signInAs(stranger({ provider: 'facebook', email, isEmailVerified: false }));
    const victim = await signInAs(stranger({ provider: 'google', email }));
    expect(victim.answer.status).toBe(200);
    expectError(await attacker.client.get('/api/user'), 401);
    expect(await providersOf(victim.answer.body.user.id)).toBe('google');
    advanceClock(60);
    expectError((await signInAs(stranger({ provider: 'facebook', email, isEmailVerified: false }))).answer, 409, 'provider_conflict');
  });

  test('does not open the attacker’s account after they changed its address: Firebase’s id was not theirs', async () => {
    const email = stranger().email;
    const other = await signInAs(stranger({ provider: 'facebook', email, isEmailVerified: false }));
    const own = stranger().email;
    expect((await other.client.patch('/api/user', { email: own })).body).toMatchObject({ email: own });
    const token = await tokenInMail((await mailTo(own, 'verify_email'))?.message_id ?? '');
    expect((await new Client().post('/api/verify-email', { token })).status).toBe(200);
    const owner = await signInAs(stranger({ provider: 'google', email }));
    expect(owner.answer.body.user.email).toBe(email);
    expect(owner.answer.body.user.id).not.toBe(other.answer.body.user.id);
    expect((await other.client.get('/api/user')).body.email).toBe(own);
  });

  test('taking over concurrently leaves one way to sign in', async () => {
    const victim = stranger();
    await newMember({ email: victim.email });
    const token = await tokenFor(victim);
    const answers = await Promise.all([1, 2, 3].map(() => exchange(new Client(), token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await row('SELECT count(*) AS n FROM outbox WHERE to_address = ? AND template = ?', victim.email, 'account_taken_over')).toEqual(
      {
        n: 1,
      },
    );
  });
});
