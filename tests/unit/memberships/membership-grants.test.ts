import { describe, expect, test } from 'vitest';
import type { Account, OrderState, Period, SubscriptionState } from '#worker/domain/memberships/account.ts';
import { conflictingOrders, decideGrant, endGrants } from '#worker/domain/memberships/grants.ts';
import { deriveMemberships } from '#worker/domain/memberships/memberships.ts';

const at = (iso: string) => Date.parse(iso) / 1_000;
const now = at('2028-02-29T12:00:00Z');
const inOneYear = at('2029-02-28T12:00:00Z');

function account(more: Partial<Account> = {}): Account {
  return {
    memberId: 7,
    isLeaving: false,
    membership: { role: 'free', membershipExpiresAt: null, autoRenew: true, stripeSubscriptionId: null },
    orders: [],
    subscriptions: [],
    payments: [],
    periods: [],
    referral: null,
    ...more,
  };
}
const grant = (tier: 'basic' | 'premium', startsAt: number, endsAt: number): Period => ({
  cause: `grant:${tier}`,
  tier,
  startsAt,
  endsAt,
  source: 'grant',
  subscriptionId: null,
});
const subscription = (more: Partial<SubscriptionState> = {}): SubscriptionState => ({
  id: 'sub_1',
  tier: 'basic',
  status: 'active',
  periodStart: now - 100,
  periodEnd: now + 100,
  priceCents: 5_000,
  cancelAtPeriodEnd: false,
  graceUntil: null,
  endedAt: null,
  supersededBy: null,
  endRequestedAt: null,
  nextCheckAt: null,
  createdAt: now - 100,
  ...more,
});

describe('a grant', () => {
  test('makes a free member a paid one for a calendar year, and ends automatically', () => {
    expect(decideGrant(account(), 'premium', 'grant:1', now)).toMatchObject({
      value: {
        membership: { role: 'premium', membershipExpiresAt: inOneYear, autoRenew: false, stripeSubscriptionId: null },
        periods: [{ cause: 'grant:1', startsAt: now, endsAt: inOneYear, source: 'grant' }],
      },
    });
  });

  test('counts for a slow request that began before the grant', () => {
    const holder = account({ periods: [grant('premium', now + 1, inOneYear)] });
    expect(deriveMemberships(holder, now).membership).toMatchObject({ role: 'premium', membershipExpiresAt: inOneYear });
  });

  test('adds a year at the end of the same tier', () => {
    const holder = account({ periods: [grant('basic', now - 50, at('2028-06-01T00:00:00Z'))] });
    expect(decideGrant(holder, 'basic', 'grant:2', now)).toMatchObject({
      value: { periods: [{ cause: 'grant:basic', endsAt: at('2029-06-01T00:00:00Z') }] },
    });
  });

  test('keeps an earlier grant of a lower tier unchanged', () => {
    const lower = grant('basic', now - 50, now + 50);
    expect(decideGrant(account({ periods: [lower] }), 'premium', 'grant:2', now)).toMatchObject({
      value: { membership: { role: 'premium' }, periods: [lower, { tier: 'premium' }] },
    });
  });

  test('ignores a grant that has ended', () => {
    const expired = account({ periods: [grant('premium', now - 50, now)] });
    expect(decideGrant(expired, 'basic', 'grant:2', now)).toMatchObject({ value: { membership: { role: 'basic' } } });
  });

  test('of a lower tier than a running one is refused', () => {
    expect(decideGrant(account({ periods: [grant('premium', now - 50, now + 50)] }), 'basic', 'x', now)).toEqual({
      ok: false,
      refusal: 'better_grant_active',
    });
  });

  test.each([
    ['active', {}],
    ['active', { cancelAtPeriodEnd: true }],
    ['past_due', {}],
  ] as const)('is refused while a subscription is %s %j', (status, more) => {
    const paying = account({ subscriptions: [subscription({ status, ...more })] });
    expect(decideGrant(paying, 'premium', 'x', now)).toEqual({ ok: false, refusal: 'subscription_active' });
  });

  test.each([
    { status: 'canceled', endedAt: now - 1 },
    { status: 'incomplete' },
    { status: 'active', endRequestedAt: now - 1 },
  ] as const)('is allowed if the subscription is over or never began: %j', (more) => {
    expect(decideGrant(account({ subscriptions: [subscription(more)] }), 'basic', 'x', now).ok).toBe(true);
  });
});

test('ending cuts every running grant short, and requires one', () => {
  const holder = account({ periods: [grant('basic', now - 50, now + 500), grant('premium', now - 20, now + 20)] });
  expect(endGrants(holder, now)).toMatchObject({
    value: { membership: { role: 'free', membershipExpiresAt: null, autoRenew: true }, periods: [{ endsAt: now }, { endsAt: now }] },
  });
  expect(endGrants(account({ periods: [grant('basic', now - 50, now)] }), now)).toEqual({ ok: false, refusal: 'no_grant' });
});

test('open orders of the same or a lower tier conflict', () => {
  const order = (id: number, more: Partial<OrderState>): OrderState => ({
    id,
    reference: String(id),
    kind: 'membership',
    tier: 'basic',
    quantity: null,
    amountCents: 5_000,
    creditCents: 0,
    status: 'open',
    stripeSubscriptionId: null,
    stripePaymentIntentId: null,
    refundedCents: 0,
    createdAt: now,
    expiresAt: now + 1,
    paidAt: null,
    cancelledAt: null,
    ...more,
  });
  const orders = [
    order(1, {}),
    order(2, { tier: 'premium' }),
    order(3, { status: 'paid' }),
    order(4, { kind: 'cache_cards', tier: null, quantity: 3 }),
  ];
  const idsFor = (tier: 'basic' | 'premium') => conflictingOrders(account({ orders }), tier).map(({ id }) => id);
  expect(idsFor('basic')).toEqual([1]);
  expect(idsFor('premium')).toEqual([1, 2]);
});
