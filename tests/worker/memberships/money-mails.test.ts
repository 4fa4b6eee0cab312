/**
 * Every change to a member's payments queues an email in the same batch. Product rules: Payments and memberships; Claims, printing, email
 * and messages.
 *
 * @module-tag long
 */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AdminCommission } from '#schema/payouts/admin-payouts.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { unlimited } from '#tests/worker/support/admin/crons.ts';
import { newRedeemer } from '#tests/worker/support/certificates/redeemer.ts';
import { confirmPlacements, endMonth } from '#tests/worker/support/chests/chest-facts.ts';
import { change, newMember, type TestMember } from '#tests/worker/support/client.ts';
import { day, deliverEvents, payingMember, runJob } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { closeDispute, disputeAtStripe, intentPaidBy, refundAtStripe } from '#tests/worker/support/memberships/money-back.ts';
import { control, testCards } from '#tests/worker/support/memberships/payments.ts';
import type { Env } from '#worker/env.ts';
import { maintainCertificates } from '#worker/jobs/maintain-certificates.ts';
import { createStore } from '#worker/store/store.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Returns the emails with these templates that are queued for a member, oldest first. */
async function mailsAbout({ id }: { id: number }, ...templates: string[]): Promise<Record<string, unknown>[]> {
  const { results } = await env.DB.prepare(
    'SELECT template, payload FROM outbox WHERE user_id = ?1 AND template IN (SELECT value FROM json_each(?2)) ORDER BY id',
  )
    .bind(id, JSON.stringify(templates))
    .all<{ template: string; payload: string }>();
  return results.map(({ template, payload }) => ({ template, ...(JSON.parse(payload) as object) }));
}

describe('a member is mailed about', () => {
  test('each cancellation and each resumption', async () => {
    const { member } = await payingMember('basic');
    for (const what of ['cancel', 'cancel', 'resume', 'cancel']) await member.client.post(`/api/membership/${what}`);
    await deliverEvents(member);
    const mails = await mailsAbout(member, 'membership_cancelled', 'membership_resumed');
    expect(mails.map(({ template }) => template)).toEqual(['membership_cancelled', 'membership_resumed', 'membership_cancelled']);
    expect(mails[0]).toMatchObject({ tier: 'basic', until: expect.stringMatching(/^\d{4}-/) });
  });

  test('each refund once, however often its webhook arrives', async () => {
    const { member } = await payingMember('basic');
    const intent = await intentPaidBy(member);
    await refundAtStripe(intent, 1_500);
    for (let time = 0; time < 2; time += 1) await deliverEvents(member);
    await refundAtStripe(intent);
    await deliverEvents(member);
    await runJob();
    expect(await mailsAbout(member, 'refund')).toMatchObject([
      { amountCents: '1500', paidCents: '5000', extent: 'part' },
      { amountCents: '3500', paidCents: '5000', extent: 'full' },
    ]);
  });

  test.each(['won', 'lost'] as const)('a dispute, and that it was %s', async (outcome) => {
    const { member } = await payingMember('basic');
    const intent = await intentPaidBy(member);
    const dispute = await disputeAtStripe(intent);
    await deliverEvents(member);
    await closeDispute(dispute, outcome);
    await deliverEvents(member);
    expect((await mailsAbout(member, 'dispute_opened', 'dispute_won', 'dispute_lost')).map(({ template }) => template)).toEqual([
      'dispute_opened',
      `dispute_${outcome}`,
    ]);
  });

  test('an expired certificate once', async () => {
    const member = await newRedeemer(120);
    await member.client.post('/api/redeem-certificate', { type: 'global' });
    await change('UPDATE vacation_certificates SET activate_by = 1 WHERE user_id = ?', member.id);
    const deps = { store: createStore(env as unknown as Env), budget: unlimited, travel: null };
    const now = Math.floor(Date.now() / 1_000);
    await Promise.all([maintainCertificates(deps, now), maintainCertificates(deps, now)]);
    expect(await mailsAbout(member, 'certificate_expired')).toMatchObject([{ type: 'global', number: expect.stringMatching(/^VC-/) }]);
  });
});

describe('a member with earnings', () => {
  const commissionMails = (referrer: TestMember) => mailsAbout(referrer, 'commission_earned');

  test('is mailed about a commission once', async () => {
    const referrer = await newMember({ role: 'premium' });
    const { member } = await payingMember('premium', { ref: referrer.user.referralCode });
    await deliverEvents(member);
    await runJob();
    expect(await commissionMails(referrer)).toMatchObject([{ amountCents: '2000' }]);
  });

  test('is not mailed about keys without money', async () => {
    const referrer = await newMember();
    await payingMember('basic', { ref: referrer.user.referralCode });
    expect(await commissionMails(referrer)).toEqual([]);
  });

  test('is mailed about a held commission when it is released', async () => {
    const referrer = (await payingMember('basic', { card: testCards.good })).member;
    await payingMember('basic', { ref: referrer.user.referralCode, card: testCards.good });
    expect(await commissionMails(referrer)).toEqual([]);
    const boss = await newAdmin('super_admin');
    const path = '/api/admin/payouts/commissions';
    const [held] = (await boss.client.get<AdminCommission[]>(`${path}?member=${referrer.id}`)).body;
    expect(held?.status).toBe('held');
    expect((await boss.client.post(`${path}/${held?.id}/release`, { version: held?.version })).status).toBe(200);
    expect(await commissionMails(referrer)).toMatchObject([{ amountCents: '1000' }]);
  });

  describe('is mailed once about a commission', () => {
    const changes = async (referrer: TestMember) =>
      (await mailsAbout(referrer, 'commission_reversed', 'commission_restored')).map(
        ({ template, amountCents, wasPaid, why }) => `${template} ${amountCents} ${wasPaid} ${why}`,
      );
    const payOut = ({ id }: TestMember) =>
      change("UPDATE referral_commissions SET status = 'paid', paid_at = 1 WHERE referrer_id = ? AND status = 'pending'", id);
    async function referral(card?: string) {
      const referrer = await newMember({ role: 'basic' });
      const { member } = await payingMember('basic', { ref: referrer.user.referralCode, ...(card && { card }) });
      return { referrer, member };
    }

    test.each([81, 100])('that a refund of %i %% reverses, however often its webhook arrives', async (percent) => {
      const { referrer, member } = await referral();
      const intent = await intentPaidBy(member);
      await refundAtStripe(intent, 4_000);
      await deliverEvents(member);
      expect(await changes(referrer)).toEqual([]);
      await refundAtStripe(intent, 50 * percent - 4_000);
      for (let time = 0; time < 2; time += 1) await deliverEvents(member);
      await runJob();
      expect(await changes(referrer)).toEqual(['commission_reversed 1000 null null']);
    });

    test.each([false, true])('that a lost dispute reverses and a won appeal restores (paid out: %s)', async (isPaid) => {
      const { referrer, member } = await referral();
      if (isPaid) await payOut(referrer);
      const reversed = `commission_reversed 1000 ${isPaid ? 'yes' : 'null'} null`;
      const dispute = await disputeAtStripe(await intentPaidBy(member));
      await deliverEvents(member);
      expect(await changes(referrer)).toEqual([]);
      await closeDispute(dispute, 'lost');
      await deliverEvents(member);
      expect(await changes(referrer)).toEqual([reversed]);
      await control(`disputes/${dispute}/appeal`, { status: 'won' });
      for (let time = 0; time < 2; time += 1) await deliverEvents(member);
      expect(await changes(referrer)).toEqual([reversed, `commission_restored 1000 ${isPaid ? 'yes' : 'null'} null`]);
    });

    test('that returns on hold only when it is released', async () => {
      const { referrer, member } = await referral();
      const boss = await newAdmin('super_admin');
      const path = '/api/admin/payouts/commissions';
      const decide = async (decision: 'hold' | 'release') => {
        const [found] = (await boss.client.get<AdminCommission[]>(`${path}?member=${referrer.id}`)).body;
        const reason = decision === 'hold' ? { reason: 'Checking' } : {};
        const answer = await boss.client.post(`${path}/${found?.id}/${decision}`, { version: found?.version, ...reason });
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      };
      await decide('hold');
      const dispute = await disputeAtStripe(await intentPaidBy(member));
      await closeDispute(dispute, 'lost');
      await deliverEvents(member);
      await control(`disputes/${dispute}/appeal`, { status: 'won' });
      await deliverEvents(member);
      expect(await changes(referrer)).toEqual(['commission_reversed 1000 null null']);
      for (const decision of ['release', 'hold', 'release'] as const) await decide(decision);
      expect(await changes(referrer)).toEqual(['commission_reversed 1000 null null', 'commission_restored 1000 null null']);
    });

    test('that an administrator refuses', async () => {
      const { referrer } = await referral();
      const boss = await newAdmin('super_admin');
      const path = '/api/admin/payouts/commissions';
      const [{ id, version } = { id: 0, version: 0 }] = (await boss.client.get<AdminCommission[]>(`${path}?member=${referrer.id}`)).body;
      const refused = await boss.client.post(`${path}/${id}/refuse`, { version, reason: 'Both accounts belong to one person' });
      expect(refused.status, JSON.stringify(refused.body)).toBe(200);
      expect((await boss.client.post(`${path}/${id}/refuse`, { version, reason: 'Again' })).status).toBe(409);
      expect(await changes(referrer)).toEqual(['commission_reversed 1000 null refused']);
    });
  });

  test('is mailed about a treasure chest once, although its month is recomputed', async () => {
    const referrer = await newMember({ role: 'premium' });
    await payingMember('basic', { ref: referrer.user.referralCode });
    await confirmPlacements(referrer, 1);
    await endMonth(referrer);
    vi.setSystemTime(Date.now() - day * 1_000);
    await endMonth(referrer);
    expect(await mailsAbout(referrer, 'chest_opened')).toMatchObject([{ month: expect.stringMatching(/^\d{4}-\d\d$/) }]);
  });
});
