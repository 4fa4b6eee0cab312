/** Deleting an account: the required proof of identity, the immediate effects, and the data that remains until the account is erased. */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { DeletionResponse } from '#schema/accounts/my-data.ts';
import { accountErasureDeadlineSeconds, freshSignInSeconds } from '#schema/rules.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { exchange, signInAs, stranger, tokenFor } from '#tests/worker/support/accounts/identities.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { beforeBatch } from '#tests/worker/support/before-write.ts';
import {
  advanceClock,
  Client,
  change,
  everyRow,
  expectError,
  newCard,
  newMember,
  row,
  setClock,
  type TestMember,
  tokenInMail,
} from '#tests/worker/support/client.ts';
import { payingMember, subscriptionsAtStripe } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { confirmAtStripe, control, openCheckout, orderCards, stripe, testCards } from '#tests/worker/support/memberships/payments.ts';
import type { Env } from '#worker/env.ts';

afterEach(() => {
  vi.useRealTimers();
});

const deletion = (password?: string) => ({ confirmation: 'DELETE', ...(password !== undefined && { currentPassword: password }) });
const remove = (member: TestMember) => member.client.post<DeletionResponse>('/api/delete-account', deletion(member.password));
const requestedAt = async (id: number) =>
  (await row<{ at: number | null }>('SELECT deletion_requested_at AS at FROM users WHERE id = ?', id))?.at;
const erasureEntries = async (id: number) =>
  (await (env as unknown as Env).SESSIONS.list({ prefix: `erased:${id}:` })).keys.map(({ metadata }) => metadata);
const counting = { except: ['rate_counters'] };

test('deleting an account signs the member out everywhere and shows the date of erasure', async () => {
  setClock('2026-11-21T10:00:00Z');
  const member = await newMember();
  const { email, password } = member;
  const elsewhere = new Client();
  await elsewhere.post('/api/login', { email, password });

  const answer = await remove(member);
  expect(answer.status).toBe(200);
  expect(answer.body.erasedBy).toBe('2026-12-21T10:00:00.000Z');
  expect([...member.client.cookies.keys()]).toEqual([]);
  for (const client of [elsewhere, member.client.bearer(member.user.token)])
    expectError(await client.get('/api/user'), 401, 'not_signed_in');
  const mail = await row<{ to: string; payload: string }>(
    `SELECT to_address AS "to", payload FROM outbox WHERE user_id = ? AND template = 'account_deletion'`,
    member.id,
  );
  expect(mail?.to).toBe(email);
  expect(JSON.parse(mail?.payload ?? '')).toEqual({ firstName: 'Mem', by: answer.body.erasedBy, cancelBy: '2026-11-28T10:00:00.000Z' });
  expect(Date.parse(answer.body.erasedBy) - Date.now()).toBe(accountErasureDeadlineSeconds * 1_000);
});

test('a deleted account cannot be signed into; its email and username stay reserved until it is erased', async () => {
  const member = await newMember();
  await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
  await remove(member);
  const { email, password } = member;
  expectError(await new Client().post('/api/login', { email, password }), 401, 'wrong_credentials');
  const registration = { email: email.toUpperCase(), password, confirmPassword: password, acceptedTerms: true };
  const refused = expectError(await new Client().post('/api/register', registration), 409, 'email_being_deleted');
  expect(refused.message).toContain('within 30 days');
  expect(refused.fields).toHaveProperty('email');
  const invited = await newMember({ ref: member.user.referralCode });
  expect(invited.user.referredById).toBeNull();
});

test('an address that was never verified is free at once; its link brings the account back unless another one verified it', async () => {
  const [first, second, third] = [await newMember(), await newMember(), await newMember()];
  const linkOf = async ({ id }: TestMember) =>
    tokenInMail(
      (await row<{ id: string }>(`SELECT message_id AS id FROM outbox WHERE user_id = ? AND template = 'account_deletion'`, id))?.id ?? '',
    );
  for (const member of [first, second, third]) expect((await remove(member)).status).toBe(200);
  const [verified, squatter] = [await newMember({ email: first.email }), await newMember({ email: second.email })];
  await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', verified.id);
  const token = await linkOf(first);
  expectError(await new Client().post('/api/secure-account', { token }), 409, 'old_email_taken');
  await change('UPDATE users SET email_verified_at = NULL WHERE id = ?', verified.id);
  await change(
    `INSERT INTO payments (user_id, amount_cents, currency, description, paid_at) VALUES (?, 5000, 'usd', 'Basic', 2)`,
    verified.id,
  );
  expectError(await new Client().post('/api/secure-account', { token }), 409, 'old_email_taken');
  const keyOf = ({ id }: TestMember) => row('SELECT email_key AS email FROM users WHERE id = ?', id);
  for (const member of [second, third]) {
    expect((await new Client().post('/api/secure-account', { token: await linkOf(member) })).status).toBe(200);
    expect(await keyOf(member)).toEqual({ email: member.email });
  }
  expect(await keyOf(verified)).toEqual({ email: first.email });
  expect((await squatter.client.patch('/api/user', { email: `own-${second.email}` })).status).toBe(200);
  expect(await keyOf(squatter)).toEqual({ email: `own-${second.email}` });
  expectError(await new Client().post('/api/login', { email: second.email, password: squatter.password }), 401, 'wrong_credentials');
});

test('deleting an account voids mailed links except those that bring it back, and withdraws claims', async () => {
  const member = await newMember();
  const { id: cardId } = await newCard();
  await change(
    `INSERT INTO ownership_claims (user_id, card_id, proof_url, created_at, updated_at) VALUES (?, ?, 'https://x.test/p', 1, 1)`,
    member.id,
    cardId,
  );
  await remove(member);
  expect(await row('SELECT group_concat(purpose) AS open FROM one_time_links WHERE user_id = ? AND used_at IS NULL', member.id)).toEqual({
    open: 'secure_account',
  });
  expect(await row('SELECT status, admin_comment AS comment FROM ownership_claims WHERE user_id = ?', member.id)).toEqual({
    status: 'withdrawn',
    comment: 'Withdrawn: the member deleted their account.',
  });
});

test('deleting an account notifies its former email, which can still recover the account', async () => {
  const member = await newMember();
  const former = member.email;
  const messageTo = async (template: string) =>
    (await row<{ id: string }>('SELECT message_id AS id FROM outbox WHERE user_id = ? AND template = ?', member.id, template))?.id ?? '';
  await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
  expect((await member.client.patch('/api/user', { email: `thief-${former}` })).status).toBe(200);
  const confirm = { token: await tokenInMail(await messageTo('confirm_email_change')) };
  expect((await new Client().post('/api/confirm-email-change', confirm)).status).toBe(200);
  await remove(member);
  const entry = { requestedAt: await requestedAt(member.id) };
  expect(await erasureEntries(member.id)).toEqual([entry]);
  expect(
    await row(`SELECT count(*) AS n FROM outbox WHERE user_id = ? AND template = 'account_deletion' AND to_address = ?`, member.id, former),
  ).toEqual({ n: 1 });
  const token = await tokenInMail(await messageTo('email_change_requested'));
  expect((await new Client().post('/api/undo-email-change', { token })).status).toBe(200);
  expect(await requestedAt(member.id)).toBeNull();
  expect(await erasureEntries(member.id), 'for a restored database').toEqual([{ ...entry, cancellation: 'new_email' }]);
  // The thief who requested the deletion knows the password, so it must no longer work.
  expectError(await new Client().post('/api/login', { email: former, password: member.password }), 401, 'wrong_credentials');
  await new Client().post('/api/forgot-password', { email: former });
  const mail = await row<{ id: string }>(
    `SELECT message_id AS id FROM outbox WHERE user_id = ? AND template = 'reset_password' AND to_address = ?`,
    member.id,
    former,
  );
  const reset = { token: await tokenInMail(mail?.id ?? ''), newPassword: 'my-own-again-1' };
  expect((await new Client().post('/api/reset-password', reset)).status).toBe(200);
  expect((await new Client().post('/api/login', { email: former, password: 'my-own-again-1' })).status).toBe(200);
});

test('deleting an account puts unpaid earnings on hold', async () => {
  const member = await newMember();
  await change(
    `INSERT INTO treasure_chest_payouts (user_id, month, chest_level, amount_cents, is_premium, created_at) VALUES (?, '2026-01', 1, 200, 0, 1)`,
    member.id,
  );
  await remove(member);
  expect(await row('SELECT status, held_reason AS why FROM treasure_chest_payouts WHERE user_id = ?', member.id)).toEqual({
    status: 'held',
    why: 'member_left',
  });
});

test('deleting an account ends a granted membership', async () => {
  const member = await newMember({ role: 'premium' });
  const before = Math.floor(Date.now() / 1_000);
  await remove(member);
  expect(await row('SELECT role, membership_expires_at AS ends FROM users WHERE id = ?', member.id)).toEqual({ role: 'free', ends: null });
  const period = await row<{ ends: number }>('SELECT ends_at AS ends FROM membership_periods WHERE user_id = ?', member.id);
  expect(Math.abs((period?.ends ?? 0) - before)).toBeLessThan(5);
});

test('deleting an account first cancels its running subscription at Stripe', async () => {
  const { member } = await payingMember('basic');
  expect((await remove(member)).status).toBe(200);
  expect((await subscriptionsAtStripe(member)).map(({ status }) => status)).toEqual(['canceled']);
  expect(await row('SELECT role, stripe_subscription_id AS subscription FROM users WHERE id = ?', member.id)).toEqual({
    role: 'free',
    subscription: null,
  });
  expect(await row('SELECT status FROM subscriptions WHERE user_id = ?', member.id)).toEqual({ status: 'canceled' });
});

describe('an owner who keeps the account', () => {
  const keep = async ({ id }: TestMember) => {
    const mail = await row<{ id: string }>(`SELECT message_id AS id FROM outbox WHERE user_id = ? AND template = 'account_deletion'`, id);
    const answer = await new Client().post('/api/secure-account', { token: await tokenInMail(mail?.id ?? '') });
    expect(answer.status).toBe(200);
  };
  test('is owed again what only the deletion held', async () => {
    const [member, ...friends] = [await newMember(), await newMember(), await newMember(), await newMember()];
    await change(
      `INSERT INTO referral_commissions (referrer_id, referred_id, amount_cents, status, held_reason, created_at)
       VALUES (?1, ?2, 1000, 'pending', NULL, 1), (?1, ?3, 1000, 'held', 'dispute,member_left', 1), (?1, ?4, 1000, 'reversed', 'member_left', 1)`,
      member.id,
      ...friends.map(({ id }) => id),
    );
    await change(
      `INSERT INTO treasure_chest_payouts (user_id, month, chest_level, amount_cents, is_premium, status, held_reason, created_at)
       VALUES (?1, '2026-01', 1, 200, 0, 'pending', NULL, 1), (?1, '2026-02', 1, 200, 0, 'held', 'administrator', 1),
         (?1, '2026-03', 1, 200, 0, 'reversed', 'member_left', 1)`,
      member.id,
    );
    const held = () =>
      row(
        `SELECT (SELECT group_concat(status || ':' || coalesce(held_reason, '-')) FROM (SELECT * FROM referral_commissions WHERE referrer_id = ?1 ORDER BY id)) AS commissions,
           (SELECT group_concat(status || ':' || coalesce(held_reason, '-')) FROM (SELECT * FROM treasure_chest_payouts WHERE user_id = ?1 ORDER BY month)) AS chests`,
        member.id,
      );
    await remove(member);
    expect(await held()).toEqual({
      commissions: 'held:member_left,held:dispute,member_left,reversed:member_left',
      chests: 'held:member_left,held:administrator,reversed:member_left',
    });
    await keep(member);
    expect(await held()).toEqual({ commissions: 'pending:-,held:dispute,reversed:-', chests: 'pending:-,held:administrator,reversed:-' });
    expect(await row('SELECT net_cents AS cents, is_withheld AS isWithheld FROM payout_queue WHERE id = ?', member.id)).toEqual({
      cents: 1200,
      isWithheld: 0,
    });
  });

  const membershipRow = ({ id }: TestMember) =>
    row('SELECT role, membership_expires_at AS ends, auto_renew AS renews FROM users WHERE id = ?', id);

  test('has the rest of the paid year again, without renewal', { tags: 'long' }, async () => {
    const { member } = await payingMember('premium');
    const paid = (await membershipRow(member)) as { ends: number };
    await remove(member);
    await keep(member);
    expect(await membershipRow(member)).toEqual({ role: 'premium', ends: paid.ends, renews: 0 });
    expect((await subscriptionsAtStripe(member)).map(({ status }) => status)).toEqual(['canceled']);
    expect(await row('SELECT count(*) AS n FROM payments WHERE user_id = ? AND revoked_at IS NOT NULL', member.id)).toEqual({ n: 0 });
  });

  test.each([1, 3])('regains the rest of a membership granted for %s years', async (years) => {
    const member = await newMember();
    const { client: admin } = await newAdmin();
    for (let year = 0; year < years; year += 1) {
      const version = (await row<{ version: number }>('SELECT version FROM users WHERE id = ?', member.id))?.version;
      expect((await admin.post(`/api/admin/users/${member.id}/membership`, { tier: 'basic', version, reason: 'Thanks' })).status).toBe(200);
    }
    const granted = await membershipRow(member);
    await remove(member);
    expect(await membershipRow(member)).toMatchObject({ role: 'free', ends: null });
    await keep(member);
    expect(await membershipRow(member)).toEqual(granted);
  });

  test('regains a granted membership if the deletion is requested while the owner undoes an email change', async () => {
    const member = await newMember();
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
    const { client: admin } = await newAdmin();
    const { version } = (await row<{ version: number }>('SELECT version FROM users WHERE id = ?', member.id)) ?? {};
    await admin.post(`/api/admin/users/${member.id}/membership`, { tier: 'basic', version, reason: 'Thanks' });
    const granted = await membershipRow(member);
    expect((await member.client.patch('/api/user', { email: `thief-${member.email}` })).status).toBe(200);
    const tokenIn = async (template: string) => {
      const mail = await row<{ id: string }>('SELECT message_id AS id FROM outbox WHERE user_id = ? AND template = ?', member.id, template);
      return { token: await tokenInMail(mail?.id ?? '') };
    };
    expect((await new Client().post('/api/confirm-email-change', await tokenIn('confirm_email_change'))).status).toBe(200);
    const owner = new Client();
    const restoresEmail = (sql: string) => sql.startsWith('UPDATE users SET email = ?2, email_key = ?3, email_verified_at');
    let isRequested = false;
    owner.workerEnv = beforeBatch(env as unknown as Env, restoresEmail, async () => {
      if (!isRequested) expect((await remove(member)).status).toBe(200);
      isRequested = true;
    });
    expect((await owner.post('/api/undo-email-change', await tokenIn('email_change_requested'))).status).toBe(200);
    expect(await requestedAt(member.id)).toBeNull();
    expect(await membershipRow(member)).toEqual(granted);
    expect(await erasureEntries(member.id)).toEqual([expect.objectContaining({ cancellation: 'new_email' })]);
  });
});

test('deleting an account fails without changes while Stripe is unreachable, and works on retry', { tags: 'long' }, async () => {
  const { member } = await payingMember('premium');
  const [subscription] = await subscriptionsAtStripe(member);
  await control('faults', { match: `GET /v1/subscriptions/${subscription?.id}`, status: 500, times: 2 });
  const before = await everyRow(counting);
  const refused = expectError(await remove(member), 502, 'deletion_needs_provider');
  expect(refused.message).toContain('was not deleted');
  expect(await everyRow(counting)).toEqual(before);
  expect((await member.client.get('/api/user')).status).toBe(200);
  expect((await remove(member)).status).toBe(200);
});

test('deleting an account closes its unpaid orders, so that they can no longer be paid', async () => {
  const member = await newMember({ role: 'basic' });
  await orderCards(member.client, 3);
  const { clientSecret } = await openCheckout(member.client, 'membership', 'premium');
  expect((await remove(member)).status).toBe(200);
  expect(await row(`SELECT count(*) AS n FROM orders WHERE user_id = ? AND status <> 'cancelled'`, member.id)).toEqual({ n: 0 });
  expect(await row('SELECT count(*) AS n FROM cache_cards WHERE user_id = ?', member.id)).toEqual({ n: 0 });
  expect((await confirmAtStripe(clientSecret)).error).toBeDefined();
});

test('deleting an account also ends a membership whose payment was not yet recorded', { tags: 'long' }, async () => {
  const member = await newMember();
  const { clientSecret } = await openCheckout(member.client, 'membership', 'basic');
  expect((await confirmAtStripe(clientSecret)).status).toBe('succeeded');
  expect((await remove(member)).status).toBe(200);
  expect((await subscriptionsAtStripe(member)).map(({ status }) => status)).toEqual(['canceled']);
  expect(await row('SELECT count(*) AS n FROM payments WHERE user_id = ?', member.id)).toEqual({ n: 1 });
});

test('deleting an account cancels a payment that is pending at the bank along with its order', async () => {
  const member = await newMember({ role: 'basic' });
  const { clientSecret } = await openCheckout(member.client, 'cache-cards', '2');
  await confirmAtStripe(clientSecret, testCards.asksForAuthentication);
  expect((await remove(member)).status).toBe(200);
  const intent = await stripe.paymentIntents.retrieve(clientSecret.slice(0, clientSecret.indexOf('_secret_')));
  expect(intent.status).toBe('canceled');
});

test.each([
  ['no confirmation word', {}, 'confirmation'],
  ['a different confirmation word', { confirmation: 'delete' }, 'confirmation'],
  ['an empty password', { confirmation: 'DELETE', currentPassword: '' }, 'currentPassword'],
])('deleting an account with %s is rejected and writes nothing', async (_, body, field) => {
  const member = await newMember();
  const before = await everyRow(counting);
  const { fields } = expectError(await member.client.post('/api/delete-account', body), 400, 'invalid_input');
  expect(Object.keys(fields ?? {})).toEqual([field]);
  expect(await everyRow(counting)).toEqual(before);
});

test('deleting an account needs the right password, which cannot be guessed here', async () => {
  const member = await newMember();
  const before = await everyRow(counting);
  const missing = expectError(await member.client.post('/api/delete-account', deletion()), 400, 'password_required');
  expect(missing.fields).toHaveProperty('currentPassword');
  for (let guess = 1; guess <= 10; guess += 1) {
    const wrong = expectError(await member.client.post('/api/delete-account', deletion(`guess-${guess}`)), 400, 'wrong_current_password');
    expect(wrong.message).toBe('Current password is incorrect');
  }
  expectError(await remove(member), 429, 'too_many_logins');
  expect(await everyRow(counting)).toEqual(before);
});

test.each([
  ['20 days ago', -20 * 86_400, 403, -20 * 86_400],
  ['just now', 0, 200, 0],
  ['by a clock that is ahead', 20, 200, 0],
])('a provider sign-in of %s counts for deletion by its age', async (_, age, status, counted) => {
  setClock('2026-11-21T10:00:00Z');
  const person = stranger();
  const now = Date.now() / 1_000;
  await signInAs(person);
  const client = new Client();
  expect((await exchange(client, await tokenFor(person, { auth_time: now + age }))).status).toBe(200);
  const freshUntil = new Date((now + counted + freshSignInSeconds) * 1_000).toISOString();
  expect((await client.get('/api/preferences')).body).toMatchObject({ freshUntil });
  expect((await client.post('/api/delete-account', deletion())).status).toBe(status);
});

test('an account without a password needs a sign-in within the last 10 minutes to be deleted', async () => {
  const { id, client } = await directMember();
  advanceClock(freshSignInSeconds + 1);
  expectError(await client.post('/api/delete-account', deletion()), 403, 'sign_in_again');
  expectError(await client.post('/api/delete-account', deletion('anything')), 403, 'sign_in_again');
  expect(await requestedAt(id)).toBeNull();
  advanceClock(-freshSignInSeconds + 60);
  expect((await client.post('/api/delete-account', deletion())).status).toBe(200);
  expect(await requestedAt(id)).not.toBeNull();
});

test('each deletion request sends its email, even within a second of another that was canceled', async () => {
  setClock('2026-11-21T10:00:00Z');
  const member = await newMember();
  await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
  for (const requests of [1, 2]) {
    await member.client.post('/api/login', { email: member.email, password: member.password });
    expect((await remove(member)).status).toBe(200);
    const sql = `SELECT count(*) AS n FROM outbox WHERE user_id = ? AND template = 'account_deletion'`;
    expect(await row(sql, member.id)).toEqual({ n: requests });
    await change('UPDATE users SET deletion_requested_at = NULL WHERE id = ?', member.id);
  }
});

test('if the email changes during a deletion request, the new address gets the email, and its link restores the account with that address', async () => {
  const member = await newMember();
  const email = `new-${member.email}`;
  const client = new Client(member.client.address);
  let hasChanged = false;
  const changeEmail = async () => {
    if (hasChanged) return;
    hasChanged = true;
    await member.client.patch('/api/user', { email, currentPassword: member.password });
  };
  const workerEnv = beforeBatch(env as unknown as Env, (sql) => sql.includes('FROM stripe_events'), changeEmail);
  Object.assign(client, { cookies: new Map(member.client.cookies), workerEnv });
  expect((await client.post('/api/delete-account', deletion(member.password))).status).toBe(200);
  const mail = await row<{ id: string; to: string }>(
    `SELECT message_id AS id, to_address AS "to" FROM outbox WHERE user_id = ? AND template = 'account_deletion'`,
    member.id,
  );
  expect(mail?.to).toBe(email);
  expect((await new Client().post('/api/secure-account', { token: await tokenInMail(mail?.id ?? '') })).status).toBe(200);
  expect(await row('SELECT email, email_key AS "key" FROM users WHERE id = ?', member.id)).toEqual({ email, key: email });
});

test('20 concurrent deletion requests delete once and send one email', async () => {
  const { id, client } = await directMember();
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.post('/api/delete-account', deletion())));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 401)).toBe(true);
  expect(await row(`SELECT count(*) AS n FROM outbox WHERE user_id = ? AND template = 'account_deletion'`, id)).toEqual({ n: 1 });
});
