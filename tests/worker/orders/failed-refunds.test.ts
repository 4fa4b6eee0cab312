/**
 * A refund that Stripe reported as successful fails at the bank days later. We either restore the purchase or owe the member the amount
 * outside Stripe. Product rules: Payments and memberships.
 */
import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { System } from '#schema/admin/system.ts';
import type { AdminOrderPage } from '#schema/orders/admin-orders.ts';
import type { DuePayout, PayResponse } from '#schema/payouts/admin-payouts.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { change, newMember, row, signInAgain, type TestMember } from '#tests/worker/support/client.ts';
import {
  day,
  deliverEvents,
  membershipOf,
  passTime,
  payingMember,
  paymentsOf,
  runJob,
  seconds,
} from '#tests/worker/support/memberships/member-at-stripe.ts';
import { closeDispute, disputeAtStripe, intentPaidBy, refundAtStripe } from '#tests/worker/support/memberships/money-back.ts';
import { buy, control, customerOf, testCards } from '#tests/worker/support/memberships/payments.ts';
import { earningsOf } from '#tests/worker/support/payouts/owed.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await newAdmin('super_admin');
});
afterEach(() => {
  vi.useRealTimers();
});

const card = testCards.refundFails;
const orderIdOf = async ({ id }: TestMember) =>
  (await row<{ id: number }>('SELECT max(id) AS id FROM orders WHERE user_id = ?', id))?.id ?? 0;
const orderOf = async (member: TestMember) => (await admin.client.get<AdminOrderPage>(`/api/admin/orders/${await orderIdOf(member)}`)).body;

async function refund(member: TestMember, amount?: number) {
  const { id, payments } = await orderOf(member);
  const [payment] = payments;
  return admin.client.post<AdminOrderPage>(`/api/admin/orders/${id}/refunds`, {
    paymentId: payment?.id,
    refunded: payment?.refunded,
    amount: amount ?? payment?.refundable,
    reason: 'requested_by_customer',
    note: 'They asked for it',
  });
}

/** Advances the clock past the day on which the bank returns the refund, and signs the administrator in again. */
async function letRefundFail(member: TestMember): Promise<void> {
  await passTime(member, 8 * day);
  admin = await newAdmin('super_admin');
  await deliverEvents(member);
}

async function signedIn(member: TestMember): Promise<TestMember> {
  await signInAgain(member);
  return member;
}

const mailsOf = async ({ id }: TestMember, template: string) => {
  const found = await row<{ n: number; payload: string }>(
    'SELECT count(*) AS n, max(payload) AS payload FROM outbox WHERE user_id = ? AND template = ?',
    id,
    template,
  );
  return { n: found?.n, ...(JSON.parse(found?.payload ?? '{}') as Record<string, string | null>) };
};
const owedTo = async ({ id }: TestMember) =>
  (await admin.client.get<System>('/api/admin/system')).body.events.oldest.filter(({ about }) => about?.includes(`member ${id},`));

describe('a refund that fails at the bank', () => {
  test('restores the membership until the end of the paid year, and says so', async () => {
    const referrer = await newMember({ role: 'basic' });
    const { member, ends } = await payingMember('basic', { card, ref: referrer.user.referralCode });
    await refund(member);
    expect(await membershipOf(member)).toMatchObject({ tier: 'free' });
    await letRefundFail(member);
    expect(await orderOf(member)).toMatchObject({
      status: 'paid',
      refunded: 0,
      refunds: [{ state: 'failed' }],
      payments: [{ refunded: 0 }],
    });
    const { tier, state, paidUntil } = await membershipOf(member);
    expect([tier, state, seconds(paidUntil)]).toEqual(['basic', 'granted', ends]);
    expect(await row('SELECT status FROM referral_commissions WHERE referred_id = ?', member.id)).toEqual({ status: 'pending' });
    expect(await row('SELECT treasure_keys AS keys FROM users WHERE id = ?', referrer.id)).toEqual({ keys: 1 });
    expect(await mailsOf(member, 'refund_failed')).toMatchObject({ n: 1, amountCents: '5000', outcome: 'until' });
    expect(await owedTo(member)).toEqual([]);
    await deliverEvents(member);
    await runJob();
    expect(await mailsOf(member, 'refund_failed')).toMatchObject({ n: 1 });
  });

  test('restores cards with their earnings, even if the refund was issued in Stripe', async () => {
    const owner = await newMember({ role: 'basic' });
    await buy(owner.client, 'cache-cards', '2', card);
    await refundAtStripe(await intentPaidBy(owner));
    await deliverEvents(owner);
    expect(await orderOf(owner)).toMatchObject({ status: 'refunded', refunded: 200 });
    await letRefundFail(owner);
    expect(await orderOf(owner)).toMatchObject({ status: 'paid', refunded: 0, cards: [{ status: 'ordered' }, { status: 'ordered' }] });
    expect(await mailsOf(owner, 'refund_failed')).toMatchObject({ n: 1, amountCents: '200', outcome: 'back' });
    expect(await owedTo(owner)).toEqual([]);
  });

  test('restores a second time if the repeated refund fails, too', { tags: 'long' }, async () => {
    const { member, ends } = await payingMember('basic', { card });
    for (const failures of [1, 2]) {
      await refund(member);
      expect(await membershipOf(member)).toMatchObject({ tier: 'free' });
      expect(await mailsOf(member, 'refund')).toMatchObject({ n: failures });
      await letRefundFail(member);
      const { tier, paidUntil } = await membershipOf(member);
      expect([tier, seconds(paidUntil)]).toEqual(['basic', ends]);
      expect(await mailsOf(member, 'refund_failed')).toMatchObject({ n: failures });
    }
    expect((await orderOf(member)).refunds.map(({ state }) => state)).toEqual(['failed', 'failed']);
  });

  test('of a member who bought another membership is owed outside Stripe until an administrator has paid it', {
    tags: 'long',
  }, async () => {
    const { member } = await payingMember('basic', { card });
    await refund(member);
    const first = await orderOf(member);
    await passTime(member, 60);
    await buy(member.client, 'membership', 'premium', testCards.good);
    await letRefundFail(member);
    const page = (await admin.client.get<AdminOrderPage>(`/api/admin/orders/${first.id}`)).body;
    expect(page).toMatchObject({
      status: 'refunded',
      refunds: [{ state: 'failed', error: expect.stringContaining('expired_or_canceled_card') }],
      payments: [{ refunded: 0, owed: 5_000, refundable: 0, whyNotRefundable: expect.stringContaining('another way') }],
    });
    expect(await membershipOf(member)).toMatchObject({ tier: 'premium', state: 'active' });
    expect(await mailsOf(member, 'refund_failed')).toMatchObject({ n: 1, outcome: 'owed' });
    await runJob();
    const [owed, ...others] = await owedTo(member);
    expect([owed?.error, owed?.about, others]).toEqual(['refund_to_pay', expect.stringMatching(/^\$50\.00 to pay to member/), []]);
    const alarms = async () => (await admin.client.get<System>('/api/admin/system')).body.alarms.map(({ kind }) => kind);
    expect(await alarms()).toContain('refunds_to_pay');
    expect((await admin.client.post(`/api/admin/stripe-events/${owed?.id}/retry`)).body).toMatchObject({ outcome: 'waiting' });
    expect((await admin.client.post(`/api/admin/stripe-events/${owed?.id}/settle`, { reason: 'Paid by PayPal' })).status).toBe(200);
    await deliverEvents(member);
    await runJob();
    expect(await owedTo(member)).toEqual([]);
    expect(await paymentsOf(member)).toMatchObject([{ status: 'paid' }, { owed: 5_000, status: 'refunded' }]);
  });

  test('is owed only for the part that Stripe did not return later', async () => {
    const { member } = await payingMember('basic', { card });
    await refund(member, 4_000);
    await letRefundFail(member);
    expect(await owedTo(member)).toMatchObject([{ about: expect.stringMatching(/^\$40\.00 to pay/), amount: { cents: 4_000 } }]);
    await refundAtStripe(await intentPaidBy(member), 3_000);
    await deliverEvents(member);
    expect(await owedTo(member)).toMatchObject([{ about: expect.stringMatching(/^\$10\.00 to pay/), amount: { cents: 1_000 } }]);
    await refundAtStripe(await intentPaidBy(member), 1_000);
    await deliverEvents(member);
    expect(await owedTo(member)).toEqual([]);
  });

  test('of a member who left restores nothing', async () => {
    const { member } = await payingMember('premium', { card });
    await refund(member);
    await change('UPDATE users SET deletion_requested_at = ? WHERE id = ?', Math.floor(Date.now() / 1_000), member.id);
    const before = await row('SELECT role FROM users WHERE id = ?', member.id);
    await control('clock', { customer: await customerOf(member.id), by: 8 * day });
    await deliverEvents(member);
    expect(await row('SELECT role FROM users WHERE id = ?', member.id)).toEqual(before);
    expect(await owedTo(member)).toMatchObject([{ error: 'refund_to_pay', about: expect.stringContaining('$100.00') }]);
  });
});

describe('a commission that was paid out', () => {
  const ledgerOf = async ({ id }: TestMember) =>
    (
      await env.DB.prepare('SELECT kind, amount_cents AS cents, status FROM referral_commissions WHERE referrer_id = ? ORDER BY id')
        .bind(id)
        .all<{ kind: string; cents: number; status: string }>()
    ).results.map(({ kind, cents, status }) => `${kind} ${cents} ${status}`);
  const payOut = (referrer: TestMember) =>
    change("UPDATE referral_commissions SET status = 'paid', paid_at = 1 WHERE referrer_id = ? AND status = 'pending'", referrer.id);
  const totalOf = async (referrer: TestMember) => (await earningsOf(referrer)).summary.grandTotal;

  async function paidReferral() {
    const referrer = await newMember({ role: 'basic' });
    const { member } = await payingMember('basic', { card, ref: referrer.user.referralCode });
    await payOut(referrer);
    return { referrer, member };
  }

  test('is held if its payout is returned while the friend’s payment is in dispute, and paid once the dispute is won', async () => {
    const referrer = await newMember({ role: 'basic' });
    const { member } = await payingMember('basic', { ref: referrer.user.referralCode });
    const [due] = (await admin.client.get<DuePayout[]>(`/api/admin/payouts/due?members=${referrer.id}`)).body;
    const { body } = await admin.client.post<PayResponse>(
      '/api/admin/payouts/payments',
      { reference: 'PO-1', members: [{ id: referrer.id, version: due?.version }] },
      { 'Idempotency-Key': crypto.randomUUID() },
    );
    const dispute = await disputeAtStripe(await intentPaidBy(member));
    await deliverEvents(member);
    await admin.client.post(`/api/admin/payouts/payments/${body.paid[0]?.id}/return`, { reason: 'Unknown address' });
    expect(await ledgerOf(referrer)).toEqual(['commission 1000 held']);
    await closeDispute(dispute, 'won');
    await deliverEvents(member);
    expect(await ledgerOf(referrer)).toEqual(['commission 1000 pending']);
  });

  test('loses its reversal when the refund fails before a payout has deducted it', { tags: 'long' }, async () => {
    const { referrer, member } = await paidReferral();
    await refund(member);
    expect(await ledgerOf(referrer)).toEqual(['commission 1000 paid', 'reversal -1000 pending']);
    expect(await mailsOf(referrer, 'commission_reversed')).toMatchObject({ n: 1, amountCents: '1000', wasPaid: 'yes', why: null });
    await letRefundFail(member);
    expect(await ledgerOf(referrer)).toEqual(['commission 1000 paid']);
    expect(await mailsOf(referrer, 'commission_restored')).toMatchObject({ n: 1, amountCents: '1000' });
    expect(await row('SELECT net_cents AS net, entries FROM payout_queue WHERE id = ?', referrer.id)).toEqual({ net: 0, entries: 0 });
  });

  test('is paid again when the refund fails after a payout has deducted the reversal, as often as that happens', async () => {
    const { referrer, member } = await paidReferral();
    const ledger = ['commission 1000 paid'];
    for (let round = 0; round < 2; round += 1) {
      await refund(member);
      await payOut(referrer);
      ledger.push('reversal -1000 paid');
      expect(await ledgerOf(referrer)).toEqual(ledger);
      await letRefundFail(member);
      expect(await ledgerOf(referrer)).toEqual([...ledger, 'restoration 1000 pending']);
      expect(await totalOf(await signedIn(referrer))).toBe(10);
      await payOut(referrer);
      ledger.push('restoration 1000 paid');
    }
    expect(await mailsOf(referrer, 'commission_restored')).toMatchObject({ n: 2 });
  });

  test('is paid again when an appeal is won', async () => {
    const { referrer, member } = await paidReferral();
    const dispute = await disputeAtStripe(await intentPaidBy(member));
    await closeDispute(dispute, 'lost');
    await deliverEvents(member);
    await payOut(referrer);
    await control(`disputes/${dispute}/appeal`, { status: 'won' });
    await deliverEvents(member);
    expect(await ledgerOf(referrer)).toEqual(['commission 1000 paid', 'reversal -1000 paid', 'restoration 1000 pending']);
    expect(await row('SELECT treasure_keys AS keys FROM users WHERE id = ?', referrer.id)).toEqual({ keys: 1 });
  });
});
