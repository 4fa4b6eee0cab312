/** Applies time-driven changes (renewals, retries, period ends, expiries) in chronological order, each at its scheduled time. */
import { type Account, getNow } from '#scripts/fakes/stripe/account.ts';
import { draftInvoice, finalizeInvoice, findIntent, findSubscription } from '#scripts/fakes/stripe/billing/invoices.ts';
import { attemptPayment } from '#scripts/fakes/stripe/billing/payments.ts';
import { failRefund, refundFailsAfterSeconds, willFail } from '#scripts/fakes/stripe/billing/refunds.ts';
import { cancelSubscription, expireSubscription } from '#scripts/fakes/stripe/billing/subscriptions.ts';
import { addYears } from '#scripts/fakes/stripe/clock.ts';
import { publish, publishChange } from '#scripts/fakes/stripe/events.ts';
import type { StoredInvoice, StoredSubscription } from '#scripts/fakes/stripe/http/shapes.ts';
import { getItem } from '#scripts/fakes/stripe/objects/subscription.ts';

const hour = 3_600;
const day = 86_400;
const incompleteTtlSeconds = 23 * hour;
const draftForSeconds = hour;
/** Delays in seconds before a renewal is retried after its first and second failure. There is no retry after the third failure. */
const retryAfterSeconds = [3 * day, 5 * day];

interface DueWork {
  at: number;
  work(): void;
}

export function catchUp(account: Account, testClockId: string | null, endsAt: number): void {
  for (let dueRenewal = findNextDue(account, testClockId, endsAt); dueRenewal; dueRenewal = findNextDue(account, testClockId, endsAt)) {
    account.clock.runAt(testClockId, dueRenewal.at, dueRenewal.work);
  }
}

export function catchUpAll(account: Account): void {
  catchUp(account, null, account.clock.now(null));
  for (const clock of account.store.all('test_helpers.test_clock')) catchUp(account, clock.id, clock.frozen_time);
}

function findNextDue(account: Account, testClockId: string | null, endsAt: number): DueWork | undefined {
  const { store } = account;
  let next: DueWork | undefined;
  const addCandidate = (at: number | null | undefined, work: () => void) => {
    if (at !== null && at !== undefined && at <= endsAt && (!next || at < next.at)) next = { at, work };
  };
  for (const subscription of store.all('subscription')) {
    if (subscription.test_clock === testClockId) addSubscriptionCandidates(account, subscription, addCandidate);
  }
  for (const invoice of store.all('invoice')) {
    if (invoice.test_clock !== testClockId || !invoice.auto_advance) continue;
    if (invoice.status === 'draft') addCandidate(invoice.automatically_finalizes_at, () => finalizeAndCharge(account, invoice));
    if (invoice.status === 'open') addCandidate(invoice.next_payment_attempt, () => chargeAutomatically(account, invoice));
  }
  for (const refund of store.all('refund')) {
    const clockOfRefund = store.find('customer', refund.customer)?.test_clock ?? null;
    if (clockOfRefund === testClockId && willFail(account, refund)) {
      addCandidate(refund.created + refundFailsAfterSeconds, () => failRefund(account, refund));
    }
  }
  return next;
}

function addSubscriptionCandidates(
  account: Account,
  subscription: StoredSubscription,
  addCandidate: (at: number, work: () => void) => void,
): void {
  if (subscription.status === 'incomplete')
    addCandidate(subscription.created + incompleteTtlSeconds, () => expireSubscription(account, subscription));
  if (subscription.status === 'active' || subscription.status === 'past_due') {
    addCandidate(getItem(subscription).current_period_end, () => endPeriod(account, subscription));
    const at = subscription.cancel_at ?? Number.POSITIVE_INFINITY;
    if (at < getItem(subscription).current_period_end) addCandidate(at, () => cancelSubscription(account, subscription));
  }
}

function endPeriod(account: Account, subscription: StoredSubscription): void {
  if (subscription.cancel_at_period_end || subscription.cancel_at === getItem(subscription).current_period_end) {
    cancelSubscription(account, subscription);
    return;
  }
  const { store } = account;
  const item = getItem(subscription);
  const start = item.current_period_end;
  const items = structuredClone(subscription.items);
  Object.assign(items.data[0] ?? {}, {
    current_period_start: start,
    current_period_end: periodEndAfter(subscription.billing_cycle_anchor, start),
  });
  const previous = store.change<'subscription'>(subscription, { items });
  const invoice = draftInvoice(account, subscription, 'subscription_cycle');
  store.change<'invoice'>(invoice, { automatically_finalizes_at: start + draftForSeconds, period_start: item.current_period_start });
  publish(account, 'customer.subscription.updated', subscription, previous);
}

/**
 * Returns the end of a period. Counts years from the billing anchor so that a membership that started on February 29 renews on February 29
 * in leap years.
 */
function periodEndAfter(anchor: number, start: number): number {
  let years = 1;
  while (addYears(anchor, years) <= start) years += 1;
  return addYears(anchor, years);
}

function finalizeAndCharge(account: Account, invoice: StoredInvoice): void {
  finalizeInvoice(account, invoice);
  if (invoice.status === 'open') chargeAutomatically(account, invoice);
}

/** Charges the saved card off-session. If the charge fails, sets the subscription to past due and schedules the next attempt. */
function chargeAutomatically(account: Account, invoice: StoredInvoice): void {
  const { store } = account;
  const attempts = invoice.attempt_count + 1;
  const now = getNow(account, invoice.customer);
  const pause = retryAfterSeconds[attempts - 1];
  store.change<'invoice'>(invoice, {
    attempted: true,
    attempt_count: attempts,
    next_payment_attempt: pause === undefined ? null : now + pause,
  });
  if (chargeInvoice(account, invoice) === 'paid') return;
  const subscription = findSubscription(account, invoice);
  if (subscription?.status !== 'active') return;
  const previous = store.change<'subscription'>(subscription, { status: 'past_due' });
  publishChange(account, 'customer.subscription.updated', subscription, previous);
}

export function chargeInvoice(account: Account, invoice: StoredInvoice, methodId?: string): 'paid' | 'failed' {
  const { store } = account;
  const customer = store.find('customer', invoice.customer);
  const savedMethod = findSubscription(account, invoice)?.default_payment_method ?? customer?.invoice_settings.default_payment_method;
  const method = store.find('payment_method', methodId ?? savedMethod);
  const intent = findIntent(account, invoice);
  if (!method || !intent) {
    publish(account, 'invoice.payment_failed', invoice);
    return 'failed';
  }
  const { outcome } = attemptPayment(account, intent, method, { onSession: false });
  if (outcome === 'asks') publish(account, 'invoice.payment_failed', invoice);
  return outcome === 'paid' ? 'paid' : 'failed';
}
