import type { Decline } from '#scripts/fakes/stripe/cards.ts';
import type { StoredCharge, StoredPaymentIntent, StoredPaymentMethod } from '#scripts/fakes/stripe/http/shapes.ts';
import { createId } from '#scripts/fakes/stripe/ids.ts';
import { createNulls } from '#scripts/fakes/stripe/objects/nulls.ts';
import { noBillingDetails } from '#scripts/fakes/stripe/objects/payment-method.ts';

export function makeCharge(
  intent: StoredPaymentIntent,
  method: StoredPaymentMethod,
  decline: Decline | undefined,
  { origin, now, id = createId('ch') }: { origin: string; now: number; id?: string },
): StoredCharge {
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    balance_transaction: decline ? null : id.replace(/^ch_/, 'txn_'),
    billing_details: { ...noBillingDetails, ...method.billing_details },
    calculated_statement_descriptor: 'CACHE CARDS',
    captured: !decline,
    created: now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    outcome: createOutcome(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: cardDetails(intent, method), type: 'card' },
    receipt_email: intent.receipt_email,
    receipt_url: decline ? null : `${origin}/receipts/${id}`,
    refunded: false,
    shipping: intent.shipping,
    status: decline ? 'failed' : 'succeeded',
    ...createNulls('application', 'application_fee', 'application_fee_amount', 'failure_balance_transaction', 'on_behalf_of'),
    ...createNulls('receipt_number', 'review', 'source', 'source_transfer', 'statement_descriptor', 'statement_descriptor_suffix'),
    ...createNulls('transfer_data', 'transfer_group'),
  };
}

function createOutcome(decline: Decline | undefined): StoredCharge['outcome'] {
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

type Details = NonNullable<StoredCharge['payment_method_details']>;

function cardDetails(intent: StoredPaymentIntent, method: StoredPaymentMethod): NonNullable<Details['card']> {
  const card = method.card;
  return {
    amount_authorized: intent.amount,
    brand: card?.brand ?? null,
    checks: card?.checks ?? null,
    country: card?.country ?? null,
    exp_month: card?.exp_month ?? 12,
    exp_year: card?.exp_year ?? 2_000,
    fingerprint: card?.fingerprint ?? null,
    funding: card?.funding ?? null,
    last4: card?.last4 ?? null,
    network: card?.brand ?? null,
    regulated_status: 'unregulated',
    ...createNulls('authorization_code', 'electronic_commerce_indicator', 'installments', 'mandate', 'network_transaction_id'),
    ...createNulls('three_d_secure', 'transaction_link_id', 'wallet'),
  };
}
