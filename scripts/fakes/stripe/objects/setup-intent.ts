import type { StoredSetupIntent } from '#scripts/fakes/stripe/http/shapes.ts';
import { createId, randomText } from '#scripts/fakes/stripe/ids.ts';
import { createNulls } from '#scripts/fakes/stripe/objects/nulls.ts';

type Input = Partial<StoredSetupIntent> & Pick<StoredSetupIntent, 'customer' | 'usage'>;

export function makeSetupIntent(input: Input, now: number): StoredSetupIntent {
  const id = createId('seti');
  return {
    id,
    object: 'setup_intent',
    client_secret: `${id}_secret_${randomText(25)}`,
    created: now,
    livemode: false,
    metadata: {},
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    ...createNulls('allowed_payment_method_types', 'application', 'automatic_payment_methods', 'cancellation_reason', 'customer_account'),
    ...createNulls(
      'description',
      'excluded_payment_method_types',
      'flow_directions',
      'last_setup_error',
      'latest_attempt',
      'managed_payments',
    ),
    ...createNulls(
      'mandate',
      'next_action',
      'on_behalf_of',
      'payment_method',
      'payment_method_configuration_details',
      'single_use_mandate',
    ),
    ...input,
  };
}

export function publicSetupIntent(intent: StoredSetupIntent) {
  const { id, object, automatic_payment_methods, cancellation_reason, client_secret, created, description, last_setup_error } = intent;
  const { livemode, next_action, payment_method, payment_method_types, status, usage } = intent;
  return {
    ...{ id, object, automatic_payment_methods, cancellation_reason, client_secret, created, description, last_setup_error },
    ...{ livemode, next_action, payment_method, payment_method_types, status, usage },
  };
}
