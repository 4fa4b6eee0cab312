import { type Account, getNow } from '#scripts/fakes/stripe/account.ts';
import { draftInvoice, finalizeInvoice, voidInvoice } from '#scripts/fakes/stripe/billing/invoices.ts';
import { addYears } from '#scripts/fakes/stripe/clock.ts';
import { publish } from '#scripts/fakes/stripe/events.ts';
import { badRequest, notFoundFailure, stateFailure } from '#scripts/fakes/stripe/http/errors.ts';
import type { StoredSubscription } from '#scripts/fakes/stripe/http/shapes.ts';
import { makeDiscount } from '#scripts/fakes/stripe/objects/catalogue.ts';
import { getItem, makeSubscription } from '#scripts/fakes/stripe/objects/subscription.ts';

interface SubscriptionInput {
  customer: string;
  price: string;
  quantity: number;
  coupon: string | undefined;
  defaultPaymentMethod: string | null;
  description: string | null;
  metadata: Record<string, string>;
  savesPaymentMethod: boolean;
  automaticTax?: boolean;
}

export function subscribe(account: Account, input: SubscriptionInput): StoredSubscription {
  const { store } = account;
  const customer = store.get('customer', input.customer, 'customer');
  const price = store.get('price', input.price, 'items[0][price]');
  if (!price.active)
    throw badRequest(`The price specified is inactive. This field only accepts active prices.`, { param: 'items[0][price]' });
  if (price.recurring?.interval !== 'year' || price.recurring.interval_count !== 1) {
    throw badRequest('This fake only supports yearly prices.', { param: 'items[0][price]' });
  }
  if (input.coupon) requireValidCoupon(account, input.coupon);
  if (input.automaticTax && !customer.tax?.location) {
    throw badRequest("The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.", {
      code: 'customer_tax_location_invalid',
    });
  }
  const now = getNow(account, customer.id);
  const fields = makeSubscription({ ...input, price, testClock: customer.test_clock ?? null, periodEnd: addYears(now, 1) }, now);
  const subscription = store.add('subscription', fields);
  const discounts = input.coupon ? [redeem(account, subscription, input.coupon)] : [];
  const invoice = draftInvoice(account, subscription, 'subscription_create', discounts);
  publish(account, 'customer.subscription.created', subscription);
  finalizeInvoice(account, invoice);
  return subscription;
}

function requireValidCoupon(account: Account, id: string): void {
  const coupon = account.store.get('coupon', id, 'discounts[0][coupon]');
  if (!coupon.valid) throw stateFailure('coupon_expired', `Coupon expired: ${id}`, { param: 'discounts[0][coupon]' });
}

function redeem(account: Account, subscription: StoredSubscription, id: string): { discount: string; amount: number } {
  const { store } = account;
  const coupon = store.get('coupon', id);
  const useCount = coupon.times_redeemed + 1;
  store.change<'coupon'>(coupon, { times_redeemed: useCount, valid: coupon.max_redemptions === null || useCount < coupon.max_redemptions });
  const discount = makeDiscount(
    { coupon: id, customer: subscription.customer, subscription: subscription.id },
    getNow(account, subscription.customer),
  );
  store.add('discount', discount);
  store.change<'subscription'>(subscription, { discounts: [discount.id] });
  const fullAmount = (getItem(subscription).price.unit_amount ?? 0) * (getItem(subscription).quantity ?? 1);
  const amountOff = coupon.amount_off ?? Math.round((fullAmount * (coupon.percent_off ?? 0)) / 100);
  return { discount: discount.id, amount: Math.min(fullAmount, amountOff) };
}

/**
 * Cancels a subscription immediately. Open invoices stay open but are no longer collected. A subscription that was never paid becomes
 * incomplete-expired instead.
 */
export function cancelSubscription(
  account: Account,
  subscription: StoredSubscription,
  details?: StoredSubscription['cancellation_details'],
): void {
  if (subscription.status === 'incomplete') {
    expireSubscription(account, subscription);
    return;
  }
  if (subscription.ended_at !== null) throw notFoundFailure('subscription', subscription.id);
  const now = getNow(account, subscription.customer);
  account.store.change<'subscription'>(subscription, {
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    cancellation_details: details ?? subscription.cancellation_details ?? null,
  });
  for (const invoice of account.store.all('invoice')) {
    const isInvoiceUnpaid = invoice.status === 'open' || invoice.status === 'draft';
    if (isInvoiceUnpaid && invoice.parent?.subscription_details?.subscription === subscription.id) {
      account.store.change<'invoice'>(invoice, { auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null });
    }
  }
  publish(account, 'customer.subscription.deleted', subscription);
}

export function expireSubscription(account: Account, subscription: StoredSubscription): void {
  const now = getNow(account, subscription.customer);
  const previous = account.store.change<'subscription'>(subscription, { status: 'incomplete_expired', canceled_at: now, ended_at: now });
  const invoice = account.store.find('invoice', subscription.latest_invoice);
  if (invoice?.status === 'open') voidInvoice(account, invoice);
  publish(account, 'customer.subscription.updated', subscription, previous);
}

/** Updates a subscription after an invoice was voided. The latest invoice that is not void determines the status. */
export function settleAfterVoiding(account: Account, subscription: StoredSubscription): void {
  if (subscription.status === 'incomplete') {
    expireSubscription(account, subscription);
    return;
  }
  const invoices = account.store.all('invoice').filter((invoice) => invoice.parent?.subscription_details?.subscription === subscription.id);
  const latest = invoices.findLast((invoice) => invoice.status !== 'void' && invoice.status !== 'draft');
  if (subscription.status !== 'past_due' || latest?.status !== 'paid') return;
  const previous = account.store.change<'subscription'>(subscription, { status: 'active' });
  publish(account, 'customer.subscription.updated', subscription, previous);
}
