import { describe, expect, test } from 'vitest';
import type { PayoutDecision } from '#schema/payouts/admin-payouts.ts';
import { grant, keysByTime, referral } from '#tests/support/memberships/money-accounts.ts';
import { type Bought, opening, Shop } from '#tests/support/memberships/money-shop.ts';
import { advanceTo, endSubscription, pay } from '#tests/support/stripe/stripe-billing.ts';
import { read } from '#tests/support/stripe/stripe-model.ts';
import { closeDispute, failRefund, openDispute, refund } from '#tests/support/stripe/stripe-refunds.ts';
import type { ReferralState } from '#worker/domain/memberships/account.ts';
import { deriveAccount, reconcile } from '#worker/domain/memberships/reconcile.ts';
import { decideReferral } from '#worker/domain/referrals/referral-decision.ts';
import { withoutCommission } from '#worker/domain/reviews/group-states.ts';

const day = 86_400;
type Tier = 'basic' | 'premium';

/** Creates a member whose referrer has had the given tier for 100 days. */
function referredBy(tier: Tier | 'free', more: Partial<ReferralState> = {}): Shop {
  const periods = tier === 'free' ? [] : [{ tier, startsAt: opening - 100 * day, endsAt: opening + 1_000 * day }];
  return new Shop(referral(periods, more));
}

/** Changes the referral as an administrator's edit would. */
function set(shop: Shop, change: Partial<ReferralState>): void {
  const known = shop.account.referral ?? referral();
  shop.product.account = { ...shop.account, referral: { ...known, ...change } };
}

function payOut(shop: Shop): void {
  const commission = shop.account.referral?.commission ?? null;
  set(shop, { commission: commission && { ...commission, status: 'paid' } });
}

function decide(shop: Shop, decision: PayoutDecision): void {
  const decided = decideReferral(shop.account, decision);
  if (!decided.ok) throw new Error(`Not decided: ${decided.refusal}`);
  shop.product.account = decided.value;
}

/** Reconciles one subscription with Stripe before the others. */
function reconcileSubscription(shop: Shop, { sub }: Bought): void {
  const reconciled = reconcile(shop.account, read(shop.stripe, 'subscription', sub), shop.now);
  if (!reconciled.ok) throw new Error(`Not reconciled: ${reconciled.refusal}`);
  shop.product.account = reconciled.value;
}

/** Returns the key changes as [amount, seconds since the simulated shop opened]. */
function keyTimes(shop: Shop): [number, number][] {
  return keysByTime(shop.account.referral?.keyRows ?? []).map(({ amount, at }) => [amount, at - opening]);
}

describe('the referrer’s reward for the first paid membership', () => {
  test.each<[Tier | 'free', Tier, number, number]>([
    ['free', 'basic', 0, 1],
    ['free', 'premium', 0, 1],
    ['basic', 'basic', 1_000, 1],
    ['basic', 'premium', 1_000, 1],
    ['premium', 'basic', 1_000, 2],
    ['premium', 'premium', 2_000, 2],
  ])('of a %s referrer for a %s purchase is %s cents and %s Treasure Keys', (referrer, bought, cents, keys) => {
    const shop = referredBy(referrer);
    const { order } = shop.buy(bought);
    const { commission, treasureKeys, reversal } = shop.account.referral ?? referral();
    expect(treasureKeys).toBe(keys);
    expect(reversal).toBeNull();
    const pending = { status: 'pending', heldReason: null, orderId: order.id, createdAt: shop.now };
    expect(commission).toEqual({ amountCents: cents, treasureKeys: keys, ...pending });
    expect(keyTimes(shop)).toEqual([[keys, shop.now - opening]]);
  });

  test('is paid once; upgrades and renewals add nothing', () => {
    const shop = referredBy('premium');
    shop.buy('basic');
    const first = shop.account.referral;
    shop.pass(90 * day);
    const premium = shop.buy('premium');
    expect(shop.account.referral).toEqual(first);
    shop.passToRenewal(premium.sub);
    expect(shop.account.referral).toEqual(first);
  });

  test('is not given for an unpaid order, for cards or for a grant', () => {
    const shop = referredBy('premium');
    const before = shop.account.referral;
    shop.order({ kind: 'membership', tier: 'premium' });
    const granted = { ...shop.account, periods: [grant('basic', opening, opening + day)] };
    shop.product.account = deriveAccount(granted, shop.now);
    shop.buyCards(5);
    expect(shop.account.membership.role).toBe('basic');
    expect(shop.account.referral).toEqual(before);
  });

  test('depends on the referrer’s tier at the time of the purchase', () => {
    const until = new Shop(referral([{ tier: 'premium', startsAt: opening - day, endsAt: opening + 60 }]));
    until.buy('premium');
    expect(until.account.referral).toMatchObject({ commission: { amountCents: 0 }, treasureKeys: 1 });
    const since = new Shop(referral([{ tier: 'premium', startsAt: opening + 60, endsAt: opening + day }]));
    since.buy('premium');
    expect(since.account.referral).toMatchObject({ commission: { amountCents: 2_000 }, treasureKeys: 2 });
  });

  test('is not given without a referrer', () => {
    const shop = new Shop();
    shop.buy('premium');
    expect(shop.account.referral).toBeNull();
  });

  test('is paid for the purchase that counts, if another one was refunded without effect', () => {
    const shop = referredBy('premium');
    const basic = shop.order({ kind: 'membership', tier: 'basic' });
    const premium = shop.order({ kind: 'membership', tier: 'premium' });
    shop.product.outage = 'all';
    shop.pay(basic.payment);
    shop.pass(30);
    shop.pay(premium.payment);
    shop.product.outage = 'none';
    shop.runJob();
    expect(shop.findPayment(basic)?.refundedCents).toBe(5_000);
    expect(shop.account.referral?.commission).toMatchObject({ amountCents: 2_000, status: 'pending', orderId: premium.order.id });
  });
});

describe('a commission waits for an administrator if', () => {
  test.each<[string, Partial<ReferralState>, string]>([
    ['the referrer has used the same bank card', { referrerCards: ['card_other', 'card_own'] }, 'same_card'],
    ['they live at the same address', { suspicions: ['same_address'] }, 'same_address'],
    ['the email is disposable', { suspicions: ['disposable_email'] }, 'disposable_email'],
    [
      'all of that at once',
      { suspicions: ['same_address', 'disposable_email'], referrerCards: ['card_own'] },
      'disposable_email,same_address,same_card',
    ],
  ])('%s', (_, suspicious, heldReason) => {
    const shop = referredBy('basic', suspicious);
    shop.buy('basic');
    expect(shop.account.referral).toMatchObject({ commission: { status: 'held', heldReason, amountCents: 1_000 }, treasureKeys: 0 });
  });

  test('a released commission stays released, whatever arrives later', () => {
    const shop = referredBy('basic', { suspicions: ['same_address'] });
    const { sub } = shop.buy('basic');
    decide(shop, 'release');
    shop.passToRenewal(sub);
    expect(shop.account.referral?.commission).toMatchObject({ status: 'pending', heldReason: null });
  });
});

describe('a dispute of a referred member’s payment', () => {
  function disputeFirstPayment(more: Partial<ReferralState> = {}) {
    const shop = referredBy('premium', more);
    const bought = shop.buy('premium');
    shop.at((stripe) => openDispute(stripe, bought.payment));
    return { shop, bought };
  }

  test('freezes commission and keys while it is open', () => {
    const { shop } = disputeFirstPayment();
    expect(shop.account.referral).toMatchObject({ commission: { status: 'held', heldReason: 'dispute' }, reversal: null, treasureKeys: 0 });
  });

  test('that we win restores both', () => {
    const { shop, bought } = disputeFirstPayment();
    shop.at((stripe) => closeDispute(stripe, bought.payment, 'won'));
    expect(shop.account.referral).toMatchObject({ commission: { status: 'pending', heldReason: null }, treasureKeys: 2 });
    expect(keyTimes(shop)).toEqual([[2, 60]]);
  });

  test('that we win leaves an earlier hold of the commission', () => {
    const { shop, bought } = disputeFirstPayment({ suspicions: ['same_address'] });
    expect(shop.account.referral?.commission?.heldReason).toBe('dispute,same_address');
    shop.at((stripe) => closeDispute(stripe, bought.payment, 'won'));
    expect(shop.account.referral?.commission).toMatchObject({ status: 'held', heldReason: 'same_address' });
  });

  test('that we lose reverses both', () => {
    const { shop, bought } = disputeFirstPayment();
    shop.at((stripe) => closeDispute(stripe, bought.payment, 'lost'));
    expect(shop.account.referral).toMatchObject({
      commission: { status: 'reversed', heldReason: null, amountCents: 2_000 },
      reversal: 'reversed',
      treasureKeys: 0,
    });
  });

  test('of cards does not affect the referrer', () => {
    const shop = referredBy('premium');
    shop.buy('premium');
    const before = shop.account.referral;
    const { payment } = shop.buyCards(5);
    shop.at((stripe) => openDispute(stripe, payment));
    shop.at((stripe) => closeDispute(stripe, payment, 'lost'));
    expect(shop.account.referral).toEqual(before);
  });
});

describe('a refund of a referred member’s payment', () => {
  test('in part keeps commission and keys while the rest of the price covers the commission; a larger one reverses both', () => {
    const shop = referredBy('premium');
    const { payment } = shop.buy('premium');
    const before = shop.account.referral;
    shop.at((stripe) => refund(stripe, payment, { cents: 8_000 }));
    expect(shop.account.referral).toEqual(before);
    shop.at((stripe) => refund(stripe, payment, { cents: 1 }));
    expect(shop.account.membership.role).toBe('premium');
    expect(shop.account.referral).toMatchObject({ commission: { status: 'reversed' }, reversal: 'reversed', treasureKeys: 0 });
    const reconciled = shop.account;
    expect(deriveAccount(reconciled, shop.now)).toEqual(reconciled);
    shop.at((stripe) => refund(stripe, payment));
    expect(shop.account.referral).toMatchObject({ commission: { status: 'reversed' }, treasureKeys: 0 });
  });

  test('in part makes a paid commission owed if the rest of the price does not cover it', () => {
    const shop = referredBy('premium');
    const { payment } = shop.buy('premium');
    payOut(shop);
    shop.at((stripe) => refund(stripe, payment, { cents: 8_999 }));
    expect(shop.account.referral).toMatchObject({ commission: { status: 'paid' }, reversal: 'pending', treasureKeys: 0 });
  });

  test('reverses an unpaid commission: nobody owes anything', () => {
    const shop = referredBy('basic');
    const { payment } = shop.buy('basic');
    shop.at((stripe) => refund(stripe, payment));
    expect(shop.account.referral).toMatchObject({ commission: { status: 'reversed' }, reversal: 'reversed', treasureKeys: 0 });
  });

  test('after the payout makes the commission owed, to be netted with the next payout', () => {
    const shop = referredBy('basic');
    const { payment } = shop.buy('basic');
    payOut(shop);
    shop.at((stripe) => refund(stripe, payment));
    expect(shop.account.referral).toMatchObject({ commission: { status: 'paid' }, reversal: 'pending', treasureKeys: 0 });
    set(shop, { reversal: 'paid' });
    const reconciled = shop.account;
    expect(deriveAccount(reconciled, shop.now)).toEqual(reconciled);
  });

  test.each(['pending', 'paid'] as const)('after the payout that fails at the bank undoes the reversal (%s)', (reversal) => {
    const shop = referredBy('basic');
    const { payment } = shop.buy('basic');
    payOut(shop);
    shop.at((stripe) => refund(stripe, payment));
    set(shop, { reversal });
    shop.at((stripe) => failRefund(stripe, payment));
    expect(shop.account.referral).toMatchObject({ commission: { status: 'paid' }, reversal: null, treasureKeys: 1 });
  });

  test('that fails at the bank leaves a reversal by a group decision', () => {
    const shop = referredBy('basic');
    const { payment } = shop.buy('basic');
    payOut(shop);
    shop.product.account = withoutCommission(shop.account);
    shop.at((stripe) => refund(stripe, payment));
    shop.at((stripe) => failRefund(stripe, payment));
    expect(shop.account.referral).toMatchObject({ commission: { status: 'paid' }, reversal: 'pending' });
  });

  test('of a later year or an upgrade leaves the first year’s reward', () => {
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

  test('that fails at the bank restores the commission and the keys', () => {
    const shop = referredBy('premium');
    const { payment } = shop.buy('premium');
    const [before, times] = [shop.account.referral, keyTimes(shop)];
    shop.at((stripe) => refund(stripe, payment));
    expect(keyTimes(shop)).toEqual([...times, [-2, shop.now - opening]]);
    shop.at((stripe) => failRefund(stripe, payment));
    expect(shop.account.referral).toEqual({ ...before, keyRows: expect.any(Array) });
    expect(keyTimes(shop)).toEqual(times);
  });

  test('after an administrator refused the commission leaves it refused', () => {
    const shop = referredBy('basic', { suspicions: ['same_address'] });
    const { payment, sub } = shop.buy('basic');
    decide(shop, 'refuse');
    shop.passToRenewal(sub);
    expect(shop.account.referral).toMatchObject({ commission: { status: 'reversed' }, reversal: null });
    shop.at((stripe) => refund(stripe, payment));
    expect(shop.account.referral).toMatchObject({ commission: { status: 'reversed' }, reversal: null });
  });
});

describe('the keys of a referral', () => {
  test('for a free referrer do not count while the referral is held, and are backdated on release', () => {
    const shop = referredBy('free', { suspicions: ['same_address'] });
    shop.buy('basic');
    expect(shop.account.referral?.commission).toMatchObject({
      amountCents: 0,
      treasureKeys: 1,
      status: 'held',
      heldReason: 'same_address',
    });
    expect(keyTimes(shop)).toEqual([]);
    shop.pass(40 * day);
    decide(shop, 'release');
    expect(shop.account.referral).toMatchObject({ commission: { status: 'pending', heldReason: null }, treasureKeys: 1 });
    expect(keyTimes(shop)).toEqual([[1, 60]]);
  });

  test('never count after the referral is refused', () => {
    const shop = referredBy('premium');
    const { sub } = shop.buy('premium');
    shop.pass(40 * day);
    decide(shop, 'refuse');
    expect(shop.account.referral).toMatchObject({ commission: { status: 'reversed' }, reversal: null, treasureKeys: 0 });
    expect(keyTimes(shop)).toEqual([]);
    shop.passToRenewal(sub);
    expect(keyTimes(shop)).toEqual([]);
    for (const decision of ['hold', 'release', 'refuse'] as const)
      expect(decideReferral(shop.account, decision)).toEqual({ ok: false, refusal: 'changed_meanwhile' });
  });

  test('do not count while an administrator holds the referral, whatever arrives, until the release', () => {
    const shop = referredBy('premium');
    const { sub, payment } = shop.buy('premium');
    decide(shop, 'hold');
    expect(shop.account.referral).toMatchObject({ commission: { status: 'held', heldReason: 'administrator' }, treasureKeys: 0 });
    shop.passToRenewal(sub);
    shop.at((stripe) => openDispute(stripe, payment));
    shop.at((stripe) => closeDispute(stripe, payment, 'won'));
    expect(shop.account.referral?.commission).toMatchObject({ status: 'held', heldReason: 'administrator' });
    expect(keyTimes(shop)).toEqual([]);
    decide(shop, 'release');
    expect(keyTimes(shop)).toEqual([[2, 60]]);
  });

  test('last until the refund or the dispute, by Stripe’s clock and not by ours', () => {
    const returned = referredBy('premium');
    const disputeFirstPayment = referredBy('premium');
    for (const shop of [returned, disputeFirstPayment]) {
      const { payment } = shop.buy('premium');
      shop.product.outage = 'all';
      shop.pass(10 * day - 60);
      if (shop === returned) refund(shop.stripe, payment);
      else openDispute(shop.stripe, payment);
      advanceTo(shop.stripe, shop.now + 5 * day);
      shop.product.outage = 'none';
      shop.processLosses();
      expect(keyTimes(shop)).toEqual([
        [2, 60],
        [-2, 10 * day],
      ]);
    }
  });

  test('do not return when a refund during a hold fails later', () => {
    const shop = referredBy('premium', { suspicions: ['disposable_email'] });
    const { payment } = shop.buy('premium');
    shop.at((stripe) => refund(stripe, payment));
    expect(shop.account.referral?.commission).toMatchObject({ status: 'reversed', heldReason: 'disposable_email' });
    expect(keyTimes(shop)).toEqual([]);
  });

  test('stay if the referrer has left, since the friend is not to blame', () => {
    const shop = referredBy('premium');
    const { sub } = shop.buy('premium');
    const commission = shop.account.referral?.commission ?? null;
    set(shop, { commission: commission && { ...commission, status: 'held', heldReason: 'member_left' } });
    shop.passToRenewal(sub);
    expect(shop.account.referral?.commission).toMatchObject({ status: 'held', heldReason: 'member_left' });
    expect(keyTimes(shop)).toEqual([[2, 60]]);
  });
});

describe('after the payout, the keys still follow the purchase that counts,', () => {
  test('if the paid purchase is refunded because an upgrade gave no credit for it', () => {
    const upgradedAt = opening + 3_600;
    const shop = new Shop(
      referral([
        { tier: 'basic', startsAt: opening - 100 * day, endsAt: upgradedAt },
        { tier: 'premium', startsAt: upgradedAt, endsAt: opening + 1_000 * day },
      ]),
    );
    const basic = shop.order({ kind: 'membership', tier: 'basic' });
    const premium = shop.order({ kind: 'membership', tier: 'premium' });
    // Stripe rejects writes, so the second order cannot be canceled and the member pays its full price.
    shop.product.outage = 'writes';
    shop.pay(basic.payment);
    expect(keyTimes(shop)).toEqual([[1, 120]]);
    payOut(shop);
    shop.pass(7_200);
    shop.pay(premium.payment);
    expect(keyTimes(shop)).toEqual([[2, 7_320]]);
    const paidOut = { amountCents: 1_000, treasureKeys: 2, status: 'paid', orderId: basic.order.id };
    expect(shop.account.referral).toMatchObject({ commission: paidOut, reversal: null, treasureKeys: 2 });
    shop.product.outage = 'none';
    shop.at((stripe) => refund(stripe, premium.payment));
    expect(keyTimes(shop)).toEqual([
      [2, 7_320],
      [-2, 7_380],
    ]);
    expect(shop.account.referral).toMatchObject({ commission: paidOut, reversal: 'pending', treasureKeys: 0 });
  });

  test('if an earlier purchase is processed last', () => {
    const shop = referredBy('premium');
    const basic = shop.order({ kind: 'membership', tier: 'basic' });
    const premium = shop.order({ kind: 'membership', tier: 'premium' });
    pay(shop.stripe, basic.payment, 'card_own');
    advanceTo(shop.stripe, shop.now + 3_600);
    endSubscription(shop.stripe, basic.sub, false);
    refund(shop.stripe, basic.payment);
    advanceTo(shop.stripe, shop.now + 3_600);
    pay(shop.stripe, premium.payment, 'card_own');
    reconcileSubscription(shop, premium);
    expect(keyTimes(shop)).toEqual([[2, 7_320]]);
    payOut(shop);
    shop.processLosses();
    expect(keyTimes(shop)).toEqual([
      [2, 120],
      [-2, 3_720],
    ]);
  });
});

test('an earlier purchase counts even if it is processed last', () => {
  const shop = referredBy('premium', { referrerCards: ['card_shared'] });
  const basic = shop.order({ kind: 'membership', tier: 'basic' });
  const premium = shop.order({ kind: 'membership', tier: 'premium' });
  pay(shop.stripe, basic.payment, 'card_own');
  advanceTo(shop.stripe, shop.now + 3_600);
  endSubscription(shop.stripe, basic.sub, false);
  advanceTo(shop.stripe, shop.now + 3_600);
  pay(shop.stripe, premium.payment, 'card_shared');
  reconcileSubscription(shop, premium);
  expect(shop.account.referral?.commission).toMatchObject({ amountCents: 2_000, status: 'held', heldReason: 'same_card' });
  reconcileSubscription(shop, basic);
  expect(shop.account.referral?.commission).toMatchObject({ amountCents: 1_000, status: 'pending', orderId: basic.order.id });
});
