import { type Account, getNow } from '#scripts/fakes/stripe/account.ts';
import { publish, publishChange } from '#scripts/fakes/stripe/events.ts';
import { stateFailure } from '#scripts/fakes/stripe/http/errors.ts';
import type {
  StoredInvoice,
  StoredInvoicePayment,
  StoredPaymentIntent,
  StoredPaymentMethod,
  StoredSubscription,
} from '#scripts/fakes/stripe/http/shapes.ts';
import { makeInvoice, makeInvoicePayment } from '#scripts/fakes/stripe/objects/invoice.ts';
import { makePaymentIntent } from '#scripts/fakes/stripe/objects/payment-intent.ts';
import { getItem } from '#scripts/fakes/stripe/objects/subscription.ts';

/** Drafts the invoice for the subscription's current period. Coupons with duration "once" apply only to the first invoice. */
export function draftInvoice(
  account: Account,
  subscription: StoredSubscription,
  billingReason: 'subscription_create' | 'subscription_cycle',
  discounts: { discount: string; amount: number }[] = [],
): StoredInvoice {
  const { store } = account;
  const item = getItem(subscription);
  const period = { start: item.current_period_start, end: item.current_period_end };
  const customer = store.get('customer', subscription.customer);
  const productName = store.find('product', item.price.product)?.name ?? 'Subscription';
  const now = getNow(account, subscription.customer);
  const invoice = store.add('invoice', makeInvoice({ customer, subscription, billingReason, period, discounts, productName }, now));
  for (const { discount } of discounts) store.change<'discount'>(store.get('discount', discount), { invoice: invoice.id });
  store.change<'subscription'>(subscription, { latest_invoice: invoice.id });
  publish(account, 'invoice.created', invoice);
  return invoice;
}

export function finalizeInvoice(account: Account, invoice: StoredInvoice): void {
  const { store, origin } = account;
  const now = getNow(account, invoice.customer);
  const customer = store.get('customer', invoice.customer ?? '');
  const sequence = customer.next_invoice_sequence ?? 1;
  const balanceBefore = customer.balance ?? 0;
  const amountDue = Math.max(0, invoice.total + balanceBefore);
  const balanceAfter = Math.min(0, invoice.total + balanceBefore);
  store.change<'customer'>(customer, { next_invoice_sequence: sequence + 1, balance: balanceAfter });
  store.change<'invoice'>(invoice, {
    status: 'open',
    starting_balance: balanceBefore,
    ending_balance: balanceAfter,
    amount_due: amountDue,
    amount_remaining: amountDue,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    automatically_finalizes_at: null,
    effective_at: now,
    hosted_invoice_url: `${origin}/invoices/${invoice.id}`,
    invoice_pdf: `${origin}/invoices/${invoice.id}?print`,
    status_transitions: { ...invoice.status_transitions, finalized_at: now },
  });
  if (invoice.amount_due > 0) addPayment(account, invoice, now);
  publish(account, 'invoice.finalized', invoice);
  if (invoice.amount_due === 0) settleInvoice(account, invoice, null);
}

function addPayment(account: Account, invoice: StoredInvoice, now: number): void {
  const { store } = account;
  const subscription = findSubscription(account, invoice);
  const intent = makePaymentIntent(
    {
      amount: invoice.amount_due,
      currency: invoice.currency,
      customer: invoice.customer,
      description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
      setup_future_usage: subscription?.payment_settings?.save_default_payment_method === 'on_subscription' ? 'off_session' : null,
    },
    now,
  );
  store.add('payment_intent', intent);
  store.add('invoice_payment', makeInvoicePayment(invoice, intent.id, now));
  publish(account, 'payment_intent.created', intent);
}

export function settleInvoice(account: Account, invoice: StoredInvoice, method: StoredPaymentMethod | null): void {
  const { store } = account;
  const now = getNow(account, invoice.customer);
  store.change<'invoice'>(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: Math.max(1, invoice.attempt_count),
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  });
  const payment = listPayments(account, invoice)[0];
  if (payment) {
    const transitions = { canceled_at: null, paid_at: now };
    store.change<'invoice_payment'>(payment, { status: 'paid', amount_paid: invoice.amount_due, status_transitions: transitions });
  }
  publish(account, 'invoice.paid', invoice);
  const subscription = findSubscription(account, invoice);
  if (subscription) activate(account, subscription, invoice, method);
}

function activate(account: Account, subscription: StoredSubscription, invoice: StoredInvoice, method: StoredPaymentMethod | null): void {
  const savesPaymentMethod = subscription.payment_settings?.save_default_payment_method === 'on_subscription';
  const isAwaitingPayment = subscription.status === 'incomplete' || subscription.status === 'past_due';
  const previous = account.store.change<'subscription'>(subscription, {
    ...(isAwaitingPayment && subscription.latest_invoice === invoice.id && { status: 'active' }),
    ...(savesPaymentMethod && method && subscription.ended_at === null && { default_payment_method: method.id }),
    ...(isAwaitingPayment && { discounts: [] }),
  });
  publishChange(account, 'customer.subscription.updated', subscription, previous);
}

export function voidInvoice(account: Account, invoice: StoredInvoice): void {
  if (invoice.status !== 'open') {
    throw stateFailure('status_transition_invalid', `You can only void open invoices. This invoice is ${invoice.status}.`);
  }
  const { store } = account;
  const now = getNow(account, invoice.customer);
  store.change<'invoice'>(invoice, {
    status: 'void',
    amount_remaining: 0,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: now },
  });
  for (const payment of listPayments(account, invoice)) {
    store.change<'invoice_payment'>(payment, { status: 'canceled', status_transitions: { canceled_at: now, paid_at: null } });
    const intent = store.find('payment_intent', payment.payment.payment_intent);
    if (intent) cancelIntent(account, intent, 'void_invoice');
  }
  publish(account, 'invoice.voided', invoice);
}

export function cancelIntent(account: Account, intent: StoredPaymentIntent, reason: StoredPaymentIntent['cancellation_reason']): void {
  const now = getNow(account, intent.customer);
  account.store.change<'payment_intent'>(intent, { status: 'canceled', canceled_at: now, cancellation_reason: reason, next_action: null });
  publish(account, 'payment_intent.canceled', intent);
}

export function listPayments(account: Account, invoice: StoredInvoice): StoredInvoicePayment[] {
  return account.store.all('invoice_payment').filter((payment) => payment.invoice === invoice.id);
}

export function findIntent(account: Account, invoice: StoredInvoice): StoredPaymentIntent | undefined {
  return account.store.find('payment_intent', listPayments(account, invoice)[0]?.payment.payment_intent);
}

export function findInvoice(account: Account, intent: StoredPaymentIntent): StoredInvoice | undefined {
  const payment = account.store.all('invoice_payment').find((candidate) => candidate.payment.payment_intent === intent.id);
  return account.store.find('invoice', payment?.invoice);
}

export function findSubscription(account: Account, invoice: StoredInvoice): StoredSubscription | undefined {
  return account.store.find('subscription', invoice.parent?.subscription_details?.subscription);
}
