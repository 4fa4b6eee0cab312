import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { grant } from '#tests/support/memberships/money-accounts.ts';
import { opening, Shop } from '#tests/support/memberships/money-shop.ts';
import { switchRenewal } from '#tests/support/stripe/stripe-billing.ts';
import { openDispute, refund } from '#tests/support/stripe/stripe-refunds.ts';
import { deriveAccount } from '#worker/domain/memberships/reconcile.ts';
import { computeUnusedCredit, decideCheckout, type Purchase, readPurchase, readQuantity } from '#worker/domain/orders/checkout.ts';

const day = 86_400;
const year = 365 * day;
const basicYear = { kind: 'membership', tier: 'basic' } as const;
const premiumYear = { kind: 'membership', tier: 'premium' } as const;

function checkoutOf(shop: Shop) {
  const { account } = shop;
  return { ...account, stripeSubscriptionId: account.membership.stripeSubscriptionId };
}

const decide = (shop: Shop, wanted: Purchase, at = shop.now) => decideCheckout(wanted, shop.account.membership.role, checkoutOf(shop), at);

describe('a checkout address', () => {
  test.each<[string, string, Purchase]>([
    ['membership', 'basic', basicYear],
    ['membership', 'premium', premiumYear],
    ['cache-cards', '1', { kind: 'cache_cards', quantity: 1 }],
    ['cache-cards', '100', { kind: 'cache_cards', quantity: 100 }],
    ['cache-cards', '007', { kind: 'cache_cards', quantity: 7 }],
  ])('/%s/%s is accepted', (type, id, wanted) => {
    expect(readPurchase(type, id)).toEqual({ ok: true, value: wanted });
  });

  test.each([
    ['membership', 'free', 'invalid_checkout'],
    ['membership', 'Basic', 'invalid_checkout'],
    ['membership', '', 'invalid_checkout'],
    ['certificates', '1', 'invalid_checkout'],
    ['cache_cards', '5', 'invalid_checkout'],
    ['cache-cards', 'x', 'quantity_not_whole'],
    ['cache-cards', '', 'quantity_not_whole'],
    ['cache-cards', '2.5', 'quantity_not_whole'],
    ['cache-cards', '1e2', 'quantity_not_whole'],
    ['cache-cards', ' 5', 'quantity_not_whole'],
    ['cache-cards', '0x10', 'quantity_not_whole'],
    ['cache-cards', '0', 'too_few_cards'],
    ['cache-cards', '-3', 'too_few_cards'],
    ['cache-cards', '101', 'too_many_cards'],
    ['cache-cards', '999999999999999', 'too_many_cards'],
    ['cache-cards', '9'.repeat(40), 'quantity_not_whole'],
  ])('/%s/%s is refused: %s', (type, id, refusal) => {
    expect(readPurchase(type, id)).toEqual({ ok: false, refusal });
  });

  test('accepts 1 to 100 cards, and no other number', () => {
    fc.assert(
      fc.property(fc.double({ min: -200, max: 300 }), fc.integer({ min: -200, max: 300 }), (any, whole) => {
        expect(readQuantity(any).ok).toBe(Number.isInteger(any) && any >= 1 && any <= 100);
        expect(readQuantity(whole).ok).toBe(whole >= 1 && whole <= 100);
      }),
    );
  });
});

describe('purchases by role and price:', () => {
  test('a free member buys either membership at its price', () => {
    const shop = new Shop();
    const price = (amountCents: number, name: string) => ({
      ok: true,
      value: { kind: 'order', price: { amountCents, creditCents: 0, description: `${name} membership, one year` } },
    });
    expect(decide(shop, basicYear)).toEqual(price(5_000, 'Basic'));
    expect(decide(shop, premiumYear)).toEqual(price(10_000, 'Premium'));
  });

  test('a free member cannot buy cards', () => {
    expect(decide(new Shop(), { kind: 'cache_cards', quantity: 5 })).toEqual({ ok: false, refusal: 'membership_required' });
  });

  test('a paid member buys cards at a dollar each', () => {
    const shop = new Shop();
    shop.buy('basic');
    const plan = (quantity: number, description: string) => ({
      ok: true,
      value: { kind: 'order', price: { amountCents: quantity * 100, creditCents: 0, description } },
    });
    expect(decide(shop, { kind: 'cache_cards', quantity: 1 })).toEqual(plan(1, '1 Cache Card'));
    expect(decide(shop, { kind: 'cache_cards', quantity: 100 })).toEqual(plan(100, '100 Cache Cards'));
  });

  test('nobody can buy their current tier or a lower one', () => {
    const shop = new Shop();
    shop.buy('basic');
    expect(decide(shop, basicYear)).toEqual({ ok: false, refusal: 'already_member' });
    shop.buy('premium');
    expect(decide(shop, premiumYear)).toEqual({ ok: false, refusal: 'already_member' });
    expect(decide(shop, basicYear)).toEqual({ ok: false, refusal: 'already_member' });
  });

  test('nobody can buy a tier that was granted to them', () => {
    const shop = new Shop();
    shop.product.account = deriveAccount({ ...shop.account, periods: [grant('premium', opening, opening + day)] }, opening);
    expect(decide(shop, premiumYear)).toEqual({ ok: false, refusal: 'already_member' });
  });

  test('a member who canceled cannot buy their tier while it runs', () => {
    const shop = new Shop();
    const { sub } = shop.buy('basic');
    shop.at((stripe) => switchRenewal(stripe, sub, false));
    expect(decide(shop, basicYear)).toEqual({ ok: false, refusal: 'already_member' });
  });

  test('in the grace period one’s own tier is the failed renewal; a higher one is bought at full price', () => {
    const shop = new Shop();
    const { sub } = shop.buy('basic');
    shop.letRenewalsFail(sub);
    shop.passToRenewal(sub);
    expect(decide(shop, basicYear)).toEqual({ ok: true, value: { kind: 'renewal', subscriptionId: sub } });
    expect(decide(shop, premiumYear)).toMatchObject({ ok: true, value: { price: { amountCents: 10_000, creditCents: 0 } } });
  });

  test('in the hour before Stripe tries the renewal there is nothing to pay', () => {
    const shop = new Shop();
    shop.buy('basic');
    shop.pass(opening + year - shop.now);
    expect(decide(shop, basicYear)).toEqual({ ok: false, refusal: 'already_member' });
  });
});

describe('the unused part of the basic year', () => {
  test.each([
    [0, 5_000],
    [73, 4_000],
    [182.5, 2_500],
    [365, 0],
    [366, 0],
    [364.99, 0],
    [364.9, 1],
  ])('after %s days is worth %s cents', (days, cents) => {
    const shop = new Shop();
    shop.buy('basic');
    expect(computeUnusedCredit(checkoutOf(shop), opening + days * day)).toBe(cents);
  });

  test('is part of the net payment: a refunded part earns no credit', () => {
    const shop = new Shop();
    const { payment } = shop.buy('basic');
    shop.at((stripe) => refund(stripe, payment, { cents: 1_000 }));
    expect(computeUnusedCredit(checkoutOf(shop), opening + 73 * day)).toBe(3_200);
  });

  test('is nothing while that payment is disputed', () => {
    const shop = new Shop();
    const { payment } = shop.buy('basic');
    shop.at((stripe) => openDispute(stripe, payment));
    expect(computeUnusedCredit(checkoutOf(shop), shop.now)).toBe(0);
  });

  test('belongs to the current year, not to the first', () => {
    const shop = new Shop();
    const { sub } = shop.buy('basic');
    shop.passToRenewal(sub);
    expect(computeUnusedCredit(checkoutOf(shop), opening + year + 73 * day)).toBe(4_000);
  });

  test('is nothing for members who never paid', () => {
    expect(computeUnusedCredit(checkoutOf(new Shop()), opening)).toBe(0);
  });

  test('never grows with time, and never exceeds the price', () => {
    const shop = new Shop();
    shop.buy('basic');
    fc.assert(
      fc.property(fc.nat(2 * year), fc.nat(2 * year), (one, other) => {
        const [early, late] = [Math.min(one, other), Math.max(one, other)].map((after) =>
          computeUnusedCredit(checkoutOf(shop), opening + after),
        );
        expect(late).toBeLessThanOrEqual(early ?? 0);
        expect(early).toBeLessThanOrEqual(5_000);
        expect(late).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
