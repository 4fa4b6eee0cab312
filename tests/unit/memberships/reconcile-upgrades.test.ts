import { describe, expect, test } from 'vitest';
import { referral } from '#tests/support/memberships/money-accounts.ts';
import { checkOut } from '#tests/support/memberships/money-product.ts';
import { opening, Shop } from '#tests/support/memberships/money-shop.ts';
import { advanceTo, switchRenewal } from '#tests/support/stripe/stripe-billing.ts';
import { findFirstIntentId, getSubscription, read } from '#tests/support/stripe/stripe-model.ts';
import { openDispute, refund } from '#tests/support/stripe/stripe-refunds.ts';
import { deriveAccount, reconcile } from '#worker/domain/memberships/reconcile.ts';

const day = 86_400;
const year = 365 * day;
const basicYear = { kind: 'membership', tier: 'basic' } as const;
const premiumYear = { kind: 'membership', tier: 'premium' } as const;

/** Creates a basic member in the middle of the membership year. */
function basicMember() {
  const shop = new Shop();
  const basic = shop.buy('basic');
  shop.pass(180 * day);
  return { shop, basic };
}

describe('an upgrade', () => {
  test('that is opened and abandoned does not change the basic membership', () => {
    const { shop, basic } = basicMember();
    const before = shop.account;
    const abandonedOrder = shop.order(premiumYear);
    expect(shop.account.membership).toEqual(before.membership);
    expect(shop.account.periods).toEqual(before.periods);
    expect(shop.findSubscription(basic)).toEqual(before.subscriptions[0]);
    shop.pass(2 * day);
    expect(shop.findOrder(abandonedOrder)).toMatchObject({ status: 'cancelled', paidAt: null });
    expect(shop.account.membership).toEqual(before.membership);
  });

  test('replaces the basic membership when it is paid, and ends it at Stripe', () => {
    const { shop, basic } = basicMember();
    const premium = shop.buy('premium');
    const paidAt = shop.now;
    expect(shop.account.membership).toEqual({
      role: 'premium',
      membershipExpiresAt: paidAt - 60 + year,
      autoRenew: true,
      stripeSubscriptionId: premium.sub,
    });
    expect(shop.periods()).toEqual([
      ['basic', opening + 60, paidAt],
      ['premium', paidAt, paidAt - 60 + year],
    ]);
    // The payment event is processed immediately, so the basic subscription ends in the same second as the premium payment.
    expect(shop.findSubscription(basic)).toMatchObject({ status: 'canceled', endedAt: paidAt, supersededBy: premium.sub });
    expect([...shop.stripe.subscriptions.values()].filter(({ facts }) => facts.endedAt === null)).toHaveLength(1);
    expect(shop.findPayment(basic)).toMatchObject({ refundedCents: 0, refundRequestedAt: null });
  });

  test('is recorded before Stripe has ended the replaced subscription, and requests its end', () => {
    const { shop, basic } = basicMember();
    const premium = shop.order(premiumYear);
    shop.product.outage = 'writes';
    shop.pay(premium.payment);
    const endRequested = { status: 'active', endedAt: null, supersededBy: premium.sub, endRequestedAt: shop.now, nextCheckAt: shop.now };
    expect(shop.findSubscription(basic)).toMatchObject(endRequested);
    expect(shop.account.membership.role).toBe('premium');
    shop.product.outage = 'none';
    shop.runJob();
    expect(shop.findSubscription(basic)).toMatchObject({ status: 'canceled', nextCheckAt: null });
  });

  test('costs a premium year minus the unused part of the basic year, to the cent', () => {
    const { shop } = basicMember();
    const unusedSeconds = opening + year - shop.now;
    const { order } = shop.order(premiumYear);
    expect(order.creditCents).toBe(Math.floor((5_000 * unusedSeconds) / year));
    expect(order.amountCents + order.creditCents).toBe(10_000);
  });

  test('paid in the second in which the basic membership ends supersedes nothing twice', () => {
    const { shop, basic } = basicMember();
    shop.at((stripe) => switchRenewal(stripe, basic.sub, false));
    const end = getSubscription(shop.stripe, basic.sub).facts.periodEnd;
    shop.pass(end - shop.now - 60);
    const premium = shop.order(premiumYear);
    expect(shop.now).toBe(end);
    shop.pay(premium.payment);
    expect(shop.periods().map(([tier, , to]) => [tier, to])).toEqual([
      ['basic', end],
      ['premium', end - 60 + year],
    ]);
    expect(shop.findPayment(basic)?.refundRequestedAt).toBeNull();
  });

  test('just before a renewal that Stripe still charges: the renewal is refunded', () => {
    const { shop, basic } = basicMember();
    shop.pass(opening + year - shop.now - 120);
    const premium = shop.order(premiumYear);
    shop.product.outage = 'writes';
    shop.pay(premium.payment);
    const { payment } = shop.passToRenewal(basic.sub);
    expect(shop.findPayment({ payment })).toMatchObject({ amountCents: 5_000, refundedCents: 0 });
    expect(shop.findPayment({ payment })?.refundRequestedAt).not.toBeNull();
    shop.product.outage = 'none';
    shop.runJob();
    expect(shop.findPayment({ payment })).toMatchObject({ refundedCents: 5_000 });
    expect(shop.findPayment(premium)).toMatchObject({ refundedCents: 0, refundRequestedAt: null });
    expect(shop.periods().filter(([tier]) => tier === 'basic')).toHaveLength(1);
  });
});

describe('two purchases in the same second', () => {
  /** Gives a subscription an id that sorts before or after the others. Stripe's ids are random, so both orders occur. */
  const renameSubscription = (shop: Shop, sub: string, id: string) => {
    const { account } = shop;
    const rename = (value: string | null) => (value === sub ? id : value);
    shop.product.account = deriveAccount(
      {
        ...account,
        orders: account.orders.map((one) => ({ ...one, stripeSubscriptionId: rename(one.stripeSubscriptionId) })),
        subscriptions: account.subscriptions.map((one) => ({ ...one, id: rename(one.id) ?? '' })),
        payments: account.payments.map((one) => ({ ...one, subscriptionId: rename(one.subscriptionId) })),
      },
      shop.now,
    );
  };
  const earner = () => referral([{ tier: 'premium', startsAt: 0, endsAt: opening + year }]);

  test.each(['sub_0', 'sub_z'])('keep the credited year and its commission, whatever Stripe’s ids are (%s)', (id) => {
    const shop = new Shop(earner());
    const order = checkOut(shop.product, basicYear);
    if (typeof order === 'string') throw new Error(order);
    const basic = {
      order,
      sub: order.stripeSubscriptionId ?? '',
      payment: findFirstIntentId(shop.stripe, order.stripeSubscriptionId ?? ''),
    };
    shop.pay(basic.payment);
    const upgrade = checkOut(shop.product, premiumYear);
    if (typeof upgrade === 'string') throw new Error(upgrade);
    expect(upgrade.creditCents).toBe(5_000);
    shop.product.outage = 'writes';
    shop.pay(findFirstIntentId(shop.stripe, upgrade.stripeSubscriptionId ?? ''));
    renameSubscription(shop, basic.sub, id);
    expect(shop.account.payments.map(({ paidAt }) => paidAt)).toEqual([shop.now, shop.now]);
    expect(shop.findPayment(basic)).toMatchObject({ refundRequestedAt: null });
    expect(shop.account.membership.role).toBe('premium');
    expect(shop.account.referral?.commission).toMatchObject({ orderId: order.id, amountCents: 1_000 });
  });

  test.each(['sub_0', 'sub_z'])('without credit are decided by the order number (%s)', (id) => {
    const shop = new Shop(earner());
    const basic = shop.order(basicYear);
    const premium = shop.order(premiumYear);
    shop.product.outage = 'all';
    shop.pay(premium.payment);
    shop.pay(basic.payment);
    shop.product.outage = 'writes';
    shop.runJob();
    for (const { sub } of [basic, premium]) shop.product.account = reconcileSubscription(shop, sub);
    renameSubscription(shop, basic.sub, id);
    expect(shop.findPayment(basic)?.refundRequestedAt).toBe(shop.now);
    expect(shop.findPayment(premium)?.refundRequestedAt).toBeNull();
    expect(shop.account.referral?.commission).toMatchObject({ orderId: premium.order.id, amountCents: 2_000 });
  });
});

function reconcileSubscription(shop: Shop, sub: string) {
  const result = reconcile(shop.account, read(shop.stripe, 'subscription', sub), shop.now);
  if (!result.ok) throw new Error(result.refusal);
  return result.value;
}

describe('a double purchase', () => {
  test('of the lower tier after the higher: it is refunded in full, ended, and adds no time', () => {
    const shop = new Shop();
    const basic = shop.order(basicYear);
    const premium = shop.order(premiumYear);
    // Simulates purchases in two tabs: no event is processed until both purchases are paid.
    shop.product.outage = 'all';
    shop.pay(premium.payment);
    shop.pass(30);
    shop.pay(basic.payment);
    shop.product.outage = 'none';
    shop.runJob();
    expect(shop.account.membership).toMatchObject({ role: 'premium', stripeSubscriptionId: premium.sub });
    expect(shop.findPayment(basic)).toMatchObject({ amountCents: 5_000, refundedCents: 5_000 });
    expect(shop.findPayment(premium)).toMatchObject({ refundedCents: 0, revokedAt: null });
    expect(shop.findOrder(basic)?.status).toBe('refunded');
    expect(shop.periods().map(([tier]) => tier)).toEqual(['premium']);
    expect(shop.findSubscription(basic)?.status).toBe('canceled');
  });

  test('keeps requesting the refund until Stripe has issued it', () => {
    const shop = new Shop();
    const basic = shop.order(basicYear);
    const premium = shop.order(premiumYear);
    shop.product.outage = 'writes';
    shop.pay(premium.payment);
    shop.pass(30);
    shop.pay(basic.payment);
    expect(shop.findPayment(basic)).toMatchObject({ refundedCents: 0, revokedAt: null, refundRequestedAt: shop.now });
    expect(shop.account.membership.role).toBe('premium');
    shop.product.outage = 'none';
    shop.runJob();
    shop.runJob();
    expect(shop.findPayment(basic)?.refundedCents).toBe(5_000);
  });

  test('of premium at a price from before the basic year was paid: the basic year is refunded', () => {
    const shop = new Shop();
    const basic = shop.order(basicYear);
    const premium = shop.order(premiumYear);
    shop.product.outage = 'all';
    shop.pay(basic.payment);
    shop.pass(30);
    shop.pay(premium.payment);
    shop.product.outage = 'none';
    shop.runJob();
    expect(shop.account.membership).toMatchObject({ role: 'premium' });
    expect(shop.findPayment(premium)).toMatchObject({ amountCents: 10_000, refundedCents: 0 });
    expect(shop.findPayment(basic)).toMatchObject({ amountCents: 5_000, refundedCents: 5_000 });
  });
});

describe('open orders that no longer fit:', () => {
  test('those of the same or a lower tier are closed when a membership is paid', () => {
    const shop = new Shop();
    const basic = shop.order(basicYear);
    shop.buy('premium');
    expect(shop.findOrder(basic)).toMatchObject({ status: 'cancelled' });
    expect(() => shop.pay(basic.payment)).toThrow('cannot be paid');
  });

  test('those of a higher tier at an outdated price are closed, and opened again at the right one', () => {
    const shop = new Shop();
    const stale = shop.order(premiumYear);
    shop.buy('basic');
    expect(shop.findOrder(stale)?.status).toBe('cancelled');
    expect(shop.order(premiumYear).order.creditCents).toBeGreaterThan(4_990);
  });

  test('those with credit from a basic year that was refunded since are closed', () => {
    const { shop, basic } = basicMember();
    const premium = shop.order(premiumYear);
    shop.at((stripe) => refund(stripe, basic.payment));
    expect(shop.findOrder(premium)?.status).toBe('cancelled');
    expect(shop.order(premiumYear).order).toMatchObject({ creditCents: 0, amountCents: 10_000 });
  });

  test('those with credit from a basic year that is disputed since are closed', () => {
    const { shop, basic } = basicMember();
    const premium = shop.order(premiumYear);
    shop.at((stripe) => openDispute(stripe, basic.payment));
    expect(shop.findOrder(premium)?.status).toBe('cancelled');
  });

  test('those that still fit stay', () => {
    const { shop } = basicMember();
    const premium = shop.order(premiumYear);
    const cards = shop.order({ kind: 'cache_cards', quantity: 5 });
    shop.buyCards(3);
    expect(shop.findOrder(premium)).toMatchObject({ status: 'open', expiresAt: premium.order.expiresAt });
    expect(shop.findOrder(cards)).toMatchObject({ status: 'open', expiresAt: cards.order.expiresAt });
  });

  test('those that Stripe expired after 23 hours are canceled', () => {
    const shop = new Shop();
    const { order } = shop.order(basicYear);
    advanceTo(shop.stripe, shop.now + day);
    shop.processLosses();
    expect(shop.account.orders).toMatchObject([{ id: order.id, status: 'cancelled', paidAt: null }]);
    expect(shop.account.orders[0]?.cancelledAt).toBe(opening + 23 * 3_600);
  });
});
