import { describe, expect, test } from 'vitest';
import { cardOrder, membershipOrder, newMember, summarizeAccount } from '#tests/support/memberships/money-accounts.ts';
import { Shop } from '#tests/support/memberships/money-shop.ts';
import type { Account } from '#worker/domain/memberships/account.ts';
import type { IntentFacts, InvoiceFacts, News, SubscriptionFacts } from '#worker/domain/memberships/facts.ts';
import { deriveAccount, reconcile } from '#worker/domain/memberships/reconcile.ts';

const now = Date.parse('2026-05-04T09:00:00Z') / 1_000;
const year = 365 * 86_400;
const account: Account = { ...newMember(2), orders: [membershipOrder(1, 'basic', now), cardOrder(2, 5, now)] };

const subscription: SubscriptionFacts = {
  ...{ id: 'sub_1', status: 'active', tier: 'basic', userId: 2, reference: '1', periodStart: now, periodEnd: now + year },
  ...{ priceCents: 5_000, cancelAtPeriodEnd: false, createdAt: now, endedAt: null, cardFingerprint: 'card_own' },
};
const invoice: InvoiceFacts = {
  ...{
    id: 'in_1',
    status: 'paid',
    isFirst: true,
    totalCents: 5_000,
    dueCents: 5_000,
    amountPaidCents: 5_000,
    currency: 'usd',
    paidAt: now + 60,
  },
  ...{ periodStart: now, periodEnd: now + year, paymentIntentId: 'pi_1' },
};
const intent: IntentFacts = {
  ...{ id: 'pi_2', status: 'succeeded', amountCents: 500, currency: 'usd', userId: 2, reference: '2' },
  charge: {
    isDisputed: false,
    refundedCents: 0,
    refundedAt: null,
    failedRefunds: [],
    refunds: [],
    paidAt: now + 60,
    cardFingerprint: 'card_own',
  },
};

const membershipNews = (of: Partial<SubscriptionFacts>, by: Partial<InvoiceFacts> | null = {}): News => ({
  kind: 'membership',
  subscription: { ...subscription, ...of },
  invoice: by && { ...invoice, ...by },
});
const intentNews = (of: Partial<IntentFacts>): News => ({ kind: 'intent', intent: { ...intent, ...of } });

describe('data from Stripe that matches is accepted:', () => {
  test.each<[string, News]>([
    ['a membership at its price', membershipNews({})],
    ['a membership that is not paid yet', membershipNews({ status: 'incomplete' }, { status: 'open', amountPaidCents: 0 })],
    ['a membership without an invoice', membershipNews({ status: 'incomplete' }, null)],
    ['a membership that the customer’s balance covers in part', membershipNews({}, { amountPaidCents: 3_000 })],
    ['a membership that it covers wholly', membershipNews({}, { amountPaidCents: 0, paymentIntentId: null })],
    [
      'a renewal, whose price Stripe may have raised',
      membershipNews({}, { id: 'in_2', isFirst: false, totalCents: 5_500, amountPaidCents: 5_500 }),
    ],
    ['cards at their price', intentNews({})],
    ['cards that are being paid', intentNews({ status: 'processing', charge: null })],
  ])('%s', (_, news) => {
    expect(reconcile(account, news, now)).toMatchObject({ ok: true });
  });
});

describe('data that does not match grants nothing and needs a person’s attention:', () => {
  test.each<[string, News]>([
    ['a first year at a lower price', membershipNews({}, { totalCents: 4_999 })],
    ['a first year at a higher price', membershipNews({}, { totalCents: 5_001 })],
    ['another currency', membershipNews({}, { currency: 'eur' })],
    ['a renewal in another currency', membershipNews({}, { id: 'in_2', isFirst: false, currency: 'eur' })],
    ['premium for a basic order', membershipNews({ tier: 'premium' })],
    ['an unknown price', membershipNews({ tier: null })],
    ['a membership that names an order of cards', membershipNews({ reference: '2' })],
    ['cards paid with less', intentNews({ amountCents: 400 })],
    ['cards in another currency', intentNews({ currency: 'eur' })],
    ['a card payment that names a membership order', intentNews({ reference: '1' })],
  ])('%s', (_, news) => {
    expect(reconcile(account, news, now)).toEqual({ ok: false, refusal: 'does_not_match' });
  });

  test('a second payment for an order that has another subscription', () => {
    const paid = reconcile(account, intentNews({}), now);
    expect(paid.ok && reconcile(paid.value, intentNews({ id: 'pi_9' }), now)).toEqual({ ok: false, refusal: 'does_not_match' });
    const member = reconcile(account, membershipNews({}), now);
    const other = membershipNews({ id: 'sub_9' }, { id: 'in_9', paymentIntentId: 'pi_9' });
    expect(member.ok && reconcile(member.value, other, now)).toEqual({ ok: false, refusal: 'does_not_match' });
  });
});

describe('data that does not belong to us is ignored:', () => {
  test.each<[string, News]>([
    ['a subscription without our metadata', membershipNews({ userId: null, reference: null })],
    ['another member’s subscription', membershipNews({ userId: 3 })],
    ['an order that does not exist', membershipNews({ reference: '77' })],
    ['another member’s payment', intentNews({ userId: 3 })],
    ['a payment of an order that does not exist', intentNews({ reference: '77' })],
  ])('%s', (_, news) => {
    expect(reconcile(account, news, now)).toEqual({ ok: false, refusal: 'not_ours' });
  });

  test('the unpaid leftover of an earlier attempt at the order', () => {
    const withAttempt = reconcile(account, membershipNews({ status: 'incomplete' }, { status: 'open', amountPaidCents: 0 }), now);
    const attempt = membershipNews({ id: 'sub_0', status: 'incomplete_expired' }, { id: 'in_0', status: 'void', amountPaidCents: 0 });
    expect(withAttempt.ok && reconcile(withAttempt.value, attempt, now)).toEqual({ ok: false, refusal: 'not_ours' });
    const paid = reconcile(account, intentNews({}), now);
    expect(paid.ok && reconcile(paid.value, intentNews({ id: 'pi_0', status: 'cancelled', charge: null }), now)).toEqual({
      ok: false,
      refusal: 'not_ours',
    });
  });
});

describe('data that arrives too early is retried:', () => {
  test.each<[string, News]>([
    ['the refund of an unknown invoice', intentNews({ id: 'pi_1', reference: null, userId: null })],
    ['the dispute of an unknown payment', { kind: 'dispute', paymentIntentId: 'pi_1', status: 'open', openedAt: now }],
  ])('%s', (_, news) => {
    expect(reconcile(account, news, now)).toEqual({ ok: false, refusal: 'not_yet_known' });
    const withMembership = reconcile(account, membershipNews({}), now);
    expect(withMembership.ok && reconcile(withMembership.value, news, now)).toMatchObject({ ok: true });
  });
});

test('the same data a second time changes nothing', () => {
  for (const news of [membershipNews({}), intentNews({})]) {
    const applied = reconcile(account, news, now);
    expect(applied.ok).toBe(true);
    if (applied.ok) expect(reconcile(applied.value, news, now + 5_000)).toEqual(applied);
  }
});

test('the passage of time alone changes nothing about a purchase', () => {
  const shop = new Shop();
  shop.buy('basic');
  expect(summarizeAccount(deriveAccount(shop.account, shop.now + 3 * year))).toBe(summarizeAccount(shop.account));
});
