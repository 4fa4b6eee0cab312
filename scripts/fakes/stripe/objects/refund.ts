import type { KeptCharge, KeptRefund } from '#scripts/fakes/stripe/http/shapes.ts';
import { newId } from '#scripts/fakes/stripe/ids.ts';
import { nulls } from '#scripts/fakes/stripe/objects/nulls.ts';

type Given = Pick<KeptRefund, 'amount' | 'reason' | 'metadata'>;

export function makeRefund(charge: KeptCharge, given: Given, now: number): KeptRefund {
  return {
    id: newId('re'),
    object: 'refund',
    amount: given.amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: charge.customer,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: given.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: given.reason,
    status: 'succeeded',
    ...nulls('customer_account', 'receipt_number', 'source_transfer_reversal', 'transfer_reversal'),
  };
}
