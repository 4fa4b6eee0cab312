import { type Account, getNow } from '#scripts/fakes/stripe/account.ts';
import { openDispute } from '#scripts/fakes/stripe/billing/disputes.ts';
import { findInvoice, settleInvoice } from '#scripts/fakes/stripe/billing/invoices.ts';
import { type Decline, findCardByFingerprint } from '#scripts/fakes/stripe/cards.ts';
import { publish } from '#scripts/fakes/stripe/events.ts';
import { type ErrorBody, StripeFailure } from '#scripts/fakes/stripe/http/errors.ts';
import type { StoredCharge, StoredPaymentIntent, StoredPaymentMethod } from '#scripts/fakes/stripe/http/shapes.ts';
import { addBalanceTransaction, chargeFeeCents } from '#scripts/fakes/stripe/objects/balance-transaction.ts';
import { makeCharge } from '#scripts/fakes/stripe/objects/charge.ts';

export type Attempt = { outcome: 'paid' } | { outcome: 'asks' } | { outcome: 'declined'; decline: Decline; charge: StoredCharge | null };

interface Circumstances {
  onSession: boolean;
  isApproved?: boolean;
  returnUrl?: string | null;
}

export function attemptPayment(
  account: Account,
  intent: StoredPaymentIntent,
  method: StoredPaymentMethod,
  circumstances: Circumstances,
): Attempt {
  const card = findCardByFingerprint(method.card?.fingerprint);
  const rule = circumstances.onSession ? card.onSession : card.offSession;
  if (rule === 'asks' && !circumstances.isApproved) return askForApproval(account, intent, method, circumstances.returnUrl ?? null);
  if (rule && rule !== 'asks') return decline(account, intent, method, rule);
  recordSuccess(account, intent, method);
  if (card.disputed) openDispute(account, account.store.get('charge', intent.latest_charge ?? ''), { reason: card.disputed });
  return { outcome: 'paid' };
}

function askForApproval(account: Account, intent: StoredPaymentIntent, method: StoredPaymentMethod, returnUrl: string | null): Attempt {
  account.store.change<'payment_intent'>(intent, {
    status: 'requires_action',
    payment_method: method.id,
    last_payment_error: null,
    next_action: {
      redirect_to_url: { return_url: returnUrl, url: `${account.origin}/authenticate/${intent.id}?client_secret=${intent.client_secret}` },
      type: 'redirect_to_url',
    },
  });
  publish(account, 'payment_intent.requires_action', intent);
  const invoice = findInvoice(account, intent);
  if (invoice) publish(account, 'invoice.payment_action_required', invoice);
  return { outcome: 'asks' };
}

function decline(account: Account, intent: StoredPaymentIntent, method: StoredPaymentMethod, reason: Decline): Attempt {
  const now = getNow(account, intent.customer);
  const charge = account.store.add('charge', makeCharge(intent, method, reason, { origin: account.origin, now }));
  refuseIntent(account, intent, method, { ...createDeclineError(reason), charge: charge.id }, charge.id);
  publish(account, 'charge.failed', charge);
  publish(account, 'payment_intent.payment_failed', intent);
  reportFailedInvoice(account, intent);
  return { outcome: 'declined', decline: reason, charge };
}

export function failAuthentication(account: Account, intent: StoredPaymentIntent): void {
  const method = account.store.find('payment_method', intent.payment_method);
  refuseIntent(account, intent, method, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  });
  publish(account, 'payment_intent.payment_failed', intent);
  reportFailedInvoice(account, intent);
}

function refuseIntent(
  account: Account,
  intent: StoredPaymentIntent,
  method: StoredPaymentMethod | undefined,
  error: ErrorBody,
  charge?: string,
): void {
  account.store.change<'payment_intent'>(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    ...(charge && { latest_charge: charge }),
    last_payment_error: {
      type: error.type,
      message: error.message,
      ...(error.code && { code: error.code }),
      ...(error.decline_code && { decline_code: error.decline_code }),
      ...(error.charge && { charge: error.charge }),
      ...(method && { payment_method: method }),
    } as StoredPaymentIntent['last_payment_error'],
  });
}

/**
 * Publishes the event for a failed invoice payment. Attempts outside the retry schedule are reported as the first attempt; `renewals.ts`
 * increments the count for retries.
 */
function reportFailedInvoice(account: Account, intent: StoredPaymentIntent): void {
  const invoice = findInvoice(account, intent);
  if (invoice?.status !== 'open') return;
  account.store.change<'invoice'>(invoice, { attempted: true, attempt_count: Math.max(1, invoice.attempt_count) });
  publish(account, 'invoice.payment_failed', invoice);
}

function recordSuccess(account: Account, intent: StoredPaymentIntent, method: StoredPaymentMethod): void {
  const { store, origin } = account;
  const now = getNow(account, intent.customer);
  if (intent.setup_future_usage && intent.customer) store.change<'payment_method'>(method, { customer: intent.customer });
  const charge = store.add('charge', makeCharge(intent, method, undefined, { origin, now }));
  addBalanceTransaction(account, {
    ...{ id: charge.balance_transaction ?? '', type: 'charge', category: 'charge', source: charge, amount: charge.amount, created: now },
    fee: chargeFeeCents(charge.amount),
  });
  store.change<'payment_intent'>(intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    payment_method: method.id,
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
  });
  publish(account, 'charge.succeeded', charge);
  publish(account, 'payment_intent.succeeded', intent);
  const invoice = findInvoice(account, intent);
  if (invoice?.status === 'open') settleInvoice(account, invoice, method);
}

export function createDeclineError(reason: Decline): ErrorBody {
  return { type: 'card_error', code: reason.code, decline_code: reason.declineCode, message: reason.message };
}

export function declineFailure(intent: object, reason: Decline, charge: StoredCharge | null): StripeFailure {
  const body: ErrorBody = { ...createDeclineError(reason), ...(charge && { charge: charge.id }) };
  return new StripeFailure(402, { ...body, payment_intent: { object: 'payment_intent', ...intent } });
}
