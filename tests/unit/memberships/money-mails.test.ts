import { describe, expect, test } from 'vitest';
import { Shop } from '#tests/support/memberships/money-shop.ts';
import { endSubscription, switchRenewal } from '#tests/support/stripe/stripe-billing.ts';
import { closeDispute, openDispute, refund } from '#tests/support/stripe/stripe-refunds.ts';
import { graceReminders, listMails } from '#worker/domain/memberships/mails.ts';
import { renewalNotice } from '#worker/domain/memberships/renewal-notice.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';

const day = 86_400;
const addressee = { email: 'robin@example.com', firstName: 'Robin', version: 7 };

/** Returns the emails triggered by the account changes that `happens` makes. */
function mailsFor(shop: Shop, happens: () => void): Mail[] {
  const before = shop.account;
  happens();
  return listMails(before, shop.account, addressee);
}

/** Creates a member who pays for premium while a basic order is open and Stripe rejects writes. */
function boughtPremium() {
  const shop = new Shop();
  const basic = shop.order({ kind: 'membership', tier: 'basic' });
  const premium = shop.order({ kind: 'membership', tier: 'premium' });
  shop.product.outage = 'writes';
  shop.pay(premium.payment);
  shop.pass(30);
  return { shop, basic };
}

const kinds = (mails: Mail[]) => mails.map(({ template, cause }) => `${template} ${cause}`);

describe('the member gets an email', () => {
  test('when a membership is paid, once', () => {
    const shop = new Shop();
    const bought = shop.order({ kind: 'membership', tier: 'basic' });
    const mails = mailsFor(shop, () => shop.pay(bought.payment));
    expect(mails).toEqual([
      {
        template: 'purchase',
        to: 'robin@example.com',
        cause: `purchase:${bought.order.id}`,
        payload: {
          firstName: 'Robin',
          description: 'Basic membership, one year',
          amountCents: '5000',
          balanceCents: null,
          creditCents: null,
          kind: 'membership',
          shipTo: null,
        },
      },
    ]);
    expect(listMails(shop.account, shop.account, addressee)).toEqual([]);
  });

  test('when cards are paid', () => {
    const shop = new Shop();
    shop.buy('basic');
    const cards = shop.order({ kind: 'cache_cards', quantity: 5 });
    const [mail] = mailsFor(shop, () => shop.pay(cards.payment));
    expect(mail).toMatchObject({
      template: 'purchase',
      payload: { description: '5 Cache Cards', amountCents: '500', kind: 'cache_cards' },
    });
  });

  test('when a year is renewed, with the end of the paid period', () => {
    const shop = new Shop();
    const { sub } = shop.buy('premium');
    const [mail, ...others] = mailsFor(shop, () => shop.passToRenewal(sub));
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      template: 'renewal',
      payload: {
        description: 'Premium membership, renewal for one year',
        amountCents: '10000',
        paidUntil: '2027-05-04T09:00:00.000Z',
      },
    });
  });

  test('when a renewal fails, with the end of the grace period and always the same cause', () => {
    const shop = new Shop();
    const { sub } = shop.buy('basic');
    shop.letRenewalsFail(sub);
    const mails = mailsFor(shop, () => shop.passToRenewal(sub));
    const periodStart = shop.account.subscriptions[0]?.periodStart;
    expect(kinds(mails)).toEqual([`renewal_failed renewal_failed:${sub}:${periodStart}`]);
    expect(mails[0]?.payload).toMatchObject({ tier: 'basic', graceUntil: '2026-05-11T09:00:00.000Z' });
    expect(kinds(mailsFor(shop, () => shop.pass(day)))).toEqual(kinds(mails));
  });

  test('when the membership ends', () => {
    const shop = new Shop();
    const { sub } = shop.buy('basic');
    shop.at((stripe) => switchRenewal(stripe, sub, false));
    const mails = mailsFor(shop, () => shop.passToRenewal(sub));
    expect(kinds(mails)).toEqual([`membership_ended membership_ended:${sub}`]);
    expect(mails[0]?.payload).toEqual({ firstName: 'Robin', tier: 'basic' });
  });

  test('when it ends because of a refund', () => {
    const shop = new Shop();
    const { sub, payment } = shop.buy('premium');
    expect(kinds(mailsFor(shop, () => shop.at((stripe) => refund(stripe, payment))))).toEqual([
      expect.stringMatching(/^refund refund:.+:10000$/),
      `membership_ended membership_ended:${sub}`,
    ]);
  });

  test('about the purchase alone when upgrading', () => {
    const shop = new Shop();
    shop.buy('basic');
    shop.pass(100 * day);
    const premium = shop.order({ kind: 'membership', tier: 'premium' });
    expect(kinds(mailsFor(shop, () => shop.pay(premium.payment)))).toEqual([`purchase purchase:${premium.order.id}`]);
  });
});

describe('the member gets an email about each change of money:', () => {
  test('a partial refund, and the refund of the rest', () => {
    const shop = new Shop();
    const { payment } = shop.buy('basic');
    const [part] = mailsFor(shop, () => shop.at((stripe) => refund(stripe, payment, { cents: 100 })));
    expect(part).toMatchObject({ template: 'refund', payload: { amountCents: '100', paidCents: '5000', extent: 'part', why: null } });
    const [rest] = mailsFor(shop, () => shop.at((stripe) => refund(stripe, payment, { cents: 4_900 })));
    expect(rest).toMatchObject({ template: 'refund', payload: { amountCents: '4900', extent: 'full' } });
    expect(rest?.cause).not.toBe(part?.cause);
  });

  test('the refund of a double payment', () => {
    const { shop, basic } = boughtPremium();
    shop.pay(basic.payment);
    shop.product.outage = 'none';
    const mails = mailsFor(shop, () => shop.runJob());
    expect(mails).toMatchObject([{ template: 'refund', payload: { amountCents: '5000', extent: 'full', why: 'paid_twice' } }]);
  });

  test('a dispute, when it is opened and when it is won or lost', () => {
    for (const outcome of ['won', 'lost'] as const) {
      const shop = new Shop();
      const { payment } = shop.buy('basic');
      expect(mailsFor(shop, () => shop.at((stripe) => openDispute(stripe, payment)))).toMatchObject([
        { template: 'dispute_opened', payload: { description: 'Basic membership, one year', amountCents: '5000' } },
      ]);
      const mails = mailsFor(shop, () => shop.at((stripe) => closeDispute(stripe, payment, outcome)));
      if (outcome === 'lost') expect(mails[0]?.payload).toMatchObject({ goesOn: null });
      expect(mails.map(({ template }) => template)).toEqual(outcome === 'won' ? ['dispute_won'] : ['dispute_lost', 'membership_ended']);
    }
  });

  test('a lost dispute that ends nothing because an upgrade had credited the payment', () => {
    const shop = new Shop();
    const { payment } = shop.buy('basic');
    shop.pass(30 * day);
    shop.buy('premium');
    shop.at((stripe) => openDispute(stripe, payment));
    const mails = mailsFor(shop, () => shop.at((stripe) => closeDispute(stripe, payment, 'lost')));
    expect(mails).toMatchObject([{ template: 'dispute_lost', payload: { amountCents: '5000', goesOn: 'premium' } }]);
    expect(shop.account.membership).toMatchObject({ role: 'premium' });
  });

  test('a lost dispute of the year before, which leaves the current membership', () => {
    const shop = new Shop();
    const { sub, payment } = shop.buy('basic');
    shop.at((stripe) => openDispute(stripe, payment));
    shop.passToRenewal(sub);
    const mails = mailsFor(shop, () => shop.at((stripe) => closeDispute(stripe, payment, 'lost')));
    expect(mails).toMatchObject([{ template: 'dispute_lost', payload: { goesOn: 'basic' } }]);
  });

  test('turning renewal off and on, each time', () => {
    const shop = new Shop();
    const { sub } = shop.buy('basic');
    const cancelled = mailsFor(shop, () => shop.at((stripe) => switchRenewal(stripe, sub, false)));
    expect(cancelled).toMatchObject([
      {
        template: 'membership_cancelled',
        cause: `membership_cancelled:${sub}:7`,
        payload: { tier: 'basic', amountCents: '5000', until: '2026-05-04T09:00:00.000Z' },
      },
    ]);
    const resumed = mailsFor(shop, () => shop.at((stripe) => switchRenewal(stripe, sub, true)));
    expect(resumed.map(({ template }) => template)).toEqual(['membership_resumed']);
  });
});

describe('the member gets no email', () => {
  test('about the refund of a lower tier bought twice', () => {
    const { shop, basic } = boughtPremium();
    expect(kinds(mailsFor(shop, () => shop.pay(basic.payment)))).toEqual([]);
  });

  test('about a renewal that Stripe charged after the upgrade', () => {
    const shop = new Shop();
    const basic = shop.buy('basic');
    shop.pass(364 * day + 86_000);
    const premium = shop.order({ kind: 'membership', tier: 'premium' });
    shop.product.outage = 'writes';
    shop.pay(premium.payment);
    expect(kinds(mailsFor(shop, () => shop.passToRenewal(basic.sub)))).toEqual([]);
  });

  test('about an order that was only opened', () => {
    const shop = new Shop();
    shop.buy('basic');
    expect(mailsFor(shop, () => shop.order({ kind: 'cache_cards', quantity: 5 }))).toEqual([]);
  });

  test('about the end of a membership that is followed immediately by another one', () => {
    const shop = new Shop();
    const basic = shop.buy('basic');
    shop.buy('premium');
    expect(kinds(mailsFor(shop, () => shop.at((stripe) => endSubscription(stripe, basic.sub, false))))).toEqual([]);
  });
});

describe('the second email of a grace', () => {
  test('is due two days before its end, and not after the payment', () => {
    const shop = new Shop();
    const { sub } = shop.buy('basic');
    expect(graceReminders(shop.account, addressee, shop.now)).toEqual([]);
    shop.letRenewalsFail(sub);
    const { periodStart, payment } = shop.passToRenewal(sub);
    expect(graceReminders(shop.account, addressee, periodStart + 5 * day - 1)).toEqual([]);
    const due = graceReminders(shop.account, addressee, periodStart + 5 * day);
    expect(kinds(due)).toEqual([`grace_ending grace_ending:${sub}:${periodStart}`]);
    expect(due[0]?.payload).toMatchObject({ tier: 'basic', graceUntil: '2026-05-11T09:00:00.000Z' });
    shop.pay(payment);
    expect(graceReminders(shop.account, addressee, periodStart + 6 * day)).toEqual([]);
  });
});

test('the email before a renewal has the price of the subscription, not today’s', () => {
  const shop = new Shop();
  const bought = shop.buy('basic');
  const subscription = shop.findSubscription(bought);
  if (!subscription) throw new Error('Nothing was bought');
  const notice = renewalNotice(subscription, { card: null, priceCents: 4_500, balanceCents: 0 }, addressee);
  expect(notice.payload).toMatchObject({ amountCents: '4500', balanceCents: null, card: null });
});
