/**
 * A super administrator refunds orders in full or in part. Stripe may be available, busy or unresponsive, or may reject the refund. Product
 * rules: Payments and memberships.
 */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OwnCardPage } from '#schema/cards/card.ts';
import type { AdminOrderPage } from '#schema/orders/admin-orders.ts';
import type { RefundEffects } from '#schema/orders/admin-refunds.ts';
import { tokenRow } from '#tests/support/tokens/ledger-rows.ts';
import { eachVariant } from '#tests/support/variants.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { auditOf } from '#tests/worker/support/admin/audit-log.ts';
import { balanceOf, Client, change, expectError, newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import {
  day,
  deliverEvents,
  mailsTo,
  memberInCredit,
  membershipOf,
  passTime,
  payingMember,
  paymentsOf,
  runJob,
  subscriptionsAtStripe,
} from '#tests/worker/support/memberships/member-at-stripe.ts';
import { closeDispute, disputeAtStripe, intentPaidBy, refundAtStripe } from '#tests/worker/support/memberships/money-back.ts';
import { buy, control, referenceOf, stripe } from '#tests/worker/support/memberships/payments.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await newAdmin('super_admin');
});
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
});

const pathOf = (orderId: number) => `/api/admin/orders/${orderId}`;
const orderOf = async (orderId: number) => (await admin.client.get<AdminOrderPage>(pathOf(orderId))).body;
const orderIdOf = async ({ id }: TestMember) =>
  (await row<{ id: number }>('SELECT max(id) AS id FROM orders WHERE user_id = ?', id))?.id ?? 0;
const why = { reason: 'requested_by_customer', note: 'The cards came bent' };

/** Builds a refund request for an order's newest payment in its current state. */
async function refundRequest(orderId: number, amount?: number) {
  const [payment] = (await orderOf(orderId)).payments;
  if (!payment) throw new Error('Nothing was paid');
  return { paymentId: payment.id, refunded: payment.refunded, amount: amount ?? payment.refundable, ...why };
}
const refund = async (orderId: number, amount?: number, client: Client = admin.client) =>
  client.post<AdminOrderPage>(`${pathOf(orderId)}/refunds`, await refundRequest(orderId, amount));
const effectsOf = async (orderId: number, amount?: number) => {
  const wish = await refundRequest(orderId, amount);
  return (await admin.client.get<RefundEffects>(`${pathOf(orderId)}/refund-effects?paymentId=${wish.paymentId}&amount=${wish.amount}`))
    .body;
};
const atStripe = async (member: TestMember) => (await stripe.refunds.list({ payment_intent: await intentPaidBy(member) })).data.reverse();

async function paidCards(quantity = 5): Promise<{ member: TestMember; orderId: number; cardId: string }> {
  const member = await newMember({ role: 'basic' });
  const order = await buy(member.client, 'cache-cards', String(quantity));
  return { member, orderId: order.id, cardId: order.cards[0]?.cardId ?? '' };
}

describe('refunding an order of cards', () => {
  test('works in parts and in full: previewed, applied at once, mailed, audited', async () => {
    const { member, orderId, cardId } = await paidCards();
    await member.client.post(`/api/cache-cards/${cardId}/placement`, { location: 'Mill', description: 'Stone' });
    const { code } = (await member.client.get<OwnCardPage>(`/api/cache-cards/${cardId}`)).body;
    await (await directMember()).client.post('/api/scan', { cardId, code });
    expect(await balanceOf(member.id)).toBe(11);

    const nothing = { membership: null, commission: null, treasureKeys: 0, cards: 0, communityKeys: 0, tokensTaken: 0, tokensOwed: 0 };
    expect(await effectsOf(orderId, 200)).toEqual({ ...nothing, isFullRefund: false });
    const part = await refund(orderId, 200);
    expect(part.body).toMatchObject({
      status: 'paid',
      refunded: 200,
      payments: [{ refunded: 200, refundable: 300, whyNotRefundable: null }],
      refunds: [{ amount: 200, state: 'made', error: null, askedBy: admin.email, ...why }],
    });
    expect(await balanceOf(member.id)).toBe(11);
    const [made] = await atStripe(member);
    expect(made).toMatchObject({ amount: 200, reason: why.reason, metadata: { cache_cards_order: await referenceOf(orderId) } });

    expect(await effectsOf(orderId)).toEqual({ ...nothing, isFullRefund: true, cards: 5, communityKeys: 1, tokensTaken: 11 });
    const rest = await refund(orderId);
    expect(rest.body).toMatchObject({
      status: 'refunded',
      refunded: 500,
      payments: [{ refundable: 0, whyNotRefundable: expect.stringMatching(/refunded in full/) }],
    });
    expect(await balanceOf(member.id)).toBe(0);
    expect((await member.client.get('/api/cache-cards')).body).toEqual([]);

    const before = await paymentsOf(member);
    await deliverEvents(member);
    expect(await paymentsOf(member)).toEqual(before);
    expect(await row(`SELECT count(*) AS mails FROM outbox WHERE user_id = ? AND template = 'refund'`, member.id)).toEqual({ mails: 2 });
    expect(
      (await auditOf('order', orderId)).map(({ action, user_id, after, reason }) => [action, user_id, after.amountCents, reason]),
    ).toEqual([
      ['order.refund', member.id, 200, why.note],
      ['order.refund', member.id, 300, why.note],
    ]);
  });

  test('happens once when concurrent, and only from the current version', async () => {
    const { member, orderId } = await paidCards();
    const wish = await refundRequest(orderId, 300);
    const unwatched = new Client().bearer(admin.client.token ?? '');
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => unwatched.post(`${pathOf(orderId)}/refunds`, wish)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await atStripe(member)).map(({ amount }) => amount)).toEqual([300]);
    expectError(await admin.client.post(`${pathOf(orderId)}/refunds`, wish), 409, 'changed_meanwhile');
    expectError(await admin.client.post(`${pathOf(orderId)}/refunds`, { ...wish, refunded: 300 }), 400, 'refund_too_much');
    expect(await atStripe(member)).toHaveLength(1);
  });

  test('takes at most the balance, and previews the tokens that will be owed', async () => {
    const { member, orderId, cardId } = await paidCards(1);
    await member.client.post(`/api/cache-cards/${cardId}/placement`, { location: 'Mill', description: 'Stone' });
    const { code } = (await member.client.get<OwnCardPage>(`/api/cache-cards/${cardId}`)).body;
    await (await directMember()).client.post('/api/scan', { cardId, code });
    await row(tokenRow('adjustment', { user: member.id, amount: -7 }));
    expect(await effectsOf(orderId)).toMatchObject({ tokensTaken: 4, tokensOwed: 7 });
    await refund(orderId);
    expect(await row('SELECT token_balance AS balance, owed_tokens AS owed FROM users WHERE id = ?', member.id)).toEqual({
      balance: 0,
      owed: 7,
    });
  });
});

describe('refunding a membership', () => {
  test('in full ends the membership at once, at Stripe too, with commission and keys; the preview lists each effect', async () => {
    const referrer = await newMember({ role: 'premium' });
    const { member } = await payingMember('premium', { ref: referrer.user.referralCode });
    const orderId = await orderIdOf(member);
    expect(await effectsOf(orderId, 8_000)).toMatchObject({ isFullRefund: false, membership: null, commission: null, treasureKeys: 0 });
    // If the rest of the price does not cover the commission, the commission is reversed.
    expect(await effectsOf(orderId, 8_001)).toMatchObject({ isFullRefund: false, commission: { amount: 2_000 }, treasureKeys: -2 });
    // A refund of at least 90% counts as a full refund.
    expect(await effectsOf(orderId, 9_000)).toMatchObject({
      isFullRefund: true,
      membership: { before: 'premium', after: 'free' },
      commission: { amount: 2_000, wasPaid: false },
      treasureKeys: -2,
    });
    expect((await refund(orderId, 9_999)).body).toMatchObject({ status: 'refunded', refunded: 9_999, payments: [{ refundable: 1 }] });
    expect((await membershipOf(member)).tier).toBe('free');
    expect((await subscriptionsAtStripe(member)).map(({ status }) => status)).toEqual(['canceled']);
    expect(await row('SELECT status FROM referral_commissions WHERE referred_id = ?', member.id)).toEqual({ status: 'reversed' });
    expect(await row('SELECT treasure_keys AS keys FROM users WHERE id = ?', referrer.id)).toEqual({ keys: 0 });
    expect(await mailsTo(member)).toEqual(['purchase', 'membership_ended']);
  });

  test('of the current year ends it; of an earlier year changes nothing', async () => {
    const { member, ends, began } = await payingMember('basic');
    const orderId = await orderIdOf(member);
    await passTime(member, ends - began + day);
    await deliverEvents(member);
    const before = admin;
    admin = await newAdmin('super_admin');
    const { payments } = await orderOf(orderId);
    expect(payments.map(({ refundable }) => refundable)).toEqual([5_000, 5_000]);
    const first = { paymentId: payments[1]?.id ?? 0, amount: 5_000, refunded: 0, ...why };
    const { body } = await admin.client.get<RefundEffects>(`${pathOf(orderId)}/refund-effects?paymentId=${first.paymentId}&amount=5000`);
    expect(body).toMatchObject({ isFullRefund: true, membership: null });
    await admin.client.post(`${pathOf(orderId)}/refunds`, first);
    expect((await membershipOf(member)).tier).toBe('basic');
    await refund(orderId);
    expect((await membershipOf(member)).tier).toBe('free');
    admin = before;
  });
});

describe('no refund is sent to Stripe', () => {
  test('if the amount or the request is invalid', async () => {
    const { member, orderId } = await paidCards();
    const wish = await refundRequest(orderId, 100);
    const send = (body: object, of = orderId) => admin.client.post(`${pathOf(of)}/refunds`, body);
    const wrong = [{ amount: 0 }, { amount: -1 }, { amount: 1.5 }, { amount: '1' }, { note: ' ' }, { reason: 'boredom' }, { extra: 1 }];
    for (const part of wrong) expectError(await send({ ...wish, ...part }), 400, 'invalid_input');
    expectError(await send({ ...wish, amount: 501 }), 400, 'refund_too_much');
    expectError(await send(wish, 999_999), 404, 'order_not_found');
    // A payment for another member's order cannot be refunded through this order.
    const other = await paidCards();
    expectError(await send({ ...(await refundRequest(other.orderId)), amount: 1 }), 409, 'order_not_paid_for');

    const dispute = await disputeAtStripe(await intentPaidBy(member));
    await deliverEvents(member);
    expectError(await send(wish), 409, 'payment_disputed');
    await closeDispute(dispute, 'won');
    await deliverEvents(member);
    expect((await send(wish)).status).toBe(200);
    await refundAtStripe(await intentPaidBy(member));
    await deliverEvents(member);
    expectError(await send({ ...wish, refunded: 500 }), 409, 'already_refunded');
    expect(await atStripe(member)).toHaveLength(2);
  });

  test('for a payment from the balance or a missing payment', async () => {
    const rich = await memberInCredit(10_000);
    const { body } = await rich.client.get<{ order: { id: number } }>('/api/payment-intent/membership/premium');
    const wish = { paymentId: 999_999, refunded: 0, amount: 1, ...why };
    expectError(await admin.client.post(`${pathOf(body.order.id)}/refunds`, wish), 409, 'order_not_paid_for');
    await rich.client.post(`/api/orders/${body.order.id}/use-balance`);
    expect((await orderOf(body.order.id)).payments).toMatchObject([{ refundable: 0, whyNotRefundable: expect.stringMatching(/balance/) }]);
    const paid = (await orderOf(body.order.id)).payments[0]?.id;
    expectError(await admin.client.post(`${pathOf(body.order.id)}/refunds`, { ...wish, paymentId: paid }), 409, 'paid_by_balance');
  });
});

describe('when Stripe', () => {
  const plan = async (orderId: number, fault: object) =>
    control('faults', { match: 'POST /v1/refunds', bodyIncludes: `metadata[cache_cards_order]=${await referenceOf(orderId)}`, ...fault });
  const makeRetryDue = async () => change('UPDATE order_refunds SET asked_at = asked_at - 600 WHERE state = ?', 'asked');

  eachVariant([
    ['drops the connection before doing the work', [{ drop: true, times: 2 }]],
    ['drops the connection after doing the work', [{ dropAfter: true }, { drop: true }]],
    ['fails', [{ status: 500, times: 2 }]],
    ['rejects our key temporarily', [{ status: 429 }]],
  ])('%s, the refund is pending, blocks further ones, and is completed once by the job', async (_, faults) => {
    const { member, orderId } = await paidCards();
    for (const fault of faults) await plan(orderId, fault);
    expectError(await refund(orderId, 300), 502, 'refund_unanswered');
    expect(await orderOf(orderId)).toMatchObject({
      refunds: [{ state: 'asked' }],
      payments: [{ refundable: 0, whyNotRefundable: expect.stringMatching(/not answered/) }],
    });
    const again = { ...(await refundRequest(orderId, 300)), refunded: 0 };
    expectError(await admin.client.post(`${pathOf(orderId)}/refunds`, again), 409, 'refund_awaiting_response');
    await makeRetryDue();
    await runJob();
    expect(await orderOf(orderId)).toMatchObject({ refunded: 300, refunds: [{ state: 'made' }], payments: [{ refundable: 200 }] });
    expect((await atStripe(member)).map(({ amount }) => amount)).toEqual([300]);
    await runJob();
    expect(await atStripe(member)).toHaveLength(1);
  });

  test('is the only place to refund an erased buyer, who may be the administrator', async () => {
    const { member, orderId } = await paidCards();
    const wish = await refundRequest(orderId, 500);
    await change('UPDATE users SET deletion_requested_at = 1, erased_at = 2 WHERE id = ?', member.id);
    expectError(await admin.client.post(`${pathOf(orderId)}/refunds`, wish), 409, 'buyer_erased');
    expect((await orderOf(orderId)).payments).toMatchObject([{ refundable: 0, whyNotRefundable: expect.stringContaining('Stripe') }]);
    expect(await atStripe(member)).toEqual([]);
  });

  test('already made a refund unknown to us, ours is rejected and that one applied', async () => {
    const { member, orderId } = await paidCards();
    const wish = await refundRequest(orderId, 500);
    await refundAtStripe(await intentPaidBy(member), 400);
    expectError(await admin.client.post(`${pathOf(orderId)}/refunds`, wish), 409, 'refund_refused');
    expect(await orderOf(orderId)).toMatchObject({
      refunded: 400,
      refunds: [{ state: 'refused', error: expect.stringContaining('greater than') }],
    });
    expect((await refund(orderId)).body).toMatchObject({ refunded: 500, refunds: [{ state: 'made', amount: 100 }, { state: 'refused' }] });
  });
});
