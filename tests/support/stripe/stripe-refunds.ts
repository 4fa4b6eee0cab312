import type { DisputeStatus } from '#schema/orders/order.ts';
import { findDispute, getIntent, newId, note, type Stripe, send } from './stripe-model.ts';

/** Refunds all or part of what is left of a payment. Returns false if Stripe would reject the refund. */
export function refund(stripe: Stripe, intentId: string, { cents, byUs = false }: { cents?: number; byUs?: boolean } = {}): boolean {
  const intent = getIntent(stripe, intentId);
  const { charge, amountCents } = intent.facts;
  const dispute = findDispute(stripe, intentId);
  if (!charge || dispute?.status === 'open' || dispute?.status === 'lost') return false;
  const returnedCents = Math.min(cents ?? amountCents, amountCents - charge.refundedCents);
  if (returnedCents <= 0) return false;
  const refundedCents = charge.refundedCents + returnedCents;
  intent.facts = { ...intent.facts, charge: { ...charge, refundedCents, refundedAt: stripe.now } };
  note(stripe, intent.userId, { kind: 'refunded', intentId, cents: returnedCents, isFull: refundedCents === amountCents, byUs });
  send(stripe, 'charge.refunded', 'intent', intentId, intent.userId);
  return true;
}

/** Opens a dispute. Returns false if nothing was paid or the payment was disputed before. */
export function openDispute(stripe: Stripe, intentId: string): boolean {
  if (!getIntent(stripe, intentId).facts.charge || findDispute(stripe, intentId)) return false;
  checkRefund(stripe, newId(stripe, 'dp'), intentId, 'open');
  return true;
}

/** Closes a dispute. Returns false if none is open. */
export function closeDispute(stripe: Stripe, intentId: string, status: 'won' | 'lost'): boolean {
  const dispute = findDispute(stripe, intentId);
  if (dispute?.status !== 'open') return false;
  checkRefund(stripe, dispute.id, intentId, status);
  return true;
}

function checkRefund(stripe: Stripe, id: string, intentId: string, status: DisputeStatus): void {
  const { userId } = getIntent(stripe, intentId);
  stripe.disputes.set(id, { id, intentId, status, openedAt: findDispute(stripe, intentId)?.openedAt ?? stripe.now });
  note(stripe, userId, { kind: 'disputed', intentId, status });
  send(stripe, status === 'open' ? 'charge.dispute.created' : 'charge.dispute.closed', 'dispute', id, userId);
}
