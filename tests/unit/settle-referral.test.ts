import { describe, expect, test } from 'vitest';
import { grant, referral } from '#tests/support/money-accounts.ts';
import { opening, Shop } from '#tests/support/money-shop.ts';
import { advanceTo, endSubscription, pay } from '#tests/support/stripe-billing.ts';
import { read } from '#tests/support/stripe-model.ts';
import { closeDispute, openDispute, refund } from '#tests/support/stripe-refunds.ts';
import type { ReferralState } from '#worker/domain/money/account.ts';
import { derive, settle } from '#worker/domain/money/settle.ts';

const day = 86_400;
type Tier = 'basic' | 'premium';

/** Referred by a member who has been of this tier since last year. */
function referredBy(tier: Tier | 'free', more: Partial<ReferralState> = {}): Shop {
  const periods = tier === 'free' ? [] : [{ tier, startsAt: opening - 100 * day, endsAt: opening + 1_000 * day }];
  return new Shop(referral(periods, more));
}

/** An administrator changes what the rows say. */
function set(shop: Shop, change: Partial<ReferralState>): void {
  const known = shop.account.referral ?? referral();
  shop.product.account = { ...shop.account, referral: { ...known, ...change } };
}

function payOut(shop: Shop): void {
  const commission = shop.account.referral?.commission ?? null;
  set(shop, { commission: commission && { ...commission, status: 'paid' } });
}

describe('the first paid membership earns the referrer', () => {
  test.each<[Tier | 'free', Tier, number | null, number]>([
    ['free', 'basic', null, 1],
    ['free', 'premium', null, 1],
    ['basic', 'basic', 1_000, 1],
    ['basic', 'premium', 1_000, 1],
    ['premium', 'basic', 1_000, 2],
    ['premium', 'premium', 2_000, 2],
  ])('a %s referrer by a %s purchase: %s cents and %s Treasure Keys', (referrer, bought, cents, keys) => {
    const shop = referredBy(referrer);
    const { order } = shop.buy(bought);
    const { commission, treasureKeys, reversal } = shop.account.referral ?? referral();
    expect(treasureKeys).toBe(keys);
    expect(reversal).toBeNull();
    if (cents === null) expect(commission).toBeNull();
    else expect(commission).toEqual({ amountCents: cents, status: 'pending', heldReason: null, orderId: order.id, createdAt: shop.now });
  });

  test('once: neither an upgrade nor a renewal adds anything', () => {
    const shop = referredBy('premium');
    shop.buy('basic');
    const first = shop.account.referral;
    shop.pass(90 * day);
    const premium = shop.buy('premium');
    expect(shop.account.referral).toEqual(first);
    shop.passToRenewal(premium.sub);
    expect(shop.account.referral).toEqual(first);
  });

  test('nothing by an order that is not paid, nor by cards, nor by a grant', () => {
    const shop = referredBy('premium');
    const before = shop.account.referral;
    shop.order({ kind: 'membership', tier: 'premium' });
    const granted = { ...shop.account, periods: [grant('basic', opening, opening + day)] };
    shop.product.account = derive(granted, shop.now);
    shop.buyCards(5);
    expect(shop.account.membership.role).toBe('basic');
    expect(shop.account.referral).toEqual(before);
  });

  test('by what the referrer was at that moment', () => {
    const until = new Shop(referral([{ tier: 'premium', startsAt: opening - day, endsAt: opening + 60 }]));
    until.buy('premium');
    expect(until.account.referral).toMatchObject({ commission: null, treasureKeys: 1 });
    const since = new Shop(referral([{ tier: 'premium', startsAt: opening + 60, endsAt: opening + day }]));
    since.buy('premium');
    expect(since.account.referral).toMatchObject({ commission: { amountCents: 2_000 }, treasureKeys: 2 });
  });

  test('nothing where nobody referred the member', () => {
    const shop = new Shop();
    shop.buy('premium');
    expect(shop.account.referral).toBeNull();
  });

  test('by the purchase that counts, where another bought nothing and went back', () => {
    const shop = referredBy('premium');
    const basic = shop.order({ kind: 'membership', tier: 'basic' });
    const premium = shop.order({ kind: 'membership', tier: 'premium' });
    shop.product.outage = 'all';
    shop.pay(basic.payment);
    shop.pass(30);
    shop.pay(premium.payment);
    shop.product.outage = 'none';
    shop.runJob();
    expect(shop.paymentOf(basic)?.refundedCents).toBe(5_000);
    expect(shop.account.referral?.commission).toMatchObject({ amountCents: 2_000, status: 'pending', orderId: premium.order.id });
  });
});

describe('a commission waits for an administrator', () => {
  test.each<[string, Partial<ReferralState>, string]>([
    ['paid with a card that the referrer has used', { referrerCards: ['card_other', 'card_own'] }, 'same_card'],
    ['they live at the same address', { suspicions: ['same_address'] }, 'same_address'],
    ['the e-mail is a disposable one', { suspicions: ['disposable_email'] }, 'disposable_email'],
    [
      'all of that at once',
      { suspicions: ['same_address', 'disposable_email'], referrerCards: ['card_own'] },
      'disposable_email,same_address,same_card',
    ],
  ])('%s', (_, suspicious, heldReason) => {
    const shop = referredBy('basic', suspicious);
    shop.buy('basic');
    expect(shop.account.referral).toMatchObject({ commission: { status: 'held', heldReason, amountCents: 1_000 }, treasureKeys: 1 });
  });

  test('and once released stays so, whatever is heard later', () => {
    const shop = referredBy('basic', { suspicions: ['same_address'] });
    const { sub } = shop.buy('basic');
    const commission = shop.account.referral?.commission ?? null;
    set(shop, { commission: commission && { ...commission, status: 'pending', heldReason: null } });
    shop.passToRenewal(sub);
    expect(shop.account.referral?.commission).toMatchObject({ status: 'pending', heldReason: null });
  });
});

describe('a dispute', () => {
  function disputed(more: Partial<ReferralState> = {}) {
    const shop = referredBy('premium', more);
    const bought = shop.buy('premium');
    shop.at((stripe) => openDispute(stripe, bought.payment));
    return { shop, bought };
  }

  test('freezes commission and keys while it is open', () => {
    const { shop } = disputed();
    expect(shop.account.referral).toMatchObject({ commission: { status: 'held', heldReason: 'dispute' }, reversal: null, treasureKeys: 0 });
  });

  test('that we win gives both back', () => {
    const { shop, bought } = disputed();
    shop.at((stripe) => closeDispute(stripe, bought.payment, 'won'));
    expect(shop.account.referral).toMatchObject({ commission: { status: 'pending', heldReason: null }, treasureKeys: 2, keyRows: 3 });
  });

  test('that we win leaves what held the commission before', () => {
    const { shop, bought } = disputed({ suspicions: ['same_address'] });
    expect(shop.account.referral?.commission?.heldReason).toBe('dispute,same_address');
    shop.at((stripe) => closeDispute(stripe, bought.payment, 'won'));
    expect(shop.account.referral?.commission).toMatchObject({ status: 'held', heldReason: 'same_address' });
  });

  test('that we lose takes both back', () => {
    const { shop, bought } = disputed();
    shop.at((stripe) => closeDispute(stripe, bought.payment, 'lost'));
    expect(shop.account.referral).toMatchObject({
      commission: { status: 'reversed', heldReason: null, amountCents: 2_000 },
      reversal: 'reversed',
      treasureKeys: 0,
    });
  });

  test('of cards concerns no referrer', () => {
    const shop = referredBy('premium');
    shop.buy('premium');
    const before = shop.account.referral;
    const { payment } = shop.buyCards(5);
    shop.at((stripe) => openDispute(stripe, payment));
    shop.at((stripe) => closeDispute(stripe, payment, 'lost'));
    expect(shop.account.referral).toEqual(before);
  });
});

describe('a refund', () => {
  test('in part leaves commission and keys', () => {
    const shop = referredBy('premium');
    const { payment } = shop.buy('premium');
    const before = shop.account.referral;
    shop.at((stripe) => refund(stripe, payment, { cents: 9_999 }));
    expect(shop.account.referral).toEqual(before);
  });

  test('takes back a commission that was not paid out: nothing is owed by anyone', () => {
    const shop = referredBy('basic');
    const { payment } = shop.buy('basic');
    shop.at((stripe) => refund(stripe, payment));
    expect(shop.account.referral).toMatchObject({ commission: { status: 'reversed' }, reversal: 'reversed', treasureKeys: 0 });
  });

  test('of what was paid out is owed back, and waits for the next payout', () => {
    const shop = referredBy('basic');
    const { payment } = shop.buy('basic');
    payOut(shop);
    shop.at((stripe) => refund(stripe, payment));
    expect(shop.account.referral).toMatchObject({ commission: { status: 'paid' }, reversal: 'pending', treasureKeys: 0 });
    set(shop, { reversal: 'paid' });
    const settled = shop.account;
    expect(derive(settled, shop.now)).toEqual(settled);
  });

  test('of a later year or an upgrade leaves what the first year earned', () => {
    const shop = referredBy('premium');
    const basic = shop.buy('basic');
    const before = shop.account.referral;
    shop.pass(90 * day);
    const premium = shop.buy('premium');
    shop.at((stripe) => refund(stripe, premium.payment));
    expect(shop.account.referral).toEqual(before);
    shop.at((stripe) => refund(stripe, basic.payment));
    expect(shop.account.referral?.commission?.status).toBe('reversed');
  });

  test('that fails at the bank gives the commission and the keys back', () => {
    const shop = referredBy('premium');
    const { payment } = shop.buy('premium');
    const before = shop.account.referral;
    const succeeded = shop.stripe.intents.get(payment)?.facts;
    shop.at((stripe) => refund(stripe, payment));
    shop.at((stripe) => {
      const intent = stripe.intents.get(payment);
      if (intent && succeeded) intent.facts = succeeded;
      stripe.events.push({ id: 'evt_failed', type: 'refund.failed', object: 'intent', objectId: payment, userId: 2 });
    });
    expect(shop.account.referral).toEqual({ ...before, keyRows: 3 });
  });

  test('after an administrator refused the commission changes nothing about that', () => {
    const shop = referredBy('basic', { suspicions: ['same_address'] });
    const { payment, sub } = shop.buy('basic');
    const commission = shop.account.referral?.commission ?? null;
    set(shop, { commission: commission && { ...commission, status: 'reversed' } });
    shop.passToRenewal(sub);
    expect(shop.account.referral).toMatchObject({ commission: { status: 'reversed' }, reversal: null });
    shop.at((stripe) => refund(stripe, payment));
    expect(shop.account.referral).toMatchObject({ commission: { status: 'reversed' }, reversal: null });
  });
});

test('an earlier purchase that is heard of last is the one that counts', () => {
  const shop = referredBy('premium', { referrerCards: ['card_shared'] });
  const basic = shop.order({ kind: 'membership', tier: 'basic' });
  const premium = shop.order({ kind: 'membership', tier: 'premium' });
  pay(shop.stripe, basic.payment, 'card_own');
  advanceTo(shop.stripe, shop.now + 3_600);
  endSubscription(shop.stripe, basic.sub, false);
  advanceTo(shop.stripe, shop.now + 3_600);
  pay(shop.stripe, premium.payment, 'card_shared');
  const heard = (sub: string) => settle(shop.account, read(shop.stripe, 'subscription', sub), shop.now);
  const first = heard(premium.sub);
  expect(first.ok && first.value.referral?.commission).toMatchObject({ amountCents: 2_000, status: 'held', heldReason: 'same_card' });
  const both = settle(first.ok ? first.value : shop.account, read(shop.stripe, 'subscription', basic.sub), shop.now);
  expect(both.ok && both.value.referral?.commission).toMatchObject({ amountCents: 1_000, status: 'pending', orderId: basic.order.id });
});
