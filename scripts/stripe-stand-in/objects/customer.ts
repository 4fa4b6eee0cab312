import { newId, randomText } from '#scripts/stripe-stand-in/ids.ts';
import type { KeptCustomer } from '#scripts/stripe-stand-in/shapes.ts';

type Given = Partial<
  Pick<KeptCustomer, 'id' | 'email' | 'name' | 'phone' | 'description' | 'address' | 'shipping' | 'metadata' | 'test_clock'>
>;

export function makeCustomer(given: Given, now: number): KeptCustomer {
  return {
    id: newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: now,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...given,
  };
}
