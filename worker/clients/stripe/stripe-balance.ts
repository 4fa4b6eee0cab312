/**
 * Balance transactions at Stripe that belong to payments. Skips payouts to the bank, and transactions in currencies used only by other
 * shops on the same Stripe account.
 */
import type Stripe from 'stripe';
import { currency as ourCurrency } from '#schema/rules.ts';
import type { BalancePage } from '#worker/clients/payment-provider.ts';
import type { BalanceTransaction } from '#worker/domain/memberships/facts.ts';
import { getId } from './stripe-facts.ts';

const perPage = 50;

const kinds: Record<string, BalanceTransaction['kind']> = {
  charge: 'payment',
  payment: 'payment',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund_failed',
  payment_failure_refund: 'refund_failed',
  adjustment: 'dispute',
};

export async function fetchBalance(
  stripe: Stripe,
  { from, until }: { from: number; until: number },
  after: string | null,
): Promise<BalancePage> {
  const { data, has_more } = await stripe.balanceTransactions.list({
    ...{ limit: perPage, created: { gte: from, lt: until }, expand: ['data.source'] },
    ...(after && { starting_after: after }),
  });
  return {
    transactions: data.flatMap((transaction) => readTransaction(transaction) ?? []),
    next: has_more ? (data.at(-1)?.id ?? null) : null,
  };
}

function readTransaction({ id, type, source, amount, fee, created, currency }: Stripe.BalanceTransaction): BalanceTransaction | undefined {
  const kind = kinds[type];
  if (!kind || currency !== ourCurrency || source === null || typeof source === 'string') return undefined;
  const paymentIntentId = 'payment_intent' in source ? getId(source.payment_intent) : null;
  if (paymentIntentId === null || (kind === 'dispute' && source.object !== 'dispute')) return undefined;
  const refundId = source.object === 'refund' ? source.id : null;
  const customerId = source.object === 'charge' ? getId(source.customer) : null;
  return { id, kind, paymentIntentId, refundId, customerId, cents: amount, feeCents: fee, createdAt: created };
}
