import { type CardDetails, createFingerprint, findCardByFingerprint } from '#scripts/fakes/stripe/cards.ts';
import type { StoredPaymentMethod } from '#scripts/fakes/stripe/http/shapes.ts';
import { createId } from '#scripts/fakes/stripe/ids.ts';

type BillingDetails = StoredPaymentMethod['billing_details'];

export const noBillingDetails: BillingDetails = { address: null, email: null, name: null, phone: null, tax_id: null };

/** Creates a payment method. Stores the card's fingerprint, which identifies the test card, but never its number. */
export function makePaymentMethod(
  card: CardDetails,
  billingDetails: Partial<BillingDetails>,
  now: number,
  id = createId('pm'),
): StoredPaymentMethod {
  const fingerprint = createFingerprint(card.number);
  const { brand } = findCardByFingerprint(fingerprint);
  return {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { ...noBillingDetails, ...billingDetails },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: card.cvc ? 'pass' : null },
      country: 'US',
      display_brand: brand === 'amex' ? 'american_express' : brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint,
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}
