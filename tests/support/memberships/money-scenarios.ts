/** Payment scenarios for a member, with the events sent and the state of Stripe's objects after each step. */
import type { PaidTier } from '#schema/orders/order.ts';
import { secondsPerDay, secondsPerHour } from '#schema/rules.ts';
import {
  advanceTo,
  cancelIntent,
  endSubscription,
  openCardPayment,
  openMembership,
  pay,
  switchRenewal,
} from '#tests/support/stripe/stripe-billing.ts';
import { findFirstIntentId, getSubscription, newStripe, read, type Stripe, type StripeEvent } from '#tests/support/stripe/stripe-model.ts';
import { closeDispute, openDispute, refund } from '#tests/support/stripe/stripe-refunds.ts';
import type { Account, ReferralState } from '#worker/domain/memberships/account.ts';
import { reconcile } from '#worker/domain/memberships/reconcile.ts';
import { computeUnusedCredit } from '#worker/domain/orders/checkout.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { cardOrder, membershipOrder, newMember, referral } from './money-accounts.ts';

/**
 * `stage` is the index of the step that sent the event. If the event is processed after later steps, reads from Stripe return a later
 * state.
 */
export type StagedEvent = StripeEvent & { stage: number };

export interface Scenario {
  name: string;
  /** The account before the first event. It already contains all orders in the scenario. */
  start: Account;
  events: StagedEvent[];
  /** Stripe's state after each step. */
  stages: Stripe[];
  now: Seconds;
}

const memberId = 2;
const beginning = Date.parse('2026-03-01T12:00:00Z') / 1_000;
const year = 365 * secondsPerDay;

/** Scenario builder; each method adds a step. */
class Story {
  readonly stripe = newStripe(beginning);
  readonly stages: Stripe[] = [];
  readonly events: StagedEvent[] = [];
  readonly start: Account;
  #orders = 0;

  constructor(start: Account) {
    this.start = start;
  }

  /** Opens a membership order; returns its subscription's id. */
  order(tier: PaidTier, creditCents = 0): string {
    this.#orders += 1;
    const order = membershipOrder(this.#orders, tier, this.stripe.now, creditCents);
    this.start.orders.push(order);
    return this.#step(() => openMembership(this.stripe, { userId: memberId, orderId: order.id, tier, amountCents: order.amountCents }));
  }

  orderCards(quantity: number): string {
    this.#orders += 1;
    const order = cardOrder(this.#orders, quantity, this.stripe.now);
    this.start.orders.push(order);
    return this.#step(() => openCardPayment(this.stripe, { userId: memberId, orderId: order.id, amountCents: order.amountCents }));
  }

  /** Pays for a subscription or a card order. Returns the payment's id. */
  pay(id: string, card = 'card_own'): string {
    const intentId = id.startsWith('sub_') ? findFirstIntentId(this.stripe, id) : id;
    this.after(600);
    return this.#step(() => {
      pay(this.stripe, intentId, card);
      return intentId;
    });
  }

  buy(tier: PaidTier, creditCents = 0, card?: string): { sub: string; payment: string } {
    const sub = this.order(tier, creditCents);
    return { sub, payment: this.pay(sub, card) };
  }

  /** Pays for premium halfway through a basic year, at the product's price, and ends the basic subscription. */
  upgrade(basic: string, card?: string): { sub: string; payment: string } {
    const premium = this.buy('premium', this.credit(), card);
    this.end(basic);
    return premium;
  }

  /** Returns the product's current credit for an upgrade, in cents. */
  credit(): number {
    const account = this.events.reduce((currentAccount, event) => {
      const reconciled = reconcile(currentAccount, read(this.stripe, event.object, event.objectId), this.stripe.now);
      return reconciled.ok ? reconciled.value : currentAccount;
    }, this.start);
    return computeUnusedCredit({ ...account, stripeSubscriptionId: account.membership.stripeSubscriptionId }, this.stripe.now);
  }

  end(sub: string): void {
    this.after(5);
    this.#step(() => endSubscription(this.stripe, sub, false));
  }

  after(seconds: number): void {
    this.#step(() => advanceTo(this.stripe, this.stripe.now + seconds));
  }

  /** Advances the clock to two hours after the period ends. By then, the renewal has been paid or has failed. */
  throughRenewal(sub: string): string {
    this.#step(() => advanceTo(this.stripe, getSubscription(this.stripe, sub).facts.periodEnd));
    this.after(2 * secondsPerHour);
    return findFirstIntentId(this.stripe, sub);
  }

  do(work: (stripe: Stripe) => unknown): void {
    this.after(60);
    this.#step(() => work(this.stripe));
  }

  #step<Value>(work: () => Value): Value {
    const eventCount = this.stripe.events.length;
    const value = work();
    const stage = this.stages.length;
    this.events.push(...this.stripe.events.slice(eventCount).map((event) => ({ ...event, stage })));
    // Adds a stage only if the step sent events. Otherwise, updates the last stage to Stripe's current state.
    if (this.stripe.events.length > eventCount || stage === 0) this.stages.push(structuredClone(this.stripe));
    else this.stages[stage - 1] = structuredClone(this.stripe);
    return value;
  }
}

const lastYear = { startsAt: beginning - year, endsAt: beginning + 3 * year };
/**
 * Referrers who may earn a commission only for the friend's first purchase. One shares the bank card that later pays for the upgrade; the
 * other becomes a basic member only after the first purchase.
 */
const referrers: Record<string, ReferralState> = {
  'premium, who shares the card of the upgrade': referral([{ tier: 'premium', ...lastYear }], { referrerCards: ['card_other'] }),
  'basic since the second year': referral([{ tier: 'basic', startsAt: beginning + 300 * secondsPerDay, endsAt: beginning + 3 * year }]),
};

const stories: Record<string, (story: Story) => void> = {
  'a purchase, and its cancellation': (story) => {
    const { sub } = story.buy('basic');
    story.do((stripe) => switchRenewal(stripe, sub, false));
    story.throughRenewal(sub);
  },
  'a purchase, canceled and resumed, renewed': (story) => {
    const { sub } = story.buy('premium');
    story.do((stripe) => switchRenewal(stripe, sub, false));
    story.do((stripe) => switchRenewal(stripe, sub, true));
    story.throughRenewal(sub);
  },
  'a purchase, partly and then fully refunded': (story) => {
    const { sub, payment } = story.buy('basic');
    story.after(30 * secondsPerDay);
    story.do((stripe) => refund(stripe, payment, { cents: 1_500 }));
    story.do((stripe) => refund(stripe, payment));
    story.end(sub);
  },
  'a purchase, disputed and won': (story) => {
    const { payment } = story.buy('premium');
    story.do((stripe) => openDispute(stripe, payment));
    story.do((stripe) => closeDispute(stripe, payment, 'won'));
  },
  'a purchase, disputed and lost': (story) => {
    const { sub, payment } = story.buy('premium');
    story.do((stripe) => openDispute(stripe, payment));
    story.do((stripe) => closeDispute(stripe, payment, 'lost'));
    story.end(sub);
  },
  'a purchase, refunded, and disputed all the same': (story) => {
    const { sub, payment } = story.buy('basic');
    story.do((stripe) => refund(stripe, payment));
    story.end(sub);
    story.do((stripe) => openDispute(stripe, payment));
    story.do((stripe) => closeDispute(stripe, payment, 'lost'));
  },
  'an upgrade': (story) => {
    const { sub } = story.buy('basic');
    story.after(180 * secondsPerDay);
    story.upgrade(sub, 'card_other');
  },
  'an upgrade that is refunded': (story) => {
    const { sub } = story.buy('basic');
    story.after(180 * secondsPerDay);
    const premium = story.upgrade(sub, 'card_other');
    story.do((stripe) => refund(stripe, premium.payment));
    story.end(premium.sub);
  },
  'a purchase, an upgrade, a renewal, a refund, a cancellation': (story) => {
    const { sub } = story.buy('basic');
    story.after(180 * secondsPerDay);
    const premium = story.upgrade(sub, 'card_other');
    const renewal = story.throughRenewal(premium.sub);
    story.do((stripe) => refund(stripe, renewal));
    story.end(premium.sub);
  },
  'a purchase, a renewal, an upgrade, the refund of the first year': (story) => {
    const { sub, payment } = story.buy('basic');
    story.throughRenewal(sub);
    story.after(90 * secondsPerDay);
    story.upgrade(sub, 'card_other');
    story.do((stripe) => refund(stripe, payment));
  },
  'an upgrade whose basic year was disputed and won': (story) => {
    const { sub, payment } = story.buy('basic');
    story.do((stripe) => openDispute(stripe, payment));
    story.do((stripe) => closeDispute(stripe, payment, 'won'));
    story.after(180 * secondsPerDay);
    story.upgrade(sub);
  },
  'a renewal that fails and is paid in the grace': (story) => {
    const { sub } = story.buy('basic');
    story.do((stripe) => switchRenewalFails(stripe, sub));
    story.throughRenewal(sub);
    story.after(3 * secondsPerDay);
    story.pay(sub);
  },
  'a renewal that fails, and the end of the grace': (story) => {
    const { sub } = story.buy('basic');
    story.do((stripe) => switchRenewalFails(stripe, sub));
    story.throughRenewal(sub);
    story.after(7 * secondsPerDay);
    story.end(sub);
  },
  'a membership bought twice': (story) => {
    const basic = story.order('basic');
    const premium = story.order('premium');
    story.pay(premium);
    const payment = story.pay(basic, 'card_other');
    story.do((stripe) => refund(stripe, payment, { byUs: true }));
    story.end(basic);
  },
  'both tiers paid side by side, the lower first': (story) => {
    const basic = story.order('basic');
    const premium = story.order('premium');
    const payment = story.pay(basic);
    story.pay(premium, 'card_other');
    story.do((stripe) => refund(stripe, payment, { byUs: true }));
    story.end(basic);
  },
  'an upgrade left open': (story) => {
    story.buy('basic');
    story.after(90 * secondsPerDay);
    story.order('premium', story.credit());
  },
  'an upgrade left open until it expired': (story) => {
    story.buy('basic');
    story.after(90 * secondsPerDay);
    story.order('premium', story.credit());
    story.after(secondsPerDay);
  },
  'a basic year renewed at Stripe before it heard of the upgrade': (story) => {
    const { sub } = story.buy('basic');
    story.after(364 * secondsPerDay + 22 * secondsPerHour);
    story.buy('premium', story.credit());
    const renewal = story.throughRenewal(sub);
    story.do((stripe) => refund(stripe, renewal, { byUs: true }));
    story.end(sub);
  },
  'cards paid, disputed and won, refunded': (story) => {
    const payment = story.pay(story.orderCards(5));
    story.do((stripe) => openDispute(stripe, payment));
    story.do((stripe) => closeDispute(stripe, payment, 'won'));
    story.do((stripe) => refund(stripe, payment));
  },
  'cards paid and disputed, others not paid': (story) => {
    const endedStory = story.orderCards(7);
    const payment = story.pay(story.orderCards(1));
    story.do((stripe) => openDispute(stripe, payment));
    story.do((stripe) => closeDispute(stripe, payment, 'lost'));
    story.do((stripe) => cancelIntent(stripe, endedStory));
  },
};

function switchRenewalFails(stripe: Stripe, sub: string): void {
  getSubscription(stripe, sub).renewalFails = true;
}

/** Returns each scenario combined with each kind of referrer. */
export function allScenarios(): Scenario[] {
  return Object.entries(stories).flatMap(([name, tell]) =>
    Object.entries(referrers).map(([kind, referredBy]) => {
      const story = new Story({ ...newMember(memberId), referral: referredBy });
      tell(story);
      const { start, events, stages, stripe } = story;
      return { name: `${name}; referred by ${kind}`, start, events, stages, now: stripe.now + secondsPerDay };
    }),
  );
}
