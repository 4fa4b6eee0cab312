/** Compares the members' actual state with the expected state. If they differ, throws an error that shows both. */
import assert from 'node:assert/strict';
import type { PaidTier } from '#schema/orders/order.ts';
import { currency } from '#schema/rules.ts';
import { payable } from '#tests/support/stripe/stripe-model.ts';
import type { Account, Period, ReferralState } from '#worker/domain/memberships/account.ts';
import { type StatusSum, sumEarnings } from '#worker/domain/referrals/earnings.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { applyInOrder } from './event-orders.ts';
import { modelMember } from './member-model.ts';
import { keysByTime, summarizeAccount } from './money-accounts.ts';
import { memberId, referrerId } from './money-actions.ts';
import { expectReferral, isRunning, listHistory, type World } from './money-histories.ts';
import {
  getSpanTier,
  type LossHeard,
  type ModelledMember,
  type ModelledReferral,
  mergeSpans,
  modelReferral,
  type Span,
} from './money-model.ts';
import { applyEvent, runJob } from './money-product.ts';
import type { Scenario } from './money-scenarios.ts';

/** Compares every second of membership, every cent and every key with the model. */
export function checkMoney(world: World): void {
  const member = modelMember(listHistory(world, memberId));
  const referrer = modelMember(listHistory(world, referrerId));
  for (const [modeled, { account }] of [
    [member, world.member],
    [referrer, world.referrer],
  ] as const) {
    const grants = [...world.grants.filter(({ userId }) => userId === account.memberId), ...modeled.restored];
    judgeMembership(account, modeled, grants, world.stripe.now);
    judgePayments(account, modeled);
    judgeAtStripe(world, account, modeled);
  }
  for (const { actualCents, expected } of world.prices) assert.equal(actualCents, expected, 'the price of a premium year');
  const { referral } = world.member.account;
  assert.ok(referral);
  judgeReferral(referral, expectReferral(world), world.ledger);
  judgeRepetition(world);
}

/** Compares the result of a scenario with the model. Scenarios contain no administrator decisions. */
export function judgeScenario(scenario: Scenario): void {
  const account = applyInOrder(scenario);
  const history = scenario.stages.at(-1)?.history ?? [];
  const lossesHeard = history.flatMap((event): LossHeard[] =>
    event.kind === 'disputed' && event.status === 'lost' ? [{ kind: 'loss_heard', at: scenario.now, intentId: event.intentId }] : [],
  );
  const modelledMember = modelMember([...history, ...lossesHeard]);
  judgeMembership(account, modelledMember, [], scenario.now);
  judgePayments(account, modelledMember);
  assert.ok(account.referral);
  const tier = modelledMember.firstYear ? getReferrerTier(account, modelledMember.firstYear.at) : 'free';
  const rows = commissionRows(account.referral);
  judgeReferral(account.referral, modelReferral(modelledMember, { tier, cards: account.referral.referrerCards }), { rows, paidCents: 0 });
}

function getReferrerTier({ referral }: Account, at: Seconds): PaidTier | 'free' {
  return getSpanTier(
    (referral?.referrerPeriods ?? []).map(({ tier, startsAt, endsAt }) => ({ tier, from: startsAt, to: endsAt })),
    at,
  );
}

function judgeMembership(account: Account, modelledMember: ModelledMember, grants: Span[], now: Seconds): void {
  const spans = (source: Period['source']) =>
    account.periods
      .filter((period) => period.source === source)
      .map(({ tier, startsAt, endsAt }) => ({ tier, from: startsAt, to: endsAt }));
  assert.deepEqual(mergeSpans(spans('stripe')), mergeSpans(modelledMember.spans), 'seconds of membership');
  assert.deepEqual(mergeSpans(spans('grant')), mergeSpans(grants), 'seconds that were granted');
  const { reign } = modelledMember;
  const grantedTier = getSpanTier(grants, now);
  const isGranted = grantedTier !== 'free' && (reign === null || (grantedTier === 'premium' && reign.tier === 'basic'));
  const grantsEnd = Math.max(...grants.filter(({ tier, from, to }) => tier === grantedTier && from <= now && now < to).map(({ to }) => to));
  assert.deepEqual(
    account.membership,
    {
      role: isGranted ? grantedTier : (reign?.tier ?? 'free'),
      membershipExpiresAt: isGranted ? grantsEnd : (reign?.paidUntil ?? null),
      autoRenew: isGranted ? false : (reign?.renews ?? true),
      stripeSubscriptionId: reign?.subscriptionId ?? null,
    },
    'the membership now',
  );
}

function judgePayments(account: Account, modelledMember: ModelledMember): void {
  const storedPayments = account.payments.map((payment) => [
    payment.paymentIntentId,
    {
      amountCents: payment.amountCents,
      refundedCents: payment.refundedCents,
      owedCents: payment.refundOwedCents,
      dispute: payment.disputeStatus,
      isOwedBack: payment.refundRequestedAt !== null,
    },
  ]);
  const expected = [...modelledMember.payments].map(([intentId, { returnedAt, disputedAt, ...payment }]) => [intentId, payment]);
  assert.deepEqual(Object.fromEntries(storedPayments), Object.fromEntries(expected), 'payments');
  assert.ok(account.payments.every((payment) => payment.currency === currency));
  const paidOrders = account.orders
    .filter(({ status }) => status !== 'open' && status !== 'cancelled')
    .map(({ id, status }) => [id, status]);
  assert.deepEqual(Object.fromEntries(paidOrders), Object.fromEntries(modelledMember.orders), 'orders');
}

/** Asserts that payments without effect were refunded, and that no leftover subscription or open order can still charge the member. */
function judgeAtStripe({ stripe }: World, account: Account, modelledMember: ModelledMember): void {
  for (const [intentId, payment] of modelledMember.payments) {
    const isDisputed = payment.dispute === 'open' || payment.dispute === 'lost';
    const isReturned = 10 * (payment.refundedCents + payment.owedCents) >= 9 * payment.amountCents;
    if (payment.isOwedBack && !isDisputed) assert.ok(isReturned, `${intentId} bought nothing`);
  }
  const running = account.subscriptions.filter(({ id }) => isRunning(stripe, id)).map(({ id }) => id);
  const mayRun = [modelledMember.reign?.subscriptionId].filter((id) => id !== undefined);
  const open = account.orders.filter(({ status }) => status === 'open');
  assert.deepEqual(running, mayRun, 'subscriptions that run at Stripe');
  assert.deepEqual(open, [], 'orders left open for days');
  const renewals = payable(stripe, account.memberId).filter((id) => stripe.intents.get(id)?.invoiceId === null);
  assert.deepEqual(renewals, [], 'payable orders of cards');
}

function judgeReferral(
  referral: ReferralState,
  expected: ModelledReferral,
  { rows, paidCents }: { rows: StatusSum[]; paidCents: number },
): void {
  assert.equal(referral.treasureKeys, expected.keys, 'Treasure Keys');
  assert.deepEqual(keysByTime(referral.keyRows), expected.keyTimes, 'from when until when the keys counted');
  assert.deepEqual(
    sumEarnings(rows, []),
    {
      commissions: expected.cents / 100,
      treasureChests: 0,
      pending: (expected.cents - paidCents) / 100,
      paid: paidCents / 100,
      grandTotal: expected.cents / 100,
    },
    'commission',
  );
  if (expected.heldFor === null) return;
  assert.equal(referral.commission?.heldReason ?? '', expected.heldFor.join(','), 'what holds the commission');
  assert.equal(referral.commission?.status, expected.heldFor.length > 0 ? 'held' : 'pending');
}

/** Returns amounts as in /api/earnings, which lists a commission and its reversal as separate rows. */
function commissionRows({ commission, reversal }: ReferralState) {
  if (!commission) return [];
  const { status, amountCents } = commission;
  return [{ status, amountCents }, ...(reversal === null ? [] : [{ status: reversal, amountCents: -amountCents }])];
}

/** Asserts idempotency: delivering all events and running the job again changes nothing. */
function judgeRepetition(world: World): void {
  for (const product of [world.referrer, world.member]) {
    const before = summarizeAccount(product.account);
    for (const event of world.appliedEvents.filter(({ userId }) => userId === product.account.memberId)) applyEvent(product, event);
    runJob(product);
    assert.equal(summarizeAccount(product.account), before, 'the same again');
  }
}
