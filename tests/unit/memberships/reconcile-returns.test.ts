import { describe, expect, test } from 'vitest';
import { opening, Shop } from '#tests/support/memberships/money-shop.ts';
import { cancelIntent } from '#tests/support/stripe/stripe-billing.ts';
import { closeDispute, failRefund, openDispute, refund } from '#tests/support/stripe/stripe-refunds.ts';

const day = 86_400;
const year = 365 * day;

function member(tier: 'basic' | 'premium' = 'basic') {
  const shop = new Shop();
  const bought = shop.buy(tier);
  shop.pass(30 * day);
  return { shop, bought };
}

describe('a membership’s payment', () => {
  test('is refunded in part, which changes nothing else', () => {
    const { shop, bought } = member();
    const { membership, periods } = shop.account;
    shop.at((stripe) => refund(stripe, bought.payment, { cents: 1_500 }));
    expect(shop.findPayment(bought)).toMatchObject({ refundedCents: 1_500, revokedAt: null });
    expect(shop.findOrder(bought)).toMatchObject({ status: 'paid', refundedCents: 1_500 });
    expect(shop.account).toMatchObject({ membership, periods });
  });

  test('is refunded in full: the membership ends in that second, at Stripe too', () => {
    const { shop, bought } = member();
    shop.at((stripe) => refund(stripe, bought.payment));
    expect(shop.account.membership).toMatchObject({ role: 'free', membershipExpiresAt: null, stripeSubscriptionId: null });
    expect(shop.periods()).toEqual([['basic', opening + 60, shop.now]]);
    expect(shop.findOrder(bought)).toMatchObject({ status: 'refunded', refundedCents: 5_000 });
    expect(shop.findSubscription(bought)).toMatchObject({ status: 'canceled', nextCheckAt: null });
  });

  test('is refunded in two parts: the membership ends with the second', () => {
    const { shop, bought } = member('premium');
    shop.at((stripe) => refund(stripe, bought.payment, { cents: 4_000 }));
    shop.at((stripe) => refund(stripe, bought.payment, { cents: 6_000 }));
    expect(shop.findPayment(bought)).toMatchObject({ refundedCents: 10_000, revokedAt: shop.now });
    expect(shop.account.membership.role).toBe('free');
  });

  test.each([
    [8_999, 'premium', 'paid'],
    [9_000, 'free', 'refunded'],
    [9_999, 'free', 'refunded'],
  ] as const)('is refunded by %d of 10,000 cents: the member is %s, the order %s', (cents, role, status) => {
    const { shop, bought } = member('premium');
    shop.at((stripe) => refund(stripe, bought.payment, { cents }));
    expect(shop.account.membership.role).toBe(role);
    expect(shop.findOrder(bought)).toMatchObject({ status, refundedCents: cents });
  });

  test('is refunded by 90 %, then the rest: the membership ended with the first', () => {
    const { shop, bought } = member('premium');
    shop.at((stripe) => refund(stripe, bought.payment, { cents: 9_000 }));
    const revokedAt = shop.now;
    shop.at((stripe) => refund(stripe, bought.payment));
    expect(shop.findPayment(bought)).toMatchObject({ refundedCents: 10_000, revokedAt });
  });

  test('is refunded, which fails at the bank: the rest of the year is granted', () => {
    const { shop, bought } = member();
    shop.at((stripe) => refund(stripe, bought.payment));
    shop.pass(5 * day);
    shop.at((stripe) => failRefund(stripe, bought.payment));
    expect(shop.findPayment(bought)).toMatchObject({ refundedCents: 0, refundOwedCents: 0, revokedAt: null });
    expect(shop.account.membership).toMatchObject({ role: 'basic', membershipExpiresAt: opening + year, autoRenew: false });
  });

  test('is refunded in part, which fails at the bank and is then repeated: nothing is owed any more', () => {
    const { shop, bought } = member();
    shop.at((stripe) => refund(stripe, bought.payment, { cents: 3_000 }));
    shop.at((stripe) => failRefund(stripe, bought.payment));
    expect(shop.findPayment(bought)).toMatchObject({ refundedCents: 0, refundOwedCents: 3_000, revokedAt: null });
    shop.at((stripe) => refund(stripe, bought.payment, { cents: 3_000 }));
    expect(shop.findPayment(bought)).toMatchObject({ refundedCents: 3_000, refundOwedCents: 0, revokedAt: null });
    expect(shop.account.membership.role).toBe('basic');
  });

  test('of a past year is refunded, which fails at the bank: there is nothing to restore, so it is owed', () => {
    const { shop, bought } = member();
    shop.passToRenewal(bought.sub);
    shop.at((stripe) => refund(stripe, bought.payment));
    shop.at((stripe) => failRefund(stripe, bought.payment));
    expect(shop.findPayment(bought)).toMatchObject({ refundedCents: 0, refundOwedCents: 5_000 });
    expect(shop.findPayment(bought)?.revokedAt).not.toBeNull();
  });

  test('of a past year is refunded: the current year continues', () => {
    const { shop, bought } = member();
    shop.passToRenewal(bought.sub);
    shop.pass(10 * day);
    shop.at((stripe) => refund(stripe, bought.payment));
    expect(shop.account.membership).toMatchObject({ role: 'basic', membershipExpiresAt: opening + 2 * year });
    expect(shop.findSubscription(bought)?.endRequestedAt).toBeNull();
    expect(shop.findOrder(bought)?.status).toBe('refunded');
  });

  test('of the current year is refunded: the year before stays paid', () => {
    const { shop, bought } = member();
    const renewal = shop.passToRenewal(bought.sub);
    shop.at((stripe) => refund(stripe, renewal.payment));
    expect(shop.account.membership.role).toBe('free');
    expect(shop.periods()).toEqual([
      ['basic', opening + 60, opening + year],
      ['basic', opening + year, shop.now],
    ]);
    expect(shop.findOrder(bought)?.status).toBe('paid');
  });

  test('was refunded; if Stripe still charges for the next year, that charge is refunded, too', () => {
    const { shop, bought } = member();
    shop.pass(opening + year - shop.now - 3_600);
    shop.product.outage = 'writes';
    shop.at((stripe) => refund(stripe, bought.payment));
    const renewal = shop.passToRenewal(bought.sub);
    shop.product.outage = 'none';
    shop.runJob();
    expect(shop.findPayment(renewal)).toMatchObject({ amountCents: 5_000, refundedCents: 5_000 });
    expect(shop.account.membership.role).toBe('free');
    expect(shop.periods().at(-1)?.[2]).toBeLessThan(opening + year);
  });

  test('is refunded in the second of the payment: one purchase, not a double one', () => {
    const shop = new Shop();
    const bought = shop.buy('basic');
    refund(shop.stripe, bought.payment);
    shop.processLosses();
    expect(shop.account.membership.role).toBe('free');
    expect(shop.findPayment(bought)).toMatchObject({ revokedAt: shop.now, refundRequestedAt: null });
    expect(shop.periods()).toEqual([]);
  });

  test('is disputed: the membership continues, the order is marked', () => {
    const { shop, bought } = member();
    shop.at((stripe) => openDispute(stripe, bought.payment));
    expect(shop.account.membership.role).toBe('basic');
    expect(shop.findOrder(bought)?.status).toBe('disputed');
    expect(shop.findPayment(bought)).toMatchObject({ disputeStatus: 'open', revokedAt: null });
  });

  test('is disputed; after we win, everything is as before', () => {
    const { shop, bought } = member();
    const { membership, periods } = shop.account;
    shop.at((stripe) => openDispute(stripe, bought.payment));
    shop.at((stripe) => closeDispute(stripe, bought.payment, 'won'));
    expect(shop.account).toMatchObject({ membership, periods });
    expect(shop.findOrder(bought)?.status).toBe('paid');
  });

  test('is disputed; after we lose, the membership ends when we learn of the loss', () => {
    const { shop, bought } = member();
    shop.at((stripe) => openDispute(stripe, bought.payment));
    shop.at((stripe) => closeDispute(stripe, bought.payment, 'lost'));
    expect(shop.account.membership.role).toBe('free');
    expect(shop.periods()).toEqual([['basic', opening + 60, shop.now]]);
    expect(shop.findOrder(bought)).toMatchObject({ status: 'disputed' });
    expect(shop.findSubscription(bought)?.status).toBe('canceled');
    expect(shop.findPayment(bought)).toMatchObject({ refundedCents: 0, disputeStatus: 'lost', revokedAt: shop.now });
  });

  test('was refunded and is then lost in a dispute: the refund’s date counts', () => {
    const { shop, bought } = member();
    shop.at((stripe) => refund(stripe, bought.payment));
    const refundedAt = shop.now;
    shop.at((stripe) => openDispute(stripe, bought.payment));
    shop.at((stripe) => closeDispute(stripe, bought.payment, 'lost'));
    expect(shop.findPayment(bought)?.revokedAt).toBe(refundedAt);
  });
});

describe('a card order’s payment', () => {
  function cards() {
    const { shop } = member();
    return { shop, bought: shop.buyCards(5) };
  }

  test('succeeds: the order is paid', () => {
    const { shop, bought } = cards();
    expect(shop.findOrder(bought)).toMatchObject({ status: 'paid', paidAt: shop.now, refundedCents: 0 });
    expect(shop.findPayment(bought)).toMatchObject({ amountCents: 500, description: '5 Cache Cards', subscriptionId: null });
    expect(shop.account.membership.role).toBe('basic');
  });

  test('for a single card has the name in the singular', () => {
    const { shop } = member();
    expect(shop.findPayment(shop.buyCards(1))?.description).toBe('1 Cache Card');
  });

  test('is refunded in part, then in full', () => {
    const { shop, bought } = cards();
    shop.at((stripe) => refund(stripe, bought.payment, { cents: 200 }));
    expect(shop.findOrder(bought)).toMatchObject({ status: 'paid', refundedCents: 200 });
    shop.at((stripe) => refund(stripe, bought.payment));
    expect(shop.findOrder(bought)).toMatchObject({ status: 'refunded', refundedCents: 500 });
    expect(shop.account.membership.role).toBe('basic');
  });

  test('is disputed, and we win or lose', () => {
    const { shop, bought } = cards();
    shop.at((stripe) => openDispute(stripe, bought.payment));
    expect(shop.findOrder(bought)?.status).toBe('disputed');
    expect(shop.findPayment(bought)?.revokedAt).toBeNull();
    shop.at((stripe) => closeDispute(stripe, bought.payment, 'won'));
    expect(shop.findOrder(bought)?.status).toBe('paid');

    const other = shop.buyCards(7);
    shop.at((stripe) => openDispute(stripe, other.payment));
    shop.at((stripe) => closeDispute(stripe, other.payment, 'lost'));
    expect(shop.findOrder(other)?.status).toBe('disputed');
    expect(shop.findPayment(other)?.revokedAt).toBe(shop.now);
  });

  test('never arrives: the order is canceled and can no longer be paid', () => {
    const { shop } = member();
    const unpaidOrder = shop.order({ kind: 'cache_cards', quantity: 9 });
    shop.pass(23 * 3_600);
    shop.runJob();
    expect(shop.findOrder(unpaidOrder)).toMatchObject({ status: 'cancelled', paidAt: null });
    expect(() => shop.pay(unpaidOrder.payment)).toThrow('cannot be paid');
  });

  test('that arrives before the order is closed wins', () => {
    const { shop } = member();
    const order = shop.order({ kind: 'cache_cards', quantity: 9 });
    shop.product.outage = 'all';
    shop.pay(order.payment);
    shop.pass(23 * 3_600);
    cancelIntent(shop.stripe, order.payment);
    shop.product.outage = 'none';
    shop.runJob();
    expect(shop.findOrder(order)?.status).toBe('paid');
  });
});
