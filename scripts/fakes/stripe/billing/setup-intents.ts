import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Account } from '#scripts/fakes/stripe/account.ts';
import { PaymentMethodData, resolveMethod } from '#scripts/fakes/stripe/billing/confirm-intent.ts';
import { createDeclineError } from '#scripts/fakes/stripe/billing/payments.ts';
import { findCardByFingerprint } from '#scripts/fakes/stripe/cards.ts';
import { type ErrorBody, StripeFailure, stateFailure } from '#scripts/fakes/stripe/http/errors.ts';
import { createParameters, text } from '#scripts/fakes/stripe/http/parameters.ts';
import type { StoredPaymentMethod, StoredSetupIntent } from '#scripts/fakes/stripe/http/shapes.ts';

export const ConfirmSetupParameters = createParameters<Stripe.SetupIntentConfirmParams & { client_secret?: string; key?: string }>()({
  payment_method_data: v.optional(PaymentMethodData),
  payment_method: v.optional(text),
  return_url: v.optional(text),
  client_secret: v.optional(text),
  key: v.optional(text),
});

const confirmable = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/**
 * Tries to save the given card. If the card is declined, returns 402 and leaves the SetupIntent open for another card. `present` selects
 * the SetupIntent fields in the error.
 */
export function confirmSetup(
  account: Account,
  intent: StoredSetupIntent,
  parameters: v.InferOutput<typeof ConfirmSetupParameters>,
  present: (intent: StoredSetupIntent) => object,
): void {
  if (!confirmable.includes(String(intent.status))) {
    const message = `You cannot confirm this SetupIntent because it has a status of ${intent.status}.`;
    throw stateFailure('setup_intent_unexpected_state', message, { setup_intent: { object: 'setup_intent', ...present(intent) } });
  }
  const method = resolveMethod(account, parameters, intent.customer);
  if (!method) {
    const message = 'You cannot confirm this SetupIntent because it is missing a payment method.';
    throw stateFailure('setup_intent_unexpected_state', message);
  }
  const rule = findCardByFingerprint(method.card?.fingerprint).onSession;
  if (!rule) {
    approveSetup(account, intent, method);
    return;
  }
  if (rule === 'asks') {
    askForApproval(account, intent, method, parameters.return_url ?? null);
    return;
  }
  refuseSetup(account, intent, method, createDeclineError(rule));
  throw new StripeFailure(402, { ...createDeclineError(rule), setup_intent: { object: 'setup_intent', ...present(intent) } });
}

function askForApproval(account: Account, intent: StoredSetupIntent, method: StoredPaymentMethod, returnUrl: string | null): void {
  account.store.change<'setup_intent'>(intent, {
    status: 'requires_action',
    payment_method: method.id,
    last_setup_error: null,
    next_action: {
      redirect_to_url: { return_url: returnUrl, url: `${account.origin}/authenticate/${intent.id}?client_secret=${intent.client_secret}` },
      type: 'redirect_to_url',
    },
  });
}

export function approveSetup(account: Account, intent: StoredSetupIntent, method: StoredPaymentMethod): void {
  account.store.change<'payment_method'>(method, { customer: intent.customer });
  account.store.change<'setup_intent'>(intent, {
    status: 'succeeded',
    payment_method: method.id,
    last_setup_error: null,
    next_action: null,
  });
}

export function failSetupAuthentication(account: Account, intent: StoredSetupIntent): void {
  refuseSetup(account, intent, account.store.find('payment_method', intent.payment_method), {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  });
}

function refuseSetup(account: Account, intent: StoredSetupIntent, method: StoredPaymentMethod | undefined, error: ErrorBody): void {
  account.store.change<'setup_intent'>(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: { ...error, ...(method && { payment_method: method }) } as StoredSetupIntent['last_setup_error'],
  });
}
