/** Random histories of a member, their referrer, Stripe and its events; money-verdict.ts checks the invariants. */

import type { PaidTier } from '#schema/orders/order.ts';
import type { PayoutDecision } from '#schema/payouts/admin-payouts.ts';
import { secondsPerDay } from '#schema/rules.ts';
import { advanceTo, endSubscription, pay, switchRenewal } from '#tests/support/stripe/stripe-billing.ts';
import {
  findFirstIntentId,
  getSubscription,
  type Happening,
  newStripe,
  payable,
  type Stripe,
  type StripeEvent,
} from '#tests/support/stripe/stripe-model.ts';
import { closeDispute, failRefund, openDispute, refund } from '#tests/support/stripe/stripe-refunds.ts';
import { deriveAccount } from '#worker/domain/memberships/reconcile.ts';
import type { Purchase } from '#worker/domain/orders/checkout.ts';
import { parseHeldReasons } from '#worker/domain/payouts/payout.ts';
import { decideReferral } from '#worker/domain/referrals/referral-decision.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { CommissionLedger } from './commission-ledger.ts';
import { modelMember } from './member-model.ts';
import { grant, newMember, referral } from './money-accounts.ts';
import { type Action, memberId, referrerId } from './money-actions.ts';
import type { Entry } from './money-database.ts';
import {
  type FailureHeard,
  getSpanTier,
  type LossHeard,
  type ModelledReferral,
  modelPremiumPrice,
  modelReferral,
  type Office,
  type Span,
} from './money-model.ts';
import { applyEvent, checkOut, type Product, runJob } from './money-product.ts';

export interface World {
  stripe: Stripe;
  member: Product;
  referrer: Product;
  /** Stripe events that were sent but that we have not applied yet. */
  waitingEvents: StripeEvent[];
  /** Events that we have already applied and that Stripe will deliver again. */
  appliedEvents: StripeEvent[];
  /** The number of Stripe's events already moved to `waitingEvents`. */
  taken: number;
  /** Lost disputes and failed refunds, recorded when we learned of them. `place` is the length of Stripe's history at that time. */
  heard: ((LossHeard | FailureHeard) & { userId: number; place: number })[];
  /** Administrators' decisions about the commission. */
  office: Omit<Office, 'isPaid'>;
  ledger: CommissionLedger;
  /** Offered and expected prices for premium years, in cents. */
  prices: { actualCents: number; expected: number }[];
  grants: (Span & { userId: number })[];
  /** Every change that the product would write to its database, in chronological order. */
  journal: Entry[];
}

const beginning = Date.parse('2027-01-15T08:00:00Z') / 1_000;

/** Runs a random history, then delivers all remaining events and runs all jobs until nothing changes anymore. */
export function live(actions: Action[]): World {
  const world = newWorld();
  for (const step of actions) {
    // Each action takes one second, but some actions make two payments in the same second.
    pass(world, 1);
    act(world, step);
    processReferrer(world);
  }
  rest(world);
  return world;
}

function newWorld(): World {
  const stripe = newStripe(beginning);
  let orders = 0;
  const heard: World['heard'] = [];
  const ledger = new CommissionLedger();
  const product = (userId: number): Product => ({
    stripe,
    account: newMember(userId),
    outage: 'none',
    onLoss: (intentId) => heard.push({ kind: 'loss_heard', at: stripe.now, place: stripe.history.length, intentId, userId }),
    onFailure: (failure) => heard.push({ kind: 'failure_heard', at: stripe.now, place: stripe.history.length, userId, ...failure }),
    knownRefunds: new Set(),
    heardFailures: new Set(),
    nextOrderId: () => {
      orders += 1;
      return orders;
    },
  });
  const journal: Entry[] = [];
  const member = recordChanges(product(memberId), journal, ledger);
  const referrer = recordChanges(product(referrerId), journal);
  member.account = { ...member.account, referral: referral([], { referrerCards: ['card_shared'] }) };
  const none = {
    waitingEvents: [],
    appliedEvents: [],
    taken: 0,
    ledger,
    office: { settledCents: 0, isHeld: false, isRefused: false, releasedReferrals: new Set<string>() },
    prices: [],
    grants: [],
  };
  return { stripe, member, referrer, heard, journal, ...none };
}

/** Records each change to the account, as the store does when it commits the change. */
function recordChanges(product: Product, journal: Entry[], ledger?: CommissionLedger): Product {
  let { account } = product;
  const refunds = () => [...product.stripe.intents.values()].flatMap(({ facts }) => facts.charge?.refunds ?? []);
  return Object.defineProperty(product, 'account', {
    get: () => account,
    set: (next: Product['account']) => {
      ledger?.record(account.referral, next.referral);
      journal.push({ kind: 'change', at: product.stripe.now, before: account, after: next, refunds: refunds() });
      account = next;
    },
  });
}

function act(world: World, step: Action): void {
  const { stripe } = world;
  switch (step.kind) {
    case 'checkout':
      checkOutAt(world, step.by, step.purchase);
      return;
    case 'pay': {
      const intentId = pickAt(payable(stripe, step.by), step.pick);
      if (intentId) pay(stripe, intentId, `card_${step.card === 'own' ? step.by : 'shared'}`);
      return;
    }
    case 'buy': {
      const order = checkOutAt(world, step.by, step.purchase);
      if (typeof order === 'string') return;
      const intentId = order.stripePaymentIntentId ?? findFirstIntentId(stripe, order.stripeSubscriptionId ?? '');
      pay(stripe, intentId, `card_${step.card === 'own' ? step.by : 'shared'}`);
      return;
    }
    case 'wait':
      pass(world, step.seconds);
      return;
    case 'switch_renewal': {
      const { stripeSubscriptionId } = listProduct(world, step.by).account.membership;
      if (stripeSubscriptionId) switchRenewal(stripe, stripeSubscriptionId, step.renews);
      return;
    }
    case 'card_fails':
      for (const subscription of stripe.subscriptions.values())
        if (subscription.facts.userId === step.by) subscription.renewalFails = step.fails;
      return;
    case 'refund':
    case 'fail_refund':
    case 'dispute':
    case 'fail_after_payout':
      returnMoney(world, step);
      return;
    case 'pay_both': {
      for (const tier of ['basic', 'premium'] as const) checkOutAt(world, step.by, { kind: 'membership', tier });
      const first = pickAt(payable(stripe, step.by), step.pick);
      if (first) pay(stripe, first, `card_${step.by}`);
      const second = pickAt(payable(stripe, step.by), step.pick);
      if (second) pay(stripe, second, `card_${step.by}`);
      return;
    }
    case 'upgrade_at_once': {
      const buy = (tier: PaidTier) => act(world, { kind: 'buy', by: step.by, purchase: { kind: 'membership', tier }, card: 'own' });
      buy('basic');
      if (step.isKnown && world.member.outage !== 'all') settleDown(world);
      // There is no Basic membership to upgrade if its payment was refunded in the same second.
      if (!step.isKnown || listProduct(world, step.by).account.membership.role === 'basic') buy('premium');
      return;
    }
    case 'end_at_stripe': {
      const ids = [...stripe.subscriptions.values()].filter(({ facts }) => facts.userId === step.by && facts.status === 'active');
      const subscription = pickAt(ids, step.pick);
      if (subscription) endSubscription(stripe, subscription.facts.id, false);
      return;
    }
    case 'deliver':
      deliverOne(world, step.pick, step.isRepeated);
      return;
    case 'deliver_all':
      if (world.member.outage !== 'all') settleDown(world);
      return;
    case 'outage':
      world.member.outage = step.of;
      return;
    case 'grant': {
      const product = listProduct(world, step.by);
      const span = { tier: step.tier, from: stripe.now, to: stripe.now + step.days * secondsPerDay };
      world.grants.push({ ...span, userId: step.by });
      const periods = [...product.account.periods, grant(span.tier, span.from, span.to)];
      product.account = deriveAccount({ ...product.account, periods }, stripe.now);
      return;
    }
    case 'pay_out':
      payOut(world);
      return;
    case 'return_payout':
      if (isDisputed(world)) return;
      setFromLedger(world, () => {
        const payout = world.ledger.returnPayout(step.pick);
        return payout === undefined ? undefined : { kind: 'return', payout, at: world.stripe.now };
      });
      // Returning the payout makes the commission unpaid again, so it is recalculated from the purchase that currently earns it.
      world.member.account = deriveAccount(world.member.account, stripe.now);
      return;
    case 'hold':
    case 'release':
    case 'refuse':
      decide(world, step.kind);
      return;
  }
}

type MoneyBack = Extract<Action, { kind: 'refund' | 'fail_refund' | 'dispute' | 'fail_after_payout' }>;

function returnMoney(world: World, step: MoneyBack): void {
  const { stripe } = world;
  switch (step.kind) {
    case 'refund': {
      const payment = pickAt(listPayments(world, step.by), step.pick);
      if (payment) refund(stripe, payment.intentId, step.share === 1 ? {} : { cents: Math.ceil(payment.amountCents * step.share) });
      return;
    }
    case 'fail_refund': {
      const refunded = listPayments(world, step.by).filter(
        ({ intentId }) => (stripe.intents.get(intentId)?.facts.charge?.refundedCents ?? 0) > 0,
      );
      const payment = pickAt(refunded, step.pick);
      if (payment) failRefund(stripe, payment.intentId);
      return;
    }
    case 'dispute': {
      const payment = pickAt(listPayments(world, step.by), step.pick);
      if (payment && (step.outcome === 'open' || !closeDispute(stripe, payment.intentId, step.outcome)))
        openDispute(stripe, payment.intentId);
      return;
    }
    case 'fail_after_payout': {
      const payment = pickAt(
        listPayments(world, memberId).filter(({ year }) => year?.isFirst),
        step.pick,
      );
      if (!payment || world.member.outage === 'all') return;
      settleDown(world);
      payOut(world);
      refund(stripe, payment.intentId);
      settleDown(world);
      payOut(world);
      pass(world, secondsPerDay);
      failRefund(stripe, payment.intentId);
      return;
    }
  }
}

/** Opens a checkout. Compares its price with the model's price only if no events other than `customer.subscription.created` are waiting. */
function checkOutAt(world: World, userId: number, purchase: Purchase): ReturnType<typeof checkOut> {
  const order = checkOut(listProduct(world, userId), purchase);
  const isNew = typeof order !== 'string' && order.createdAt === world.stripe.now && order.tier === 'premium';
  take(world);
  if (isNew && world.waitingEvents.every(({ type }) => type === 'customer.subscription.created'))
    world.prices.push({
      actualCents: order.amountCents,
      expected: modelPremiumPrice(modelMember(listHistory(world, userId)), world.stripe.now),
    });
  return order;
}

/** Pays pending amounts, as an administrator would, if the account is up to date. */
function payOut(world: World): void {
  if (world.waitingEvents.length === 0)
    setFromLedger(world, () => {
      const { cents } = expectReferral(world);
      if (!world.ledger.isPaid && cents > 0) world.office.settledCents = cents;
      world.ledger.payOut();
      return { kind: 'pay_out', at: world.stripe.now };
    });
}

function setFromLedger({ member, ledger, journal }: World, change: () => Entry | undefined): void {
  const { referral: referred } = member.account;
  if (!referred?.commission) return;
  const entry = change();
  member.account = { ...member.account, referral: ledger.load(referred) };
  // Removes the account change from the journal because a payout changes only ledger rows, not the account.
  journal.pop();
  if (entry) journal.push(entry);
}

function isDisputed({ member }: World): boolean {
  return member.account.payments.some(({ disputeStatus }) => disputeStatus === 'open');
}

/** Decides on a commission, as an administrator would, if the account is up to date and the decision is possible. */
function decide(world: World, decision: PayoutDecision): void {
  const { member, waitingEvents, office } = world;
  const commission = member.account.referral?.commission ?? null;
  if (waitingEvents.length > 0 || (decision === 'release' && parseHeldReasons(commission?.heldReason ?? null).includes('dispute'))) return;
  const decisionResult = decideReferral(member.account, decision);
  if (!decisionResult.ok) return;
  member.account = decisionResult.value;
  if (decision === 'refuse') office.isRefused = true;
  if (decision !== 'refuse') office.isHeld = decision === 'hold';
  if (decision === 'release') office.releasedReferrals.add(modelMember(listHistory(world, memberId)).firstYear?.intentId ?? '');
}

/** Advances the clock day by day; each night Stripe redelivers all events and the job runs. */
function pass(world: World, length: Seconds): void {
  const { stripe } = world;
  const until = stripe.now + length;
  while (stripe.now < until) {
    const midnight = stripe.now - (stripe.now % secondsPerDay) + secondsPerDay;
    advanceTo(stripe, Math.min(until, midnight));
    processReferrer(world);
    if (stripe.now === midnight) night(world);
  }
}

function night(world: World): void {
  world.member.outage = 'none';
  settleDown(world);
  runJob(world.referrer);
  processReferrer(world);
  runJob(world.member);
  settleDown(world);
}

function rest(world: World): void {
  pass(world, 2 * secondsPerDay);
  night(world);
}

/** Delivers waiting events until none are left. */
function settleDown(world: World): void {
  take(world);
  for (let before = Number.POSITIVE_INFINITY; world.waitingEvents.length > 0; ) {
    if (world.waitingEvents.length >= before) throw new Error(`Payments still unknown: ${JSON.stringify(world.waitingEvents)}`);
    const events = world.waitingEvents;
    world.waitingEvents = [];
    before = events.length;
    for (const event of events) receive(world, event);
    take(world);
    // Our own calls to Stripe may cause new events, so a growing queue does not mean that the test is stuck.
    if (world.waitingEvents.some((event) => !events.includes(event))) before = Number.POSITIVE_INFINITY;
  }
}

function deliverOne(world: World, at: number, isRepeated: boolean): void {
  take(world);
  const repeatedEvent = isRepeated ? pickAt(world.appliedEvents, at) : undefined;
  const event = repeatedEvent ?? pickAt(world.waitingEvents, at);
  if (!event) return;
  world.waitingEvents = world.waitingEvents.filter((other) => other !== event);
  receive(world, event);
}

function receive(world: World, event: StripeEvent): void {
  addReferrer(world);
  if (applyEvent(listProduct(world, event.userId), event)) world.appliedEvents.push(event);
  else world.waitingEvents.push(event);
}

/** Delivers the referrer's events immediately because a friend's commission depends on the referrer's tier when the friend pays. */
function processReferrer(world: World): void {
  take(world);
  for (;;) {
    const event = world.waitingEvents.find(({ userId }) => userId === referrerId);
    if (!event) return;
    const others = world.waitingEvents.filter((other) => other !== event);
    world.waitingEvents = [];
    receive(world, event);
    world.waitingEvents = [...others, ...world.waitingEvents];
    take(world);
  }
}

function take(world: World): void {
  world.waitingEvents.push(...world.stripe.events.slice(world.taken));
  world.taken = world.stripe.events.length;
  addReferrer(world);
}

function addReferrer({ member, referrer }: World): void {
  const { referral: referred } = member.account;
  if (referred) member.account = { ...member.account, referral: { ...referred, referrerPeriods: referrer.account.periods } };
}

/** Returns a member's history at Stripe, and when we learned of lost disputes and failed refunds. */
export function listHistory({ stripe, heard }: World, userId: number): (Happening | LossHeard | FailureHeard)[] {
  const before = (place: number) => heard.filter((event) => event.place === place);
  return [...stripe.history.flatMap((event, place) => [...before(place), event]), ...before(stripe.history.length)].filter(
    (event) => event.userId === userId,
  );
}

/** Returns the referrer's expected earnings, based on the history so far. */
export function expectReferral(world: World): ModelledReferral {
  const member = modelMember(listHistory(world, memberId));
  const referrer = modelMember(listHistory(world, referrerId));
  const spans = [...referrer.spans, ...referrer.restored, ...world.grants.filter(({ userId }) => userId === referrerId)];
  const tier = member.firstYear ? getSpanTier(spans, member.firstYear.at) : 'free';
  const cards = world.member.account.referral?.referrerCards ?? [];
  return modelReferral(member, { tier, cards }, { ...world.office, isPaid: world.ledger.isPaid });
}

function listPayments({ stripe }: World, userId: number) {
  return stripe.history.flatMap((event) => (event.kind === 'paid' && event.userId === userId ? [event] : []));
}

function listProduct(world: World, userId: number): Product {
  return userId === memberId ? world.member : world.referrer;
}

function pickAt<Value>(values: Value[], at: number): Value | undefined {
  return values[at % Math.max(values.length, 1)];
}

/** Returns whether Stripe can still charge for a subscription. */
export function isRunning(stripe: Stripe, id: string): boolean {
  return getSubscription(stripe, id).facts.endedAt === null;
}
