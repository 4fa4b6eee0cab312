import type { StoredPaymentIntent } from '#scripts/fakes/stripe/http/shapes.ts';
import { createId, randomText } from '#scripts/fakes/stripe/ids.ts';
import { createNulls } from '#scripts/fakes/stripe/objects/nulls.ts';

type Input = Partial<StoredPaymentIntent> & Pick<StoredPaymentIntent, 'amount' | 'currency' | 'customer'>;

export function makePaymentIntent(input: Input, now: number): StoredPaymentIntent {
  const id = input.id ?? createId('pi');
  return {
    id,
    object: 'payment_intent',
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: now,
    livemode: false,
    metadata: {},
    payment_method_options: { card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    ...createNulls('allowed_payment_method_types', 'application', 'application_fee_amount', 'automatic_payment_methods', 'canceled_at'),
    ...createNulls('cancellation_reason', 'customer_account', 'description', 'excluded_payment_method_types', 'last_payment_error'),
    ...createNulls('latest_charge', 'managed_payments', 'next_action', 'on_behalf_of', 'payment_method'),
    ...createNulls('payment_method_configuration_details', 'payment_record', 'processing', 'receipt_email', 'review', 'setup_future_usage'),
    ...createNulls('shipping', 'source', 'statement_descriptor', 'statement_descriptor_suffix', 'transfer_data', 'transfer_group'),
    ...input,
  };
}

export function publicPaymentIntent(intent: StoredPaymentIntent) {
  const { id, object, amount, amount_details, automatic_payment_methods, canceled_at, cancellation_reason, capture_method } = intent;
  const { client_secret, confirmation_method, created, currency, description, last_payment_error, livemode, next_action } = intent;
  const { payment_method, payment_method_types, processing, receipt_email, setup_future_usage, shipping, source, status } = intent;
  return {
    ...{ id, object, amount, amount_details, automatic_payment_methods, canceled_at, cancellation_reason, capture_method },
    ...{ client_secret, confirmation_method, created, currency, description, last_payment_error, livemode, next_action },
    ...{ payment_method, payment_method_types, processing, receipt_email, setup_future_usage, shipping, source, status },
  };
}
