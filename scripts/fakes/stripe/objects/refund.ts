import type { StoredCharge, StoredRefund } from '#scripts/fakes/stripe/http/shapes.ts';
import { createId } from '#scripts/fakes/stripe/ids.ts';
import { createNulls } from '#scripts/fakes/stripe/objects/nulls.ts';

type Input = Pick<StoredRefund, 'amount' | 'reason' | 'metadata'>;

export function makeRefund(charge: StoredCharge, input: Input, now: number): StoredRefund {
  return {
    id: createId('re'),
    object: 'refund',
    amount: input.amount,
    balance_transaction: createId('txn'),
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: charge.customer,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: input.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: input.reason,
    status: 'succeeded',
    ...createNulls('customer_account', 'receipt_number', 'source_transfer_reversal', 'transfer_reversal'),
  };
}
