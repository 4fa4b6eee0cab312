import { newId, randomText } from '#scripts/stripe-stand-in/ids.ts';
import type { KeptPaymentIntent } from '#scripts/stripe-stand-in/shapes.ts';

type Given = Partial<KeptPaymentIntent> & Pick<KeptPaymentIntent, 'amount' | 'currency' | 'customer'>;

export function makePaymentIntent(given: Given, now: number): KeptPaymentIntent {
  const id = given.id ?? newId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: now,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    ...given,
  };
}

/** What a page may see with a publishable key and the client secret. */
export function publicPaymentIntent(intent: KeptPaymentIntent) {
  const { id, object, amount, amount_details, automatic_payment_methods, canceled_at, cancellation_reason, capture_method } = intent;
  const { client_secret, confirmation_method, created, currency, description, last_payment_error, livemode, next_action } = intent;
  const { payment_method, payment_method_types, processing, receipt_email, setup_future_usage, shipping, source, status } = intent;
  return {
    ...{ id, object, amount, amount_details, automatic_payment_methods, canceled_at, cancellation_reason, capture_method },
    ...{ client_secret, confirmation_method, created, currency, description, last_payment_error, livemode, next_action },
    ...{ payment_method, payment_method_types, processing, receipt_email, setup_future_usage, shipping, source, status },
  };
}
