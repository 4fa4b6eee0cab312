import type Stripe from 'stripe';
import * as v from 'valibot';
import { type Account, getNow } from '#scripts/fakes/stripe/account.ts';
import { attemptPayment, declineFailure } from '#scripts/fakes/stripe/billing/payments.ts';
import { findCardById, readCard } from '#scripts/fakes/stripe/cards.ts';
import { badRequest, stateFailure } from '#scripts/fakes/stripe/http/errors.ts';
import { address, clearableText, createParameters, flag, text } from '#scripts/fakes/stripe/http/parameters.ts';
import type { StoredPaymentIntent, StoredPaymentMethod } from '#scripts/fakes/stripe/http/shapes.ts';
import { makePaymentMethod } from '#scripts/fakes/stripe/objects/payment-method.ts';

const digits = v.pipe(v.string(), v.maxLength(40));
export const PaymentMethodData = v.strictObject({
  type: v.literal('card'),
  card: v.strictObject({ number: digits, exp_month: digits, exp_year: digits, cvc: v.optional(digits) }),
  billing_details: v.optional(
    v.strictObject({
      name: v.optional(clearableText),
      email: v.optional(clearableText),
      phone: v.optional(clearableText),
      address: v.optional(address),
    }),
  ),
});

export const ConfirmParameters = createParameters<Stripe.PaymentIntentConfirmParams & { client_secret?: string; key?: string }>()({
  payment_method_data: v.optional(PaymentMethodData),
  payment_method: v.optional(text),
  return_url: v.optional(text),
  receipt_email: v.optional(clearableText),
  off_session: v.optional(flag, 'false'),
  client_secret: v.optional(text),
  key: v.optional(text),
});
type Confirmation = v.InferOutput<typeof ConfirmParameters>;

const confirmable = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/**
 * Tries to pay with the given card. If the card is declined, returns 402 and leaves the PaymentIntent open for another card. `present`
 * selects the PaymentIntent fields in the error, since pages see fewer fields than servers.
 */
export function confirmIntent(
  account: Account,
  intent: StoredPaymentIntent,
  parameters: Confirmation,
  present: (intent: StoredPaymentIntent) => object,
): void {
  if (!confirmable.includes(intent.status)) {
    const message = `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`;
    throw stateFailure('payment_intent_unexpected_state', message, { payment_intent: { object: 'payment_intent', ...present(intent) } });
  }
  if (parameters.return_url !== undefined) requireWebAddress(parameters.return_url);
  const method = choosePaymentMethod(account, intent, parameters);
  if (parameters.receipt_email !== undefined) account.store.change<'payment_intent'>(intent, { receipt_email: parameters.receipt_email });
  const circumstances = { onSession: !parameters.off_session, returnUrl: parameters.return_url ?? null };
  const attempt = attemptPayment(account, intent, method, circumstances);
  if (attempt.outcome === 'declined') throw declineFailure(present(intent), attempt.decline, attempt.charge);
}

function choosePaymentMethod(account: Account, intent: StoredPaymentIntent, parameters: Confirmation): StoredPaymentMethod {
  const method = resolveMethod(
    account,
    { ...parameters, payment_method: parameters.payment_method ?? intent.payment_method },
    intent.customer,
  );
  if (method) return method;
  const message = 'You cannot confirm this PaymentIntent because it is missing a payment method.';
  throw stateFailure('payment_intent_unexpected_state', message);
}

export function resolveMethod(
  account: Account,
  parameters: Pick<Confirmation, 'payment_method_data'> & { payment_method?: string | null | undefined },
  customer: string | null,
): StoredPaymentMethod | undefined {
  const now = getNow(account, customer);
  if (!parameters.payment_method_data)
    return parameters.payment_method ? createMethodFromId(account, parameters.payment_method, now) : undefined;
  const { card, billing_details: billing } = parameters.payment_method_data;
  return account.store.add('payment_method', makePaymentMethod(readCard(card, now), billing ?? {}, now));
}

export function createMethodFromId(account: Account, id: string, now: number): StoredPaymentMethod {
  const card = findCardById(id);
  return card
    ? account.store.add('payment_method', makePaymentMethod(card, {}, now))
    : account.store.get('payment_method', id, 'payment_method');
}

function requireWebAddress(url: string): void {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw badRequest('Not a valid URL', { code: 'url_invalid', param: 'return_url' });
}
