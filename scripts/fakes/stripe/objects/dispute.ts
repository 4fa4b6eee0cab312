import type { StoredCharge, StoredDispute } from '#scripts/fakes/stripe/http/shapes.ts';
import { createId } from '#scripts/fakes/stripe/ids.ts';
import { createNulls } from '#scripts/fakes/stripe/objects/nulls.ts';

const daysToAnswer = 7;

export function makeDispute(charge: StoredCharge, input: Pick<StoredDispute, 'status' | 'reason'>, now: number): StoredDispute {
  return {
    id: createId('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {
      ...noEvidence,
      customer_email_address: charge.billing_details.email,
      customer_name: charge.billing_details.name,
      enhanced_evidence: {},
    },
    evidence_details: {
      due_by: now + daysToAnswer * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: input.status.startsWith('warning'),
    livemode: false,
    metadata: {},
    network_reason_code: '10',
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: charge.payment_method_details?.card?.brand ?? 'visa',
        case_type: 'chargeback',
        network: 'visa',
        network_reason_code: '10',
      },
      type: 'card',
    },
    reason: input.reason,
    status: input.status,
  };
}

const noEvidence = {
  ...createNulls(
    'access_activity_log',
    'billing_address',
    'cancellation_policy',
    'cancellation_policy_disclosure',
    'cancellation_rebuttal',
  ),
  ...createNulls('customer_communication', 'customer_email_address', 'customer_name', 'customer_purchase_ip', 'customer_signature'),
  ...createNulls('duplicate_charge_documentation', 'duplicate_charge_explanation', 'duplicate_charge_id', 'product_description', 'receipt'),
  ...createNulls('refund_policy', 'refund_policy_disclosure', 'refund_refusal_explanation', 'service_date', 'service_documentation'),
  ...createNulls('shipping_address', 'shipping_carrier', 'shipping_date', 'shipping_documentation', 'shipping_tracking_number'),
  ...createNulls('uncategorized_file', 'uncategorized_text'),
} satisfies Omit<StoredDispute['evidence'], 'enhanced_evidence'>;
