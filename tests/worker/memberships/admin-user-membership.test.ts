/** Memberships granted by administrators: a year without Stripe that can be extended, ended, or replaced by a paid membership. */
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { Client, change, expectError, newMember, row, setClock, type TestMember } from '#tests/worker/support/client.ts';
import {
  membershipOf,
  payingMember,
  periodsOf,
  runJob,
  subscriptionsAtStripe,
} from '#tests/worker/support/memberships/member-at-stripe.ts';
import { confirmAtStripe, openCheckout } from '#tests/worker/support/memberships/payments.ts';

let boss: TestAdmin;
const noon = '2026-11-21T12:00:00.000Z';
const inYears = (years: number) => `${2026 + years}-11-21T12:00:00.000Z`;

beforeAll(async () => {
  setClock(noon);
  boss = await newAdmin();
});
afterEach(() => vi.useRealTimers());

const versionOf = async ({ id }: TestMember) =>
  (await row<{ version: number }>('SELECT version FROM users WHERE id = ?', id))?.version ?? 0;
async function grant(member: TestMember, tier: string, { version, client = boss.client }: { version?: number; client?: Client } = {}) {
  const body = { tier, reason: 'For the festival', version: version ?? (await versionOf(member)) };
  return client.post<AdminUserDetails>(`/api/admin/users/${member.id}/membership`, body);
}
async function end(member: TestMember) {
  const body = { reason: 'A mistake', version: await versionOf(member) };
  return boss.client.post<AdminUserDetails>(`/api/admin/users/${member.id}/membership/end`, body);
}
const mailsOf = async ({ id }: TestMember) =>
  (
    await row<{ templates: string | null }>(
      `SELECT group_concat(template) AS templates FROM outbox WHERE user_id = ? AND template LIKE 'membership%'`,
      id,
    )
  )?.templates;
const auditOf = ({ id }: TestMember) =>
  row<{ action: string; before: string; after: string; reason: string }>(
    'SELECT * FROM audit_log WHERE user_id = ? ORDER BY id DESC LIMIT 1',
    id,
  );

async function atNoon() {
  setClock(noon);
  boss = await newAdmin();
  return newMember();
}

describe('a membership grant', () => {
  test('makes a free member premium for a year, without Stripe, commission or keys', async () => {
    setClock(noon);
    const referrer = await newMember({ role: 'premium' });
    const member = await newMember({ ref: referrer.user.referralCode });
    const answer = await grant(member, 'premium');
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.membership).toEqual({
      tier: 'premium',
      state: 'granted',
      paidUntil: inYears(1),
      graceUntil: null,
      yearlyPrice: null,
      renewalAmount: null,
      dispute: null,
    });
    expect(answer.body.profile.autoRenew).toBe(false);
    expect(await membershipOf(member)).toMatchObject({ tier: 'premium', state: 'granted' });
    const nothing = await row(
      `SELECT (SELECT count(*) FROM referral_commissions WHERE referred_id = ?1) + (SELECT count(*) FROM key_events WHERE user_id IN (?1, ?2))
         + (SELECT count(*) FROM payments WHERE user_id = ?1) + (SELECT count(*) FROM orders WHERE user_id = ?1) AS count`,
      member.id,
      referrer.id,
    );
    expect(nothing).toEqual({ count: 0 });
    expect(await row('SELECT source, tier FROM membership_periods WHERE user_id = ?', member.id)).toEqual({
      source: 'grant',
      tier: 'premium',
    });
    expect(await mailsOf(member)).toBe('membership_granted');
    const audit = await auditOf(member);
    expect(audit).toMatchObject({ action: 'membership.grant', reason: 'For the festival' });
    expect(JSON.parse(audit?.before ?? '')).toEqual({ role: 'free', membershipExpiresAt: null });
    expect(JSON.parse(audit?.after ?? '')).toEqual({ role: 'premium', membershipExpiresAt: inYears(1) });
  });

  test('of the same tier adds a year', async () => {
    const member = await atNoon();
    await grant(member, 'basic');
    expect((await grant(member, 'basic')).body.membership.paidUntil).toBe(inYears(2));
    expect(await periodsOf(member)).toHaveLength(1);
  });

  test('for a higher tier begins now, and the previous grant continues afterward', async () => {
    const member = await atNoon();
    await grant(member, 'basic');
    await grant(member, 'basic');
    expect((await grant(member, 'premium')).body.membership).toMatchObject({ tier: 'premium', paidUntil: inYears(1) });
    setClock('2027-11-21T12:00:01.000Z');
    await runJob();
    expect(await row('SELECT role FROM users WHERE id = ?', member.id)).toEqual({ role: 'basic' });
    setClock('2028-11-21T12:00:01.000Z');
    await runJob();
    expect(await row('SELECT role, auto_renew FROM users WHERE id = ?', member.id)).toEqual({ role: 'free', auto_renew: 1 });
    expect(await mailsOf(member)).toMatch(/membership_ended$/);
  });

  test('of a lower tier is rejected', async () => {
    const member = await atNoon();
    await grant(member, 'premium');
    expectError(await grant(member, 'basic'), 409, 'better_grant_active');
  });

  test('is given once when requested concurrently or retried', async () => {
    const member = await atNoon();
    const version = await versionOf(member);
    const answers = await Promise.all([1, 2, 3, 4].map(() => grant(member, 'basic', { version })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expectError(await grant(member, 'basic', { version }), 409, 'changed_meanwhile');
    expect((await membershipOf(member)).paidUntil).toBe(inYears(1));
    expect(await row('SELECT count(*) AS count FROM audit_log WHERE user_id = ?', member.id)).toEqual({ count: 1 });
  });

  test('can be ended: the member is free at once and is notified', async () => {
    const member = await atNoon();
    await grant(member, 'premium');
    const answer = await end(member);
    expect(answer.body.membership).toMatchObject({ tier: 'free', state: 'free' });
    expect(await mailsOf(member)).toBe('membership_granted,membership_ended');
    expect(await auditOf(member)).toMatchObject({ action: 'membership.end_grant', reason: 'A mistake' });
    expectError(await end(member), 409, 'no_grant');
    expect((await grant(member, 'basic')).body.membership.tier).toBe('basic');
  });

  test('is rejected for an unknown member and for one who is leaving', async () => {
    const member = await atNoon();
    await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', member.id);
    expectError(await grant(member, 'basic'), 409, 'member_leaving');
    expectError(
      await boss.client.post('/api/admin/users/999999/membership', { tier: 'basic', reason: 'x', version: 1 }),
      404,
      'member_not_found',
    );
  });

  test.each([
    [{ tier: 'free', reason: 'x', version: 1 }, 'tier'],
    [{ tier: 'basic', reason: ' ', version: 1 }, 'reason'],
    [{ tier: 'basic', reason: 'x' }, 'version'],
  ])('rejects %j', async (body, field) => {
    const member = await atNoon();
    expect(expectError(await boss.client.post(`/api/admin/users/${member.id}/membership`, body), 400).fields).toHaveProperty(field);
  });
});

describe('a membership grant and payments', () => {
  test('no grant is possible while a subscription runs', async () => {
    const { member } = await payingMember('basic');
    boss = await newAdmin();
    expectError(await grant(member, 'premium'), 409, 'subscription_active');
    expectError(await end(member), 409, 'no_grant');
    expect(await row(`SELECT count(*) AS count FROM membership_periods WHERE user_id = ? AND source = 'grant'`, member.id)).toEqual({
      count: 0,
    });
  });

  test('an unpaid order of the granted tier can no longer be paid', async () => {
    boss = await newAdmin();
    const member = await newMember();
    const { clientSecret } = await openCheckout(member.client, 'membership', 'basic');
    expect((await grant(member, 'basic')).status).toBe(200);
    expect((await confirmAtStripe(clientSecret)).status).not.toBe('succeeded');
    expect(await row('SELECT status FROM orders WHERE user_id = ?', member.id)).toEqual({ status: 'cancelled' });
    expect((await subscriptionsAtStripe(member)).map(({ status }) => status)).not.toContain('active');
  });

  test('an order paid but not yet recorded takes precedence: nothing is granted', async () => {
    boss = await newAdmin();
    const member = await newMember();
    const { clientSecret } = await openCheckout(member.client, 'membership', 'basic');
    expect((await confirmAtStripe(clientSecret)).status).toBe('succeeded');
    // Uses a client without the audit check because this call records what Stripe reports rather than an action by the administrator.
    expectError(await grant(member, 'basic', { client: new Client().bearer(boss.client.token ?? '') }), 409, 'subscription_active');
    expect(await membershipOf(member)).toMatchObject({ tier: 'basic', state: 'active' });
  });

  test('an unpaid order of a higher tier stays open', async () => {
    boss = await newAdmin();
    const member = await newMember();
    await openCheckout(member.client, 'membership', 'premium');
    expect((await grant(member, 'basic')).status).toBe(200);
    expect(await row('SELECT status FROM orders WHERE user_id = ?', member.id)).toEqual({ status: 'open' });
  });
});
