import type { DisputeStatus } from '#schema/orders/order.ts';
import { disputeOf, intentOf, newId, note, type Stripe, send } from './stripe-model.ts';

/** Refunds all or part of what is left of a payment. Returns false if Stripe would reject the refund. */
export function refund(stripe: Stripe, intentId: string, { cents, byUs = false }: { cents?: number; byUs?: boolean } = {}): boolean {
  const intent = intentOf(stripe, intentId);
  const { charge, amountCents } = intent.facts;
  const dispute = disputeOf(stripe, intentId);
  if (!charge || dispute?.status === 'open' || dispute?.status === 'lost') return false;
  const back = Math.min(cents ?? amountCents, amountCents - charge.refundedCents);
  if (back <= 0) return false;
  const refundedCents = charge.refundedCents + back;
  intent.facts = { ...intent.facts, charge: { ...charge, refundedCents, refundedAt: stripe.now } };
  note(stripe, intent.userId, { kind: 'refunded', intentId, cents: back, isFull: refundedCents === amountCents, byUs });
  send(stripe, 'charge.refunded', 'intent', intentId, intent.userId);
  return true;
}

/** Opens a dispute. Returns false if nothing was paid or the payment was disputed before. */
export function openDispute(stripe: Stripe, intentId: string): boolean {
  if (!intentOf(stripe, intentId).facts.charge || disputeOf(stripe, intentId)) return false;
  judge(stripe, newId(stripe, 'dp'), intentId, 'open');
  return true;
}

/** Closes a dispute. Returns false if none is open. */
export function closeDispute(stripe: Stripe, intentId: string, status: 'won' | 'lost'): boolean {
  const dispute = disputeOf(stripe, intentId);
  if (dispute?.status !== 'open') return false;
  judge(stripe, dispute.id, intentId, status);
  return true;
}

function judge(stripe: Stripe, id: string, intentId: string, status: DisputeStatus): void {
  const { userId } = intentOf(stripe, intentId);
  stripe.disputes.set(id, { id, intentId, status, openedAt: disputeOf(stripe, intentId)?.openedAt ?? stripe.now });
  note(stripe, userId, { kind: 'disputed', intentId, status });
  send(stripe, status === 'open' ? 'charge.dispute.created' : 'charge.dispute.closed', 'dispute', id, userId);
}
