/** A shop with one member, connected to the Stripe model, for testing individual payment rules. */
import type { PaidTier } from '#schema/orders/order.ts';
import { advanceTo, pay } from '#tests/support/stripe/stripe-billing.ts';
import { findFirstIntentId, getSubscription, newStripe, type Stripe } from '#tests/support/stripe/stripe-model.ts';
import type { Account, OrderState, ReferralState } from '#worker/domain/memberships/account.ts';
import type { Purchase } from '#worker/domain/orders/checkout.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { newMember } from './money-accounts.ts';
import { applyEvent, checkOut, type Product, runJob } from './money-product.ts';

export const opening = Date.parse('2025-05-04T09:00:00Z') / 1_000;

export interface Bought {
  order: OrderState;
  sub: string;
  payment: string;
}

export class Shop {
  readonly product: Product;
  #heard = 0;
  #orders = 0;

  constructor(referral: ReferralState | null = null) {
    this.product = {
      stripe: newStripe(opening),
      account: { ...newMember(2), referral },
      outage: 'none',
      onLoss: () => {},
      onFailure: () => {},
      knownRefunds: new Set(),
      heardFailures: new Set(),
      nextOrderId: () => {
        this.#orders += 1;
        return this.#orders;
      },
    };
  }

  get stripe(): Stripe {
    return this.product.stripe;
  }

  get account(): Account {
    return this.product.account;
  }

  get now(): Seconds {
    return this.stripe.now;
  }

  /** Opens an order and advances the clock by a minute; throws if the order is rejected. */
  order(purchase: Purchase): Bought {
    const order = checkOut(this.product, purchase);
    if (typeof order === 'string') throw new Error(`No order: ${order}`);
    const sub = order.stripeSubscriptionId ?? '';
    const payment = order.stripePaymentIntentId ?? findFirstIntentId(this.stripe, sub);
    this.pass(60);
    return { order, sub, payment };
  }

  /** Pays at Stripe and delivers the events. */
  pay(payment: string, card = 'card_own'): void {
    if (!pay(this.stripe, payment, card)) throw new Error(`${payment} cannot be paid`);
    this.processLosses();
  }

  buy(tier: PaidTier, card?: string): Bought {
    const purchase = this.order({ kind: 'membership', tier });
    this.pay(purchase.payment, card);
    return purchase;
  }

  buyCards(quantity: number): Bought {
    const purchase = this.order({ kind: 'cache_cards', quantity });
    this.pay(purchase.payment);
    return purchase;
  }

  /** Advances time and delivers the resulting events, without running the job. */
  pass(seconds: Seconds): void {
    advanceTo(this.stripe, this.now + seconds);
    this.processLosses();
  }

  /** Advances the clock to two hours after the current period ends. By then, the renewal has been paid or has failed. */
  passToRenewal(sub: string): { periodStart: Seconds; payment: string } {
    const { periodEnd } = getSubscription(this.stripe, sub).facts;
    this.pass(periodEnd - this.now);
    this.pass(7_200);
    return { periodStart: periodEnd, payment: findFirstIntentId(this.stripe, sub) };
  }

  letRenewalsFail(sub: string): void {
    getSubscription(this.stripe, sub).renewalFails = true;
  }

  /** Advances the clock by a minute, changes something at Stripe and delivers the events. */
  at(happens: (stripe: Stripe) => unknown): void {
    this.pass(60);
    happens(this.stripe);
    this.processLosses();
  }

  runJob(): void {
    runJob(this.product);
    this.processLosses();
  }

  processLosses(): void {
    while (this.#heard < this.stripe.events.length) {
      const event = this.stripe.events[this.#heard];
      this.#heard += 1;
      if (event) applyEvent(this.product, event);
    }
  }

  findOrder(purchase: Bought): OrderState | undefined {
    return this.account.orders.find(({ id }) => id === purchase.order.id);
  }

  findSubscription(purchase: Bought) {
    return this.account.subscriptions.find(({ id }) => id === purchase.sub);
  }

  findPayment(purchase: Pick<Bought, 'payment'>) {
    return this.account.payments.find(({ paymentIntentId }) => paymentIntentId === purchase.payment);
  }

  /** Returns the non-empty periods in order, as [tier, start, end]. */
  periods(): [PaidTier, Seconds, Seconds][] {
    return this.account.periods
      .filter(({ startsAt, endsAt }) => startsAt < endsAt)
      .sort((one, other) => one.startsAt - other.startsAt)
      .map(({ tier, startsAt, endsAt }) => [tier, startsAt, endsAt]);
  }
}
