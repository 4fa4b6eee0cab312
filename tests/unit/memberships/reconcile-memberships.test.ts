import { describe, expect, test } from 'vitest';
import { grant } from '#tests/support/memberships/money-accounts.ts';
import { opening, Shop } from '#tests/support/memberships/money-shop.ts';
import { endSubscription, switchRenewal } from '#tests/support/stripe/stripe-billing.ts';
import { isInGrace } from '#worker/domain/memberships/account.ts';
import { deriveAccount } from '#worker/domain/memberships/reconcile.ts';

const day = 86_400;
const year = 365 * day;
const free = { role: 'free', membershipExpiresAt: null, autoRenew: true, stripeSubscriptionId: null };

describe('a membership', () => {
  test('does not exist before it is paid', () => {
    const shop = new Shop();
    const basic = shop.order({ kind: 'membership', tier: 'basic' });
    expect(shop.account.membership).toEqual(free);
    expect(shop.account.periods).toEqual([]);
    expect(shop.findSubscription(basic)).toMatchObject({ status: 'incomplete', endRequestedAt: null });
  });

  test('begins with the payment and lasts the year that Stripe sells', () => {
    const shop = new Shop();
    const basic = shop.buy('basic');
    expect(shop.account.membership).toEqual({
      role: 'basic',
      membershipExpiresAt: opening + year,
      autoRenew: true,
      stripeSubscriptionId: basic.sub,
    });
    expect(shop.periods()).toEqual([['basic', opening + 60, opening + year]]);
    expect(shop.findOrder(basic)).toMatchObject({ status: 'paid', paidAt: opening + 60, cancelledAt: null });
    expect(shop.findPayment(basic)).toMatchObject({ amountCents: 5_000, refundedCents: 0, refundRequestedAt: null, orderId: 1 });
  });

  test('continues without a gap after a renewal, whose price is stored as a payment', () => {
    const shop = new Shop();
    const premium = shop.buy('premium');
    const renewal = shop.passToRenewal(premium.sub);
    expect(shop.account.membership).toMatchObject({ role: 'premium', membershipExpiresAt: opening + 2 * year });
    expect(shop.periods()).toEqual([
      ['premium', opening + 60, opening + year],
      ['premium', opening + year, opening + 2 * year],
    ]);
    expect(shop.findPayment(renewal)).toMatchObject({ amountCents: 10_000, orderId: null });
  });

  test('continues in the hour before Stripe charges for the next year, without a warning', () => {
    const shop = new Shop();
    const basic = shop.buy('basic');
    shop.pass(year - 60);
    expect(shop.account.membership).toMatchObject({ role: 'basic' });
    expect(shop.account.subscriptions.some(isInGrace)).toBe(false);
    expect(shop.periods().at(-1)?.[2]).toBe(opening + year + 7 * day);
    expect(shop.findSubscription(basic)?.status).toBe('active');
  });

  test('that is canceled lasts to the end of its period, then the member is free', () => {
    const shop = new Shop();
    const basic = shop.buy('basic');
    shop.at((stripe) => switchRenewal(stripe, basic.sub, false));
    expect(shop.account.membership).toMatchObject({ role: 'basic', autoRenew: false, membershipExpiresAt: opening + year });
    shop.passToRenewal(basic.sub);
    expect(shop.account.membership).toEqual(free);
    expect(shop.periods()).toEqual([['basic', opening + 60, opening + year]]);
    expect(shop.findSubscription(basic)?.nextCheckAt).toBeNull();
  });

  test('that is resumed before its end renews as usual', () => {
    const shop = new Shop();
    const basic = shop.buy('basic');
    shop.at((stripe) => switchRenewal(stripe, basic.sub, false));
    shop.at((stripe) => switchRenewal(stripe, basic.sub, true));
    expect(shop.account.membership.autoRenew).toBe(true);
    shop.passToRenewal(basic.sub);
    expect(shop.account.membership).toMatchObject({ role: 'basic', membershipExpiresAt: opening + 2 * year });
  });

  test('that Stripe ended ends in that second', () => {
    const shop = new Shop();
    const basic = shop.buy('basic');
    shop.pass(40 * day);
    shop.at((stripe) => endSubscription(stripe, basic.sub, false));
    expect(shop.account.membership).toEqual(free);
    expect(shop.periods()).toEqual([['basic', opening + 60, shop.now]]);
  });

  test('can be bought again after its end', () => {
    const shop = new Shop();
    const first = shop.buy('basic');
    shop.at((stripe) => endSubscription(stripe, first.sub, false));
    shop.pass(day);
    const second = shop.buy('basic');
    expect(shop.account.membership).toMatchObject({ role: 'basic', stripeSubscriptionId: second.sub });
    expect(shop.findPayment(second)?.refundRequestedAt).toBeNull();
    expect(shop.findSubscription(first)).toMatchObject({ supersededBy: null, endRequestedAt: null });
  });
});

describe('a renewal that fails', () => {
  function failRenewal() {
    const shop = new Shop();
    const basic = shop.buy('basic');
    shop.letRenewalsFail(basic.sub);
    const { payment } = shop.passToRenewal(basic.sub);
    return { shop, basic, payment };
  }

  test('has a grace period of 7 days from the start of the new period', () => {
    const { shop, basic } = failRenewal();
    expect(shop.account.membership).toMatchObject({ role: 'basic', membershipExpiresAt: opening + year });
    expect(shop.account.subscriptions.filter(isInGrace)).toHaveLength(1);
    expect(shop.findSubscription(basic)).toMatchObject({ status: 'past_due', graceUntil: opening + year + 7 * day });
    expect(shop.findSubscription(basic)?.nextCheckAt).toBe(opening + year + 7 * day);
    expect(shop.periods()).toEqual([['basic', opening + 60, opening + year + 7 * day]]);
  });

  test('and is paid within the grace gives exactly the whole second year', () => {
    const { shop, basic, payment } = failRenewal();
    shop.pass(5 * day);
    shop.pay(payment);
    expect(shop.account.membership).toMatchObject({ role: 'basic', membershipExpiresAt: opening + 2 * year });
    expect(shop.findSubscription(basic)?.graceUntil).toBeNull();
    expect(shop.periods()).toEqual([
      ['basic', opening + 60, opening + year],
      ['basic', opening + year, opening + 2 * year],
    ]);
  });

  test('does not end a second early', () => {
    const { shop } = failRenewal();
    shop.pass(7 * day - 7_200 - 1);
    shop.runJob();
    expect(shop.account.membership.role).toBe('basic');
    shop.pass(1);
    shop.runJob();
    expect(shop.account.membership).toEqual(free);
  });

  test('ends with the grace, however late that is noticed, and can no longer be paid', () => {
    const { shop, basic, payment } = failRenewal();
    shop.pass(9 * day);
    expect(shop.account.membership.role).toBe('basic');
    shop.runJob();
    expect(shop.account.membership).toEqual(free);
    expect(shop.periods()).toEqual([['basic', opening + 60, opening + year + 7 * day]]);
    expect(shop.findSubscription(basic)).toMatchObject({ status: 'canceled', graceUntil: null, nextCheckAt: null });
    expect(() => shop.pay(payment)).toThrow('cannot be paid');
  });

  test('counts as paid if the payment arrives after the grace period, but before the membership has ended', () => {
    const { shop, payment } = failRenewal();
    shop.pass(9 * day);
    shop.pay(payment);
    shop.runJob();
    expect(shop.account.membership).toMatchObject({ role: 'basic', membershipExpiresAt: opening + 2 * year });
  });
});

describe('an administrator’s grant', () => {
  const withGrant = (shop: Shop, tier: 'basic' | 'premium', days: number) => ({
    ...shop.account,
    periods: [...shop.account.periods, grant(tier, shop.now, shop.now + days * day)],
  });

  test('makes a member, who is free again at its end', () => {
    const shop = new Shop();
    const account = withGrant(shop, 'basic', 30);
    const during = deriveAccount(account, shop.now).membership;
    expect(during).toEqual({ role: 'basic', membershipExpiresAt: shop.now + 30 * day, autoRenew: false, stripeSubscriptionId: null });
    expect(deriveAccount(account, shop.now + 30 * day - 1).membership.role).toBe('basic');
    expect(deriveAccount(account, shop.now + 30 * day).membership).toEqual(free);
  });

  test('for a higher tier than the paid one counts while it lasts, and does not change the subscription', () => {
    const shop = new Shop();
    const { sub } = shop.buy('basic');
    const account = withGrant(shop, 'premium', 30);
    expect(deriveAccount(account, shop.now).membership).toMatchObject({ role: 'premium', autoRenew: false, stripeSubscriptionId: sub });
    expect(deriveAccount(account, shop.now + 30 * day).membership).toMatchObject({
      role: 'basic',
      autoRenew: true,
      stripeSubscriptionId: sub,
    });
  });

  test('of the same or a lower tier than the paid one changes nothing', () => {
    const shop = new Shop();
    shop.buy('premium');
    expect(deriveAccount(withGrant(shop, 'basic', 900), shop.now).membership).toEqual(shop.account.membership);
    expect(deriveAccount(withGrant(shop, 'premium', 900), shop.now).membership).toEqual(shop.account.membership);
  });

  test('for a higher tier wins over a longer one for a lower tier', () => {
    const shop = new Shop();
    const both = { ...withGrant(shop, 'basic', 300) };
    both.periods.push({ ...grant('premium', shop.now, shop.now + day), cause: 'grant:other' });
    expect(deriveAccount(both, shop.now).membership).toMatchObject({ role: 'premium', membershipExpiresAt: shop.now + day });
  });
});
