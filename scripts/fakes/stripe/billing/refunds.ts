import { type Account, getNow } from '#scripts/fakes/stripe/account.ts';
import { findCardByFingerprint } from '#scripts/fakes/stripe/cards.ts';
import { publish } from '#scripts/fakes/stripe/events.ts';
import { stateFailure } from '#scripts/fakes/stripe/http/errors.ts';
import type { StoredCharge, StoredRefund } from '#scripts/fakes/stripe/http/shapes.ts';
import { addBalanceTransaction } from '#scripts/fakes/stripe/objects/balance-transaction.ts';
import { makeRefund } from '#scripts/fakes/stripe/objects/refund.ts';

/** Delay in seconds before a refund fails. Banks usually return a failed refund within days. */
export const refundFailsAfterSeconds = 5 * 86_400;

interface RefundInput {
  amount: number | undefined;
  reason: StoredRefund['reason'];
  metadata: Record<string, string>;
}

export function refundCharge(account: Account, charge: StoredCharge, request: RefundInput): StoredRefund {
  const refundable = charge.amount_captured - charge.amount_refunded;
  const amount = request.amount ?? refundable;
  if (charge.status !== 'succeeded')
    throw stateFailure('charge_not_refundable', `Charge ${charge.id} has not succeeded and cannot be refunded.`);
  if (refundable === 0) throw stateFailure('charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
  if (isFullyRefunded(account, charge))
    throw stateFailure('charge_disputed', `Charge ${charge.id} has been charged back; cannot issue a refund.`);
  if (amount > refundable) {
    const message = `Refund amount ($${formatDollars(amount)}) is greater than unrefunded amount on charge ($${formatDollars(refundable)})`;
    throw stateFailure('charge_already_refunded', message, { param: 'amount' });
  }
  const parameters = { amount, reason: request.reason, metadata: request.metadata };
  const refund = account.store.add('refund', makeRefund(charge, parameters, getNow(account, charge.customer)));
  addBalanceTransaction(account, {
    ...{ id: refund.balance_transaction ?? '', type: 'refund', category: 'refund', source: refund, amount: -amount },
    created: refund.created,
  });
  setRefunded(account, charge, charge.amount_refunded + amount);
  publish(account, 'refund.created', refund);
  publish(account, 'charge.refunded', charge);
  publish(account, 'refund.updated', refund);
  return refund;
}

function isFullyRefunded(account: Account, charge: StoredCharge): boolean {
  const isDisputeOpen = (status: string) => status !== 'won' && !status.startsWith('warning');
  return charge.disputed && account.store.all('dispute').some((dispute) => dispute.charge === charge.id && isDisputeOpen(dispute.status));
}

function setRefunded(account: Account, charge: StoredCharge, amount: number): void {
  account.store.change<'charge'>(charge, { amount_refunded: amount, refunded: amount === charge.amount });
}

export function willFail(account: Account, refund: StoredRefund): boolean {
  const charge = account.store.find('charge', refund.charge);
  return refund.status === 'succeeded' && findCardByFingerprint(charge?.payment_method_details?.card?.fingerprint).refundFails === true;
}

/** Marks a refund as failed: the bank returns the money to us, and the charge no longer counts as refunded. */
export function failRefund(account: Account, refund: StoredRefund): void {
  const charge = account.store.get('charge', refund.charge ?? '');
  const returnTransaction = addBalanceTransaction(account, {
    ...{ type: 'refund_failure', category: 'refund_failure', source: refund, amount: refund.amount },
    created: getNow(account, charge.customer),
  });
  account.store.change<'refund'>(refund, {
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: returnTransaction.id,
  });
  setRefunded(account, charge, charge.amount_refunded - refund.amount);
  publish(account, 'refund.updated', refund);
  publish(account, 'refund.failed', refund);
}

function formatDollars(cents: number): string {
  return (cents / 100).toFixed(2);
}
