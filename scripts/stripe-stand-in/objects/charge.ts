import type { Decline } from '#scripts/stripe-stand-in/cards.ts';
import { newId } from '#scripts/stripe-stand-in/ids.ts';
import { noBillingDetails } from '#scripts/stripe-stand-in/objects/payment-method.ts';
import type { KeptCharge, KeptPaymentIntent, KeptPaymentMethod } from '#scripts/stripe-stand-in/shapes.ts';

/** An attempt to take a PaymentIntent's amount from a card; `decline` is what the bank refused it with. */
export function makeCharge(
  intent: KeptPaymentIntent,
  method: KeptPaymentMethod,
  decline: Decline | undefined,
  { origin, now, id = newId('ch') }: { origin: string; now: number; id?: string },
): KeptCharge {
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: decline ? null : id.replace(/^ch_/, 'txn_'),
    billing_details: { ...noBillingDetails, ...method.billing_details },
    calculated_statement_descriptor: 'CACHE CARDS',
    captured: !decline,
    created: now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: cardDetails(intent, method), type: 'card' },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: decline ? null : `${origin}/receipts/${id}`,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
}

function outcomeOf(decline: Decline | undefined): KeptCharge['outcome'] {
  return {
    advice_code: decline ? 'try_again_later' : null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline?.declineCode ?? null,
    risk_level: 'normal',
    risk_score: 20,
    seller_message: decline ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  };
}

type Details = NonNullable<KeptCharge['payment_method_details']>;

function cardDetails(intent: KeptPaymentIntent, method: KeptPaymentMethod): NonNullable<Details['card']> {
  const card = method.card;
  return {
    amount_authorized: intent.amount,
    authorization_code: null,
    brand: card?.brand ?? null,
    checks: card?.checks ?? null,
    country: card?.country ?? null,
    electronic_commerce_indicator: null,
    exp_month: card?.exp_month ?? 12,
    exp_year: card?.exp_year ?? 2_000,
    fingerprint: card?.fingerprint ?? null,
    funding: card?.funding ?? null,
    installments: null,
    last4: card?.last4 ?? null,
    mandate: null,
    network: card?.brand ?? null,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}
