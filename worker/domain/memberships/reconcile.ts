/**
 * Reconciles a member's account with an object's current state at Stripe. Pure: everything derived (role, periods, commissions, cards) is
 * recomputed from all payments and subscriptions, so duplicate, late or reordered events produce the same account. Product rules: Payments
 * and memberships; Referrals, keys and commissions.
 */

import { currency as ourCurrency } from '#schema/rules.ts';
import { deriveOrders } from '#worker/domain/orders/orders.ts';
import { pick } from '#worker/domain/pick.ts';
import { deriveReferral } from '#worker/domain/referrals/referral.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { type Account, isFullyReturned, type OrderState, type PaymentState } from './account.ts';
import { restoredPeriod } from './appeal.ts';
import { applyRefunds } from './apply-refunds.ts';
import { membershipName, orderDescription } from './description.ts';
import type { IntentFacts, InvoiceFacts, News, SubscriptionFacts } from './facts.ts';
import { deriveMemberships } from './memberships.ts';

/**
 * - `not_ours`: the object is unrelated to our product.
 * - `not_yet_known`: the payment is not in our database yet and must be imported first.
 * - `does_not_match`: the amount, currency or order differs; an administrator must resolve the mismatch.
 */
export type ReconcileRefusal = 'not_ours' | 'not_yet_known' | 'does_not_match';

/** Applies the current state of a Stripe object to the account. `now` is used only where Stripe provides no date. */
export function reconcile(account: Account, news: News, now: Seconds): Result<Account, ReconcileRefusal> {
  const updatedAccount = applyNews(account, news, now);
  return updatedAccount.ok ? ok(deriveAccount(updatedAccount.value, now)) : updatedAccount;
}

/** Recomputes the derived state, including changes that only depend on the time, such as an expired grant. */
export function deriveAccount(account: Account, now: Seconds): Account {
  return deriveReferral(deriveOrders(deriveMemberships(account, now)));
}

function applyNews(account: Account, news: News, now: Seconds): Result<Account, ReconcileRefusal> {
  switch (news.kind) {
    case 'membership':
      return applyMembership(account, news.subscription, news.invoice);
    case 'intent':
      return applyIntent(account, news.intent, now);
    case 'dispute':
      return applyDispute(account, news, now);
  }
}

function applyMembership(account: Account, facts: SubscriptionFacts, invoice: InvoiceFacts | null): Result<Account, ReconcileRefusal> {
  const order = reconcileOrderFor(account, facts, ({ stripeSubscriptionId }) => stripeSubscriptionId === facts.id);
  if (!order) return err('not_ours');
  if (order.kind !== 'membership' || facts.tier === null || order.tier !== facts.tier) return err('does_not_match');
  if (order.stripeSubscriptionId !== null && order.stripeSubscriptionId !== facts.id) {
    // The order has another subscription. This one was created by an attempt whose response was lost, so it is normally unpaid. A paid one
    // must be matched by an administrator.
    return err(invoice?.status === 'paid' ? 'does_not_match' : 'not_ours');
  }
  const isPaid = invoice?.status === 'paid';
  if (isPaid && (invoice.currency !== ourCurrency || (invoice.isFirst && invoice.totalCents !== order.amountCents)))
    return err('does_not_match');

  const storedSubscription = account.subscriptions.find((candidate) => candidate.id === facts.id);
  const subscription = {
    graceUntil: null,
    supersededBy: null,
    endRequestedAt: null,
    nextCheckAt: null,
    ...storedSubscription,
    ...pick(facts, 'id', 'status', 'periodStart', 'periodEnd', 'priceCents', 'cancelAtPeriodEnd', 'endedAt', 'createdAt'),
    tier: facts.tier,
  };
  const updatedAccount: Account = {
    ...account,
    orders: replaceRow(account.orders, { ...order, stripeSubscriptionId: facts.id }, (candidate) => candidate.id === order.id),
    subscriptions: replaceRow(account.subscriptions, subscription, (candidate) => candidate.id === facts.id),
  };
  return ok(isPaid ? withPayment(updatedAccount, membershipPayment(updatedAccount, facts, invoice, order)) : updatedAccount);
}

/**
 * Returns the order named in the object's metadata or, if the metadata was changed in Stripe, the order for which the object was created.
 */
function reconcileOrderFor(
  account: Account,
  { reference, userId }: Pick<SubscriptionFacts, 'reference' | 'userId'>,
  isMadeFor: (order: OrderState) => boolean,
): OrderState | undefined {
  if (userId !== null && userId !== account.memberId) return undefined;
  return account.orders.find((order) => order.reference === reference) ?? account.orders.find(isMadeFor);
}

function membershipPayment(account: Account, facts: SubscriptionFacts, invoice: InvoiceFacts, order: OrderState): PaymentState {
  const storedPayment = account.payments.find((candidate) => candidate.invoiceId === invoice.id);
  const name = membershipName(facts.tier);
  return (
    storedPayment ?? {
      invoiceId: invoice.id,
      paymentIntentId: invoice.paymentIntentId,
      subscriptionId: facts.id,
      orderId: invoice.isFirst ? order.id : null,
      amountCents: invoice.amountPaidCents,
      balanceCents: Math.max(0, invoice.totalCents - invoice.amountPaidCents),
      currency: invoice.currency,
      refundedCents: 0,
      refundFailedCents: 0,
      refundOwedCents: 0,
      disputeStatus: null,
      disputedAt: null,
      revokedAt: null,
      refundRequestedAt: null,
      cardFingerprint: facts.cardFingerprint,
      description: invoice.isFirst ? `${name}, one year` : `${name}, renewal for one year`,
      paidAt: invoice.paidAt ?? invoice.periodStart,
      periodStart: invoice.periodStart,
      periodEnd: invoice.periodEnd,
    }
  );
}

function applyIntent(account: Account, intent: IntentFacts, now: Seconds): Result<Account, ReconcileRefusal> {
  const storedPayment = account.payments.find((candidate) => candidate.paymentIntentId === intent.id);
  if (storedPayment) return ok(withRefunds(account, storedPayment, intent, now));
  // A payment intent that belongs to an invoice has no order reference; only the invoice has one.
  if (intent.reference === null) return err('not_yet_known');
  const order = reconcileOrderFor(account, intent, ({ stripePaymentIntentId }) => stripePaymentIntentId === intent.id);
  if (!order) return err('not_ours');
  const isPaid = intent.status === 'succeeded';
  if (order.stripePaymentIntentId !== null && order.stripePaymentIntentId !== intent.id) return err(isPaid ? 'does_not_match' : 'not_ours');
  if (order.kind !== 'cache_cards' || intent.amountCents !== order.amountCents || intent.currency !== ourCurrency)
    return err('does_not_match');
  const linkedAccount: Account = {
    ...account,
    orders: replaceRow(
      account.orders,
      { ...order, stripePaymentIntentId: intent.id, ...cancelWithIntent(order, intent) },
      ({ id }) => id === order.id,
    ),
  };
  if (!isPaid) return ok(linkedAccount);
  const payment: PaymentState = {
    invoiceId: null,
    paymentIntentId: intent.id,
    subscriptionId: null,
    orderId: order.id,
    amountCents: intent.amountCents,
    balanceCents: 0,
    currency: intent.currency,
    refundedCents: 0,
    refundFailedCents: 0,
    refundOwedCents: 0,
    disputeStatus: null,
    disputedAt: null,
    revokedAt: null,
    refundRequestedAt: null,
    cardFingerprint: intent.charge?.cardFingerprint ?? null,
    description: orderDescription(order),
    paidAt: intent.charge?.paidAt ?? order.createdAt,
    periodStart: null,
    periodEnd: null,
  };
  return ok(withRefunds(linkedAccount, payment, intent, now));
}

function cancelWithIntent(order: OrderState, intent: IntentFacts): Partial<OrderState> {
  return intent.status === 'cancelled' && order.status === 'open' ? { status: 'cancelled' } : {};
}

function withRefunds(account: Account, payment: PaymentState, { charge }: IntentFacts, now: Seconds): Account {
  if (!charge) return withPayment(account, payment);
  const refundResult = applyRefunds(account, payment, charge, now);
  return withPayment({ ...account, periods: [...account.periods, ...refundResult.periods] }, refundResult.payment);
}

function applyDispute(account: Account, { paymentIntentId, status, openedAt }: Extract<News, { kind: 'dispute' }>, now: Seconds) {
  const payment = account.payments.find((candidate) => candidate.paymentIntentId === paymentIntentId);
  if (!payment) return err('not_yet_known' as const);
  const revokedAt = status === 'lost' ? (payment.revokedAt ?? now) : isFullyReturned(payment) ? payment.revokedAt : null;
  const isLossReversed = payment.disputeStatus === 'lost' && status === 'won' && revokedAt === null;
  const reinstatedPeriod = isLossReversed ? restoredPeriod(account, payment, payment.disputedAt ?? 0, now) : undefined;
  const periods = reinstatedPeriod ? [...account.periods, reinstatedPeriod] : account.periods;
  return ok(withPayment({ ...account, periods }, { ...payment, disputeStatus: status, disputedAt: openedAt, revokedAt }));
}

function withPayment(account: Account, payment: PaymentState): Account {
  const isSame = (candidate: PaymentState) =>
    payment.invoiceId === null ? candidate.paymentIntentId === payment.paymentIntentId : candidate.invoiceId === payment.invoiceId;
  return { ...account, payments: replaceRow(account.payments, payment, isSame) };
}

function replaceRow<Row>(rows: Row[], row: Row, isSame: (candidate: Row) => boolean): Row[] {
  return rows.some(isSame) ? rows.map((candidate) => (isSame(candidate) ? row : candidate)) : [...rows, row];
}
