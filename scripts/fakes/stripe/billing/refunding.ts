/** Refunds: whole or in part, never more than was paid. */
import { type Account, nowOf } from '#scripts/fakes/stripe/account.ts';
import { cardOfFingerprint } from '#scripts/fakes/stripe/cards.ts';
import { publish } from '#scripts/fakes/stripe/events.ts';
import { refused } from '#scripts/fakes/stripe/http/errors.ts';
import type { KeptCharge, KeptRefund } from '#scripts/fakes/stripe/http/shapes.ts';
import { makeRefund } from '#scripts/fakes/stripe/objects/refund.ts';

/** So long after it was made, a refund to the card whose refunds fail does fail. */
export const refundFailsAfterSeconds = 60;

interface Wanted {
  amount: number | undefined;
  reason: KeptRefund['reason'];
  metadata: Record<string, string>;
}

export function refundCharge(account: Account, charge: KeptCharge, wanted: Wanted): KeptRefund {
  const left = charge.amount_captured - charge.amount_refunded;
  const amount = wanted.amount ?? left;
  if (charge.status !== 'succeeded')
    throw refused('charge_not_refundable', `Charge ${charge.id} has not succeeded and cannot be refunded.`);
  if (left === 0) throw refused('charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
  if (isTakenBack(account, charge)) throw refused('charge_disputed', `Charge ${charge.id} has been charged back; cannot issue a refund.`);
  if (amount > left) {
    const message = `Refund amount ($${dollars(amount)}) is greater than unrefunded amount on charge ($${dollars(left)})`;
    throw refused('charge_already_refunded', message, { param: 'amount' });
  }
  const given = { amount, reason: wanted.reason, metadata: wanted.metadata };
  const refund = account.store.add('refund', makeRefund(charge, given, nowOf(account, charge.customer)));
  setRefunded(account, charge, charge.amount_refunded + amount);
  publish(account, 'refund.created', refund);
  publish(account, 'charge.refunded', charge);
  publish(account, 'refund.updated', refund);
  return refund;
}

function isTakenBack(account: Account, charge: KeptCharge): boolean {
  const open = (status: string) => status !== 'won' && !status.startsWith('warning');
  return charge.disputed && account.store.all('dispute').some((dispute) => dispute.charge === charge.id && open(dispute.status));
}

function setRefunded(account: Account, charge: KeptCharge, amount: number): void {
  account.store.change<'charge'>(charge, { amount_refunded: amount, refunded: amount === charge.amount });
}

export function willFail(account: Account, refund: KeptRefund): boolean {
  const charge = account.store.find('charge', refund.charge);
  return refund.status === 'succeeded' && cardOfFingerprint(charge?.payment_method_details?.card?.fingerprint).refundFails === true;
}

/** The bank sends the money back to us: the charge counts as not refunded again. */
export function failRefund(account: Account, refund: KeptRefund): void {
  const charge = account.store.get('charge', refund.charge ?? '');
  account.store.change<'refund'>(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
  setRefunded(account, charge, charge.amount_refunded - refund.amount);
  publish(account, 'refund.updated', refund);
  publish(account, 'refund.failed', refund);
}

function dollars(cents: number): string {
  return (cents / 100).toFixed(2);
}
