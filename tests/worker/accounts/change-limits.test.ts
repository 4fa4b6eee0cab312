/** Limits on a member's own changes that send an email. Product rules: Recovery. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { confirmedChangesPerMember, secondsPerDay, secondsPerHour, unconfirmedChangesPerMember } from '#schema/rules.ts';
import { advanceClock, Client, change, expectError, newMember, row, setClock } from '#tests/worker/support/client.ts';
import { payingMember } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { unusablePassword } from '#worker/security/password.ts';

beforeEach(() => setClock('2026-11-21T10:01:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const mailsTo = async (id: number, ...templates: string[]) =>
  (await row<{ n: number }>(`SELECT count(*) AS n FROM outbox WHERE user_id = ? AND template IN ('${templates.join("', '")}')`, id))?.n;

/** Counts all but one of the member's allowed changes. */
const leaveOne = (id: number, action: string, { limit, windowSeconds }: { limit: number; windowSeconds: number }) => {
  const now = Math.floor(Date.now() / 1_000);
  const start = now - (now % windowSeconds);
  return change(
    'INSERT INTO rate_counters (key, window_start, count, expires_at) VALUES (?, ?, ?, ?)',
    `${action}:member:${id}`,
    start,
    limit - 1,
    start + windowSeconds,
  );
};

test('confirmed changes are limited per hour, whatever they change, and wrong passwords do not count', async () => {
  const { client, id, password } = await newMember();
  await leaveOne(id, 'confirmed-change', confirmedChangesPerMember);
  expectError(await client.post('/api/change-password', { currentPassword: 'wrong-pass', newPassword: 'new-pass-1' }), 400);
  expect((await client.post('/api/change-password', { currentPassword: password, newPassword: 'new-pass-1' })).status).toBe(200);
  const again = { currentPassword: 'new-pass-1', newPassword: 'new-pass-2' };
  for (const refused of [
    await client.post('/api/change-password', again),
    await client.patch('/api/user', { email: 'other@members.test', currentPassword: 'new-pass-1' }),
    await client.post('/api/delete-account', { confirmation: 'DELETE', currentPassword: 'new-pass-1' }),
  ])
    expectError(refused, 429, 'too_many_requests');
  expect(await mailsTo(id, 'password_changed', 'email_change_requested', 'account_deletion')).toBe(1);
  advanceClock(secondsPerHour);
  expect((await client.post('/api/change-password', again)).status).toBe(200);
});

/** Makes the member's sessions too old to confirm a change. */
const ageSessions = (id: number) => change('UPDATE sessions SET authenticated_at = created_at - ? WHERE user_id = ?', secondsPerHour, id);

test('a resumed membership, which needs no password, counts toward a limit per day, except after a recent sign-in, and canceling always works', async () => {
  const { member } = await payingMember('basic');
  await ageSessions(member.id);
  await leaveOne(member.id, 'unconfirmed-change', unconfirmedChangesPerMember);
  const answers = [];
  for (const what of ['cancel', 'resume', 'cancel', 'resume', 'cancel'])
    answers.push((await member.client.post(`/api/membership/${what}`)).status);
  expect(answers).toEqual([200, 200, 200, 429, 200]);
  expect(await mailsTo(member.id, 'membership_cancelled', 'membership_resumed')).toBe(3);
  const fresh = new Client();
  fresh.token = (await new Client().post<{ token: string }>('/api/login', { email: member.email, password: member.password })).body.token;
  expect((await fresh.post('/api/membership/resume')).status).toBe(200);
  expect((await fresh.post('/api/membership/cancel')).status).toBe(200);
  advanceClock(secondsPerDay);
  expect((await member.client.post('/api/membership/resume')).status).toBe(200);
});

test('an address changed in a session counts toward the limit per day; with the password, it can still be changed', async () => {
  const { client, id, password } = await newMember();
  await change(`UPDATE users SET email_verified_at = 1 WHERE id = ?`, id);
  await ageSessions(id);
  const address = (street: string, currentPassword?: string) =>
    client.patch('/api/user', { address: street, ...(currentPassword && { currentPassword }) });
  expect((await address('1 Mill Lane')).status).toBe(200);
  await leaveOne(id, 'unconfirmed-change', unconfirmedChangesPerMember);
  expect((await address('2 Mill Lane')).status).toBe(200);
  expectError(await address('3 Mill Lane'), 429, 'too_many_requests');
  expect((await address('3 Mill Lane', password)).status).toBe(200);
});

test('a password sent for an account that has none confirms nothing', async () => {
  const { client, id } = await newMember();
  await change(`UPDATE users SET email_verified_at = 1, password_hash = ? WHERE id = ?`, unusablePassword, id);
  await ageSessions(id);
  const address = (street: string) => client.patch('/api/user', { address: street, currentPassword: 'anything' });
  expect((await address('1 Mill Lane')).status).toBe(200);
  await leaveOne(id, 'unconfirmed-change', unconfirmedChangesPerMember);
  expect((await address('2 Mill Lane')).status).toBe(200);
  expectError(await address('3 Mill Lane'), 429, 'too_many_requests');
});
