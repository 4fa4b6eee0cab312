/** A member keeps the paid year if a deletion, or its cancellation, fails halfway. Product rules: A member's own data. */
import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import { referralCommissionCents, renewalGraceSeconds, secondsPerDay } from '#schema/rules.ts';
import { keyRow } from '#tests/support/tokens/ledger-rows.ts';
import { linkIn } from '#tests/worker/support/accounts/mailed-links.ts';
import { beforeBatch } from '#tests/worker/support/before-write.ts';
import { confirmPlacements, endMonth } from '#tests/worker/support/chests/chest-facts.ts';
import { advanceClock, Client, change, newMember, row } from '#tests/worker/support/client.ts';
import {
  deliverEvents,
  liveAtStripe,
  moveClockTo,
  passTime,
  payingMember,
  runJob,
  timeOf,
} from '#tests/worker/support/memberships/member-at-stripe.ts';
import { buy, control } from '#tests/worker/support/memberships/payments.ts';
import { getLastSecond, utcMonth } from '#worker/domain/chests/months.ts';
import type { Env } from '#worker/env.ts';

const outage = new Error('D1_ERROR: Network connection lost.');
const otherPassword = 'another-pass-1';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function paidMember() {
  const { member } = await payingMember('premium');
  await change('UPDATE users SET email_verified_at = created_at WHERE id = ?', member.id);
  const { expiresAt } = await membershipOf(member.id);
  await passTime(member, secondsPerDay);
  return { ...member, expiresAt };
}

async function membershipOf(id: number) {
  const sql = `SELECT role, membership_expires_at AS expiresAt, deletion_requested_at IS NOT NULL AS leaves, membership_lost_at AS lostAt
    FROM users WHERE id = ?`;
  return (await row<{ role: string; expiresAt: number; leaves: 0 | 1; lostAt: number | null }>(sql, id)) ?? expect.fail('No such member');
}

const remove = (client: Client, password: string) =>
  client.post('/api/delete-account', { confirmation: 'DELETE', currentPassword: password });

/**
 * Returns an environment that runs `interfere` before each of the first `times` batches containing a matching statement. By default, `interfere`
 * rejects, so the batch fails.
 */
function withInterference(matches: RegExp, times: number, interfere = async (): Promise<void> => Promise.reject(outage)): Env {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let left = times;
  return beforeBatch(
    env as unknown as Env,
    (sql) => matches.test(sql),
    async () => {
      left -= 1;
      if (left >= 0) await interfere();
    },
  );
}

const endedMails = (id: number) =>
  row(`SELECT group_concat(status) AS statuses FROM outbox WHERE user_id = ? AND template = 'membership_ended'`, id);

const requestsDeletion = /SET deletion_requested_at/;
const restoresYears = /INTO membership_periods/;

test.each([
  'an error',
  'a password change',
  'concurrent account changes',
])('a deletion stopped by %s does not cost the paid year', async (how) => {
  const member = await paidMember();
  const owner = new Client('198.51.100.7');
  await owner.post('/api/login', { email: member.email, password: member.password });
  const changePassword = async () => {
    const passwords = { currentPassword: member.password, newPassword: otherPassword };
    expect((await owner.post('/api/change-password', passwords)).status).toBe(200);
  };
  const changeAccount = () => change('UPDATE users SET version = version + 1 WHERE id = ?', member.id);
  member.client.workerEnv =
    how === 'an error'
      ? withInterference(requestsDeletion, 1)
      : how === 'concurrent account changes'
        ? withInterference(requestsDeletion, 3, changeAccount)
        : withInterference(requestsDeletion, 1, changePassword);
  expect((await remove(member.client, member.password)).status).toBeGreaterThanOrEqual(400);
  expect(await membershipOf(member.id)).toMatchObject({ role: 'premium', expiresAt: member.expiresAt, leaves: 0 });
  advanceClock(3_600);
  await runJob();
  expect(await membershipOf(member.id)).toEqual({ role: 'premium', expiresAt: member.expiresAt, leaves: 0, lostAt: null });
  expect(await endedMails(member.id)).toEqual({ statuses: 'dropped' });
});

test('a canceled deletion costs neither the month’s chest nor a commission', async () => {
  const { member: referrer } = await payingMember('premium');
  await change('UPDATE users SET email_verified_at = created_at WHERE id = ?', referrer.id);
  await change(keyRow('referral', { user: referrer.id, amount: 5, subject: referrer.id + 7, at: Math.floor(Date.now() / 1_000) }));
  await confirmPlacements(referrer, 5);
  // The month must end before the deletion can no longer be canceled.
  await moveClockTo(referrer, getLastSecond(utcMonth(await timeOf(referrer))) - secondsPerDay);
  const friend = await newMember({ ref: referrer.user.referralCode });
  expect((await remove(referrer.client, referrer.password)).status).toBe(200);
  await buy(friend.client, 'membership', 'premium');
  await endMonth();
  advanceClock(2 * secondsPerDay);
  expect((await new Client().post('/api/secure-account', { token: await linkIn(referrer.email, 'account_deletion') })).status).toBe(200);
  advanceClock(renewalGraceSeconds + secondsPerDay);
  await runJob();
  const { premium } = referralCommissionCents.premium;
  expect(await row('SELECT amount_cents AS cents FROM referral_commissions WHERE referred_id = ?', friend.id)).toEqual({ cents: premium });
  expect(await row('SELECT count(*) AS n FROM treasure_chest_payouts WHERE user_id = ?', referrer.id)).toEqual({ n: 1 });
});

test('the job restores the year if the failed request could not restore it', async () => {
  const member = await paidMember();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let isDown = false;
  const downFromRequest = (sql: string) => {
    isDown ||= requestsDeletion.test(sql);
    return isDown;
  };
  member.client.workerEnv = beforeBatch(env as unknown as Env, downFromRequest, () => Promise.reject(outage));
  expect((await remove(member.client, member.password)).status).toBe(500);
  expect(await membershipOf(member.id)).toMatchObject({ role: 'free', leaves: 0 });
  advanceClock(3_600);
  await runJob();
  expect(await membershipOf(member.id)).toEqual({ role: 'premium', expiresAt: member.expiresAt, leaves: 0, lostAt: null });
});

test('the job completes a cancellation that failed after its first write', async () => {
  const member = await paidMember();
  expect((await remove(member.client, member.password)).status).toBe(200);
  advanceClock(60);
  const client = new Client();
  client.workerEnv = withInterference(restoresYears, 1);
  expect((await client.post('/api/secure-account', { token: await linkIn(member.email, 'account_deletion') })).status).toBe(200);
  expect(await membershipOf(member.id)).toMatchObject({ role: 'free', leaves: 0 });
  advanceClock(3_600);
  await runJob();
  expect(await membershipOf(member.id)).toEqual({ role: 'premium', expiresAt: member.expiresAt, leaves: 0, lostAt: null });
});

test('the job records which request was canceled even if an earlier deletion had failed', async () => {
  const member = await paidMember();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  member.client.workerEnv = beforeBatch(
    env as unknown as Env,
    (sql) => requestsDeletion.test(sql) || restoresYears.test(sql),
    () => Promise.reject(outage),
  );
  expect((await remove(member.client, member.password)).status).toBe(500);
  advanceClock(120);
  member.client.workerEnv = env as unknown as Env;
  expect((await remove(member.client, member.password)).status).toBe(200);
  const requestedAt = Math.floor(Date.now() / 1_000);
  expect((await membershipOf(member.id)).lostAt).toBe(requestedAt - 120);
  advanceClock(60);
  const client = new Client();
  client.workerEnv = withInterference(restoresYears, 1);
  expect((await client.post('/api/secure-account', { token: await linkIn(member.email, 'account_deletion') })).status).toBe(200);
  advanceClock(3_600);
  await runJob();
  expect(await membershipOf(member.id)).toMatchObject({ role: 'premium', expiresAt: member.expiresAt, lostAt: null });
  const { keys } = await (env as unknown as Env).SESSIONS.list({ prefix: `erased:${member.id}:` });
  expect(keys.map(({ metadata }) => metadata)).toMatchObject([{ requestedAt, cancellation: 'new_email' }]);
});

test('a year that Stripe ended although its answer was lost is restored', { tags: 'long' }, async () => {
  const member = await paidMember();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { id } = await liveAtStripe(member);
  await control('faults', { match: `DELETE /v1/subscriptions/${id}`, dropAfter: true, times: 6 });
  expect((await remove(member.client, member.password)).status).toBe(502);
  await control('faults', {}, 'DELETE');
  await deliverEvents(member);
  advanceClock(3_600);
  await runJob();
  expect(await membershipOf(member.id)).toEqual({ role: 'premium', expiresAt: member.expiresAt, leaves: 0, lostAt: null });
});
