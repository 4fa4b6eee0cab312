/** Paying at the local fake: the call that Stripe's own script makes to Stripe. */
import * as v from 'valibot';
import type { PayResult } from '#web/features/orders/card-form.ts';
import type { LocalCard } from '#web/features/orders/local-card.ts';
import { leaveFor } from '#web/lib/leave-for.ts';

const Intent = v.object({
  status: v.string(),
  next_action: v.nullish(v.object({ redirect_to_url: v.nullish(v.object({ url: v.pipe(v.string(), v.url()) })) })),
});
const Refusal = v.object({
  error: v.object({ message: v.optional(v.string()), payment_intent: v.nullish(v.object({ status: v.string() })) }),
});

/** Confirms the payment with a card. Where the bank wants to be asked, the browser goes to its page. */
export async function confirmLocally(clientSecret: string, returnUrl: string, card: LocalCard): Promise<PayResult> {
  const [intentId] = clientSecret.split('_secret_');
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(`/api/local-stripe/v1/payment_intents/${intentId}/confirm`, {
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
    answer = await response.json();
  } catch {
    return { status: 'silent' };
  }
  // An answer that is not the provider's own says nothing about what the provider did.
  if (response.status >= 500) return { status: 'silent' };
  return response.ok ? readIntent(answer) : readRefusal(answer);
}

function readIntent(answer: unknown): PayResult {
  const { status, next_action } = v.parse(Intent, answer);
  if (status === 'succeeded' || status === 'processing') return { status };
  const url = next_action?.redirect_to_url?.url;
  if (status !== 'requires_action' || !url) return { status: 'refused', message: undefined };
  leaveFor(url);
  return { status: 'redirecting' };
}

function readRefusal(answer: unknown): PayResult {
  const refusal = v.safeParse(Refusal, answer);
  if (!refusal.success) return { status: 'refused', message: undefined };
  const { message, payment_intent } = refusal.output.error;
  // Paid in another tab, or by a try whose answer was lost.
  if (payment_intent?.status === 'succeeded' || payment_intent?.status === 'processing') return { status: payment_intent.status };
  return { status: 'refused', message };
}
