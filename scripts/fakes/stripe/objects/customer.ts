import type { StoredCustomer } from '#scripts/fakes/stripe/http/shapes.ts';
import { createId, randomText } from '#scripts/fakes/stripe/ids.ts';
import { createNulls } from '#scripts/fakes/stripe/objects/nulls.ts';

type Input = Partial<
  Pick<StoredCustomer, 'id' | 'email' | 'name' | 'phone' | 'description' | 'address' | 'shipping' | 'metadata' | 'test_clock'>
>;

export function makeCustomer(input: Input, now: number): StoredCustomer {
  return {
    id: createId('cus'),
    object: 'customer',
    balance: 0,
    created: now,
    delinquent: false,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    next_invoice_sequence: 1,
    preferred_locales: [],
    tax_exempt: 'none',
    ...createNulls('address', 'currency', 'default_source', 'description', 'discount', 'email', 'name', 'phone', 'shipping', 'test_clock'),
    ...input,
  };
}
