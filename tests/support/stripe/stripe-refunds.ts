import type { DisputeStatus } from '#schema/orders/order.ts';
import { findDispute, getIntent, type Intent, newId, note, type Stripe, send } from './stripe-model.ts';

/** Refunds all or part of a payment's remaining amount. Returns false if Stripe would reject the refund. */
export function refund(stripe: Stripe, intentId: string, { cents, byUs = false }: { cents?: number; byUs?: boolean } = {}): boolean {
  const intent = getIntent(stripe, intentId);
  const { charge, amountCents } = intent.facts;
  const dispute = findDispute(stripe, intentId);
  if (!charge || dispute?.status === 'open' || dispute?.status === 'lost') return false;
  const returnedCents = Math.min(cents ?? amountCents, amountCents - charge.refundedCents);
  if (returnedCents <= 0) return false;
  const id = newId(stripe, 're');
  intent.refunds.push({ id, cents: returnedCents, at: stripe.now, hasFailed: false });
  updateCharge(intent);
  note(stripe, intent.userId, { kind: 'refunded', intentId, refundId: id, cents: returnedCents, byUs });
  send(stripe, 'charge.refunded', 'intent', intentId, intent.userId);
  return true;
}

/** Makes the payment's newest refund fail at the bank. Returns false if there is no refund. */
export function failRefund(stripe: Stripe, intentId: string): boolean {
  const intent = getIntent(stripe, intentId);
  const failed = intent.refunds.findLast(({ hasFailed }) => !hasFailed);
  if (!failed) return false;
  failed.hasFailed = true;
  updateCharge(intent);
  note(stripe, intent.userId, { kind: 'refund_failed', intentId, refundId: failed.id });
  send(stripe, 'refund.failed', 'intent', intentId, intent.userId);
  return true;
}

function updateCharge(intent: Intent): void {
  const { charge, amountCents } = intent.facts;
  const made = intent.refunds.filter(({ hasFailed }) => !hasFailed);
  const sumUntil = (index: number) => made.slice(0, index + 1).reduce((sum, { cents }) => sum + cents, 0);
  const full = made.find((_, index) => 10 * sumUntil(index) >= 9 * amountCents);
  intent.facts = {
    ...intent.facts,
    charge: charge && {
      ...charge,
      refundedCents: sumUntil(made.length),
      refundedAt: (full ?? made.at(-1))?.at ?? null,
      failedRefunds: intent.refunds.flatMap(({ id, cents, hasFailed }) =>
        hasFailed ? [{ id, reference: null, cents, reason: 'unknown' }] : [],
      ),
      refunds: intent.refunds.map(({ id, cents, at, hasFailed }) => ({
        ...{ id, cents, hasFailed, paymentIntentId: intent.facts.id },
        createdAt: at,
        failedAt: null,
      })),
    },
  };
}

/** Opens a dispute. Returns false if nothing was paid or the payment has already been disputed. */
export function openDispute(stripe: Stripe, intentId: string): boolean {
  if (!getIntent(stripe, intentId).facts.charge || findDispute(stripe, intentId)) return false;
  checkRefund(stripe, newId(stripe, 'dp'), intentId, 'open');
  return true;
}

/** Closes the open dispute. Returns false if there is none. */
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
