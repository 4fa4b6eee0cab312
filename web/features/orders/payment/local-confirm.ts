/** Calls the local Stripe fake in the same way that Stripe.js calls Stripe. */
import * as v from 'valibot';
import type { PayResult } from '#web/features/orders/payment/card-form.ts';
import type { LocalCard } from '#web/features/orders/payment/local-card.ts';
import { redirectTo } from '#web/lib/redirect-to.ts';

const Intent = v.object({
  status: v.string(),
  next_action: v.nullish(v.object({ redirect_to_url: v.nullish(v.object({ url: v.pipe(v.string(), v.url()) })) })),
});
const IntentStatus = v.object({ status: v.string() });
const ErrorResponse = v.object({
  error: v.object({ message: v.optional(v.string()), payment_intent: v.nullish(IntentStatus), setup_intent: v.nullish(IntentStatus) }),
});

/** Confirms a payment or a card setup. Redirects if the bank requires it. */
export async function confirmLocally(clientSecret: string, returnUrl: string, card: LocalCard): Promise<PayResult> {
  const [intentId] = clientSecret.split('_secret_');
  const kind = clientSecret.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(`/api/local-stripe/v1/${kind}/${intentId}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({
        key: 'pk_test_local',
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': card.number,
        'payment_method_data[card][exp_month]': card.expiry.slice(0, 2),
        'payment_method_data[card][exp_year]': `20${card.expiry.slice(2)}`,
        'payment_method_data[card][cvc]': card.cvc,
        ...(card.name && { 'payment_method_data[billing_details][name]': card.name }),
        return_url: returnUrl,
      }),
    });
    body = await response.json();
  } catch {
    return { status: 'silent' };
  }
  // A 5xx response leaves the outcome unknown.
  if (response.status >= 500) return { status: 'silent' };
  return response.ok ? readIntent(body) : readError(body);
}

function readIntent(body: unknown): PayResult {
  const { status, next_action } = v.parse(Intent, body);
  if (status === 'succeeded' || status === 'processing') return { status };
  const url = next_action?.redirect_to_url?.url;
  if (status !== 'requires_action' || !url) return { status: 'refused', message: undefined };
  redirectTo(url);
  return { status: 'redirecting' };
}

function readError(body: unknown): PayResult {
  const parsedError = v.safeParse(ErrorResponse, body);
  if (!parsedError.success) return { status: 'refused', message: undefined };
  const { message, payment_intent, setup_intent } = parsedError.output.error;
  // The error may include an intent that succeeded in another tab or in an attempt whose response was lost.
  const status = (payment_intent ?? setup_intent)?.status;
  if (status === 'succeeded' || status === 'processing') return { status };
  return { status: 'refused', message };
}
