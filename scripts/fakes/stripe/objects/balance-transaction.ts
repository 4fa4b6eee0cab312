import type { Account } from '#scripts/fakes/stripe/account.ts';
import type { StoredBalanceTransaction } from '#scripts/fakes/stripe/http/shapes.ts';
import { createId } from '#scripts/fakes/stripe/ids.ts';

const daysUntilAvailable = 2;
export const disputeFeeCents = 1_500;

/** Returns Stripe's fee for a card payment: 2.9% plus 30 cents. */
export function chargeFeeCents(amountCents: number): number {
  return Math.round(amountCents * 0.029) + 30;
}

interface Movement {
  id?: string;
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment';
  category: 'charge' | 'refund' | 'refund_failure' | 'dispute' | 'dispute_reversal';
  source: { id: string; currency: string };
  amount: number;
  fee?: number;
  created: number;
}

export function addBalanceTransaction(account: Account, movement: Movement): StoredBalanceTransaction {
  const { id = createId('txn'), type, category, source, amount, fee = 0, created } = movement;
  return account.store.add('balance_transaction', {
    id,
    object: 'balance_transaction',
    amount,
    available_on: created + daysUntilAvailable * 86_400,
    balance_type: 'payments',
    created,
    currency: source.currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency: source.currency, description: 'Stripe processing fees', type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: category,
    source: source.id,
    status: 'pending',
    type,
  });
}
