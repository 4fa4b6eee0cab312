/**
 * A small model of the product's payment handling. It connects the domain code with a shop, Stripe's events and the `reconcile-payments`
 * job.
 */

import { cancelIntent, endSubscription, openCardPayment, openMembership } from '#tests/support/stripe/stripe-billing.ts';
import { getIntent, read, type Stripe, type StripeEvent } from '#tests/support/stripe/stripe-model.ts';
import { refund } from '#tests/support/stripe/stripe-refunds.ts';
import type { Account, OrderState } from '#worker/domain/memberships/account.ts';
import { deriveAccount, reconcile } from '#worker/domain/memberships/reconcile.ts';
import { type CheckoutRefusal, decideCheckout, type Purchase } from '#worker/domain/orders/checkout.ts';
import { cardOrder, membershipOrder } from './money-accounts.ts';

export interface Product {
  stripe: Stripe;
  account: Account;
  /** Simulated Stripe outage. With `writes`, reads succeed but writes fail, so the job must retry them. */
  outage: 'none' | 'writes' | 'all';
  /** Called with each payment when we first learn that its dispute is lost. */
  onLoss: (intentId: string) => void;
  /** Called when Stripe first reports failed refunds to us, with our decision about the purchase. */
  onFailure: (failure: HeardFailure) => void;
  /** Ids of refunds that we learned of before they failed. */
  knownRefunds: Set<string>;
  heardFailures: Set<string>;
  nextOrderId: () => number;
}

export interface HeardFailure {
  intentId: string;
  /** Refunds of this payment that Stripe newly reports as failed. */
  refundIds: string[];
  /** The subset of `refundIds` that failed before we learned of them. */
  unknownRefundIds: string[];
  /**
   * Outcome for the purchase whose refunds failed. `granted` means that its subscription has ended, so the rest of the year is granted
   * without one.
   */
  outcome: 'restored' | 'granted' | 'owed';
  owedCents: number;
}

/**
 * Opens a checkout like `openCheckout`. Returns the open order for the same purchase, a new order, or the reason for rejecting the
 * checkout.
 */
export function checkOut(product: Product, purchase: Purchase): OrderState | CheckoutRefusal | 'renewal' | 'unavailable' {
  const { stripe } = product;
  if (product.outage !== 'none') return 'unavailable';
  const { membership, orders } = product.account;
  const checkoutAccount = { ...product.account, stripeSubscriptionId: membership.stripeSubscriptionId };
  const plan = decideCheckout(purchase, membership.role, checkoutAccount, stripe.now);
  if (!plan.ok) return plan.refusal;
  if (plan.value.kind === 'renewal') return 'renewal';
  const isSame = (order: OrderState) =>
    purchase.kind === 'membership' ? order.tier === purchase.tier : order.kind === purchase.kind && order.quantity === purchase.quantity;
  const open = orders.find((order) => order.status === 'open' && isSame(order));
  if (open && open.expiresAt > stripe.now) return open;
  if (open) {
    closeOrder(product, open);
    return 'unavailable';
  }
  const { creditCents } = plan.value.price;
  const id = product.nextOrderId();
  const order =
    purchase.kind === 'membership'
      ? membershipOrder(id, purchase.tier, stripe.now, creditCents)
      : cardOrder(id, purchase.quantity, stripe.now);
  const toPay = { userId: product.account.memberId, orderId: id, amountCents: order.amountCents };
  const orderChanges: Partial<OrderState> =
    purchase.kind === 'membership'
      ? { stripeSubscriptionId: openMembership(stripe, { ...toPay, tier: purchase.tier }) }
      : { stripePaymentIntentId: openCardPayment(stripe, toPay) };
  product.account = { ...product.account, orders: [...orders, { ...order, ...orderChanges }] };
  return { ...order, ...orderChanges };
}

/** Applies an event like `applyEvent`. Returns false if Stripe must redeliver the event. */
export function applyEvent(product: Product, event: StripeEvent): boolean {
  return applyObject(product, event.object, event.objectId) && followUp(product);
}

/** Runs the model's equivalent of the `reconcile-payments` job. */
export function runJob(product: Product): void {
  if (product.outage !== 'none') return;
  const { stripe } = product;
  for (const order of product.account.orders.filter(({ status }) => status === 'open')) {
    if (order.expiresAt <= stripe.now) closeOrder(product, order);
    else checkOrder(product, order);
  }
  for (const { id, nextCheckAt, endRequestedAt, graceUntil } of product.account.subscriptions) {
    if (nextCheckAt === null || nextCheckAt > stripe.now) continue;
    if (endRequestedAt !== null) endSubscription(stripe, id, false);
    else if (graceUntil !== null && graceUntil <= stripe.now) endSubscription(stripe, id, true);
    applyObject(product, 'subscription', id);
  }
  followUp(product);
  product.account = deriveAccount(product.account, stripe.now);
}

/**
 * Reads an object from Stripe and reconciles the account with it. Returns false if the object's payment is unknown or Stripe is
 * unreachable.
 */
function applyObject(product: Product, object: StripeEvent['object'], id: string): boolean {
  if (product.outage === 'all') return false;
  const news = read(product.stripe, object, id);
  const reconciled = reconcile(product.account, news, product.stripe.now);
  if (!reconciled.ok && reconciled.refusal === 'not_yet_known') return false;
  if (!reconciled.ok) throw new Error(`${object} ${id} is rejected: ${reconciled.refusal}`);
  if (news.kind === 'dispute' && news.status === 'lost' && !isLost(product.account, news.paymentIntentId))
    product.onLoss(news.paymentIntentId);
  const before = product.account;
  product.account = reconciled.value;
  if (news.kind === 'intent') reportFailures(product, before, news.intent.id);
  return true;
}

function reportFailures(product: Product, before: Account, intentId: string): void {
  const { refunds } = getIntent(product.stripe, intentId);
  const find = (account: Account) => account.payments.find(({ paymentIntentId }) => paymentIntentId === intentId);
  const [was, is] = [find(before), find(product.account)];
  if (!is) return;
  const failed = refunds.filter(({ id, hasFailed }) => hasFailed && !product.heardFailures.has(id)).map(({ id }) => id);
  for (const id of failed) product.heardFailures.add(id);
  if (failed.length > 0) {
    const isGranted = product.account.periods.length > before.periods.length;
    const outcome = is.refundOwedCents > (was?.refundOwedCents ?? 0) ? 'owed' : isGranted ? 'granted' : 'restored';
    product.onFailure({
      intentId,
      refundIds: failed,
      unknownRefundIds: failed.filter((id) => !product.knownRefunds.has(id)),
      outcome,
      owedCents: is.refundOwedCents,
    });
  }
  for (const { id, hasFailed } of refunds) if (!hasFailed) product.knownRefunds.add(id);
}

function isLost(account: Account, intentId: string): boolean {
  return account.payments.some((payment) => payment.paymentIntentId === intentId && payment.disputeStatus === 'lost');
}

/** Completes an account's outstanding calls to Stripe, like `followUp`. Always returns true so that it can end an `&&` chain. */
function followUp(product: Product): true {
  if (product.outage !== 'none') return true;
  const { stripe, account } = product;
  for (const { id, endRequestedAt, nextCheckAt } of account.subscriptions) {
    if (endRequestedAt === null || nextCheckAt === null) continue;
    endSubscription(stripe, id, false);
    applyObject(product, 'subscription', id);
  }
  for (const { paymentIntentId, refundRequestedAt, revokedAt } of account.payments) {
    if (refundRequestedAt === null || revokedAt !== null || paymentIntentId === null) continue;
    refund(stripe, paymentIntentId, { byUs: true });
    applyObject(product, 'intent', paymentIntentId);
  }
  for (const order of account.orders) {
    if (order.status === 'open' && order.expiresAt <= stripe.now) closeOrder(product, order);
  }
  return true;
}

function closeOrder(product: Product, order: OrderState): void {
  if (order.stripeSubscriptionId !== null) endSubscription(product.stripe, order.stripeSubscriptionId, true);
  else if (order.stripePaymentIntentId !== null) cancelIntent(product.stripe, order.stripePaymentIntentId);
  checkOrder(product, order);
}

function checkOrder(product: Product, { stripeSubscriptionId, stripePaymentIntentId }: OrderState): void {
  if (stripeSubscriptionId !== null) applyObject(product, 'subscription', stripeSubscriptionId);
  else if (stripePaymentIntentId !== null) applyObject(product, 'intent', stripePaymentIntentId);
}
