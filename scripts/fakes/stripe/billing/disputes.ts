import { type Account, getNow } from '#scripts/fakes/stripe/account.ts';
import { publish } from '#scripts/fakes/stripe/events.ts';
import { stateFailure } from '#scripts/fakes/stripe/http/errors.ts';
import type { StoredCharge, StoredDispute } from '#scripts/fakes/stripe/http/shapes.ts';
import { addBalanceTransaction, disputeFeeCents } from '#scripts/fakes/stripe/objects/balance-transaction.ts';
import { makeDispute } from '#scripts/fakes/stripe/objects/dispute.ts';

const closedStates = ['won', 'lost', 'warning_closed', 'prevented'];

export function openDispute(
  account: Account,
  charge: StoredCharge,
  { reason = 'fraudulent', status = 'needs_response' }: { reason?: string; status?: StoredDispute['status'] },
): StoredDispute {
  if (charge.disputed) throw stateFailure('charge_disputed', `Charge ${charge.id} has already been disputed.`);
  if (charge.status !== 'succeeded') throw stateFailure('charge_not_refundable', `Charge ${charge.id} has not succeeded.`);
  const dispute = account.store.add('dispute', makeDispute(charge, { reason, status }, getNow(account, charge.customer)));
  account.store.change<'charge'>(charge, { disputed: true });
  publish(account, 'charge.dispute.created', dispute);
  if (!status.startsWith('warning')) {
    moveFunds(account, dispute, -dispute.amount, disputeFeeCents);
    publish(account, 'charge.dispute.funds_withdrawn', dispute);
  }
  return dispute;
}

export function requireOpen(dispute: StoredDispute): void {
  if (closedStates.includes(dispute.status))
    throw stateFailure('status_transition_invalid', `This dispute is already closed (${dispute.status}).`);
}

export function isOverdue(account: Account, dispute: StoredDispute): boolean {
  const charge = account.store.get('charge', dispute.charge);
  return (dispute.evidence_details.due_by ?? Number.POSITIVE_INFINITY) <= getNow(account, charge.customer);
}

/**
 * Throws unless the dispute still needs a response. Evidence can be submitted only once and before the deadline, and a dispute can be
 * accepted only before its evidence is submitted.
 */
export function requireAnswerable(account: Account, dispute: StoredDispute): void {
  requireOpen(dispute);
  if (!dispute.status.endsWith('needs_response'))
    throw stateFailure('status_transition_invalid', `This dispute is ${dispute.status}; its evidence was already submitted.`);
  if (isOverdue(account, dispute)) throw stateFailure('status_transition_invalid', 'The deadline for evidence has passed.');
}

/** Closes a dispute. If `status` is `won`, we get the disputed money back. */
export function closeDispute(account: Account, dispute: StoredDispute, status: 'won' | 'lost' | 'warning_closed'): void {
  requireOpen(dispute);
  account.store.change<'dispute'>(dispute, { status, is_charge_refundable: status === 'warning_closed' });
  publish(account, 'charge.dispute.closed', dispute);
  if (status === 'won') reinstateFunds(account, dispute);
}

function reinstateFunds(account: Account, dispute: StoredDispute): void {
  moveFunds(account, dispute, dispute.amount, 0);
  publish(account, 'charge.dispute.funds_reinstated', dispute);
}

function moveFunds(account: Account, dispute: StoredDispute, amount: number, fee: number): void {
  const charge = account.store.get('charge', dispute.charge);
  const category = amount < 0 ? 'dispute' : 'dispute_reversal';
  const created = getNow(account, charge.customer);
  const fundsTransaction = addBalanceTransaction(account, { type: 'adjustment', category, source: dispute, amount, fee, created });
  account.store.change<'dispute'>(dispute, { balance_transactions: [...dispute.balance_transactions, structuredClone(fundsTransaction)] });
}

/** Reopens a lost dispute. The money remains withdrawn until we win the appeal. */
export function appealDispute(
  account: Account,
  dispute: StoredDispute,
  status: 'appeal_needs_response' | 'appeal_under_review' | 'won' | 'lost',
): StoredDispute {
  if (dispute.status !== 'lost' && !dispute.status.startsWith('appeal')) {
    throw stateFailure('status_transition_invalid', `A dispute that is ${dispute.status} cannot be appealed.`);
  }
  account.store.change<'dispute'>(dispute, { status });
  publish(account, status === 'won' || status === 'lost' ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute);
  if (status === 'won') reinstateFunds(account, dispute);
  return dispute;
}
