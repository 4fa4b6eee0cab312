/** See "Payments and memberships" in docs/product-rules.md. */
import type { PaidTier } from '#schema/orders/order.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { toIso } from '#worker/domain/time.ts';
import { type Account, getYearlyPrice, isFullyReturned, type PaymentState, type SubscriptionState } from './account.ts';
import { decideRestorationOutcome } from './appeal.ts';
import type { MakeMail } from './mail-maker.ts';

interface Change<Row> {
  previous: Row | undefined;
  current: Row;
}

/**
 * Returns the emails about changes to payments and subscriptions. `change` is unique for each change, so canceling twice sends two emails.
 */
export function changeMails(before: Account, after: Account, change: string, mail: MakeMail): Mail[] {
  const payments = after.payments.map((current) => ({
    previous: before.payments.find((previous) => getKey(previous) === getKey(current)),
    current,
  }));
  const subscriptions = after.subscriptions.map((current) => ({
    previous: before.subscriptions.find(({ id }) => id === current.id),
    current,
  }));
  return [
    ...payments.flatMap((payment) => [...refundMail(payment, mail), ...failedRefundMail(payment, after, mail)]),
    ...payments.flatMap((payment) => disputeMail(payment, findContinuingTier(payment.current, before, after), after, mail)),
    ...subscriptions.flatMap((subscription) => renewalSwitchMail(subscription, change, mail)),
  ];
}

const getKey = ({ invoiceId, paymentIntentId }: PaymentState) => invoiceId ?? paymentIntentId;

/** Returns an email if more of the payment has been refunded. `why` distinguishes double payments from refunds by an administrator. */
function refundMail({ previous, current }: Change<PaymentState>, mail: MakeMail): Mail[] {
  const cents = current.refundedCents - (previous?.refundedCents ?? 0);
  if (cents <= 0) return [];
  return [
    // A failed refund may be reissued, so the deduplication key includes the total of all refunds ever issued.
    mail('refund', `refund:${getKey(current)}:${current.refundedCents + current.refundFailedCents}`, {
      description: current.description,
      amountCents: String(cents),
      paidCents: String(current.amountCents),
      extent: isFullyReturned(current) ? 'full' : 'part',
      why: current.refundRequestedAt === null ? null : 'paid_twice',
    }),
  ];
}

/** Returns an email if the bank returned a refund. The email states whether the purchase is restored or the member is paid another way. */
function failedRefundMail({ previous, current }: Change<PaymentState>, after: Account, mail: MakeMail): Mail[] {
  const cents = (previous?.refundedCents ?? 0) - current.refundedCents;
  const isOwed = current.refundOwedCents > (previous?.refundOwedCents ?? 0);
  if (cents <= 0) return [];
  const { outcome, until } = isOwed ? { outcome: 'owed', until: null } : decideRestorationOutcome(after, current);
  const payload = { description: current.description, amountCents: String(cents), outcome, until: until === null ? null : toIso(until) };
  return [mail('refund_failed', `refund_failed:${getKey(current)}:${current.refundFailedCents}`, payload)];
}

/** Returns the tier that the member keeps despite the dispute, for example because they paid for another year; null if none. */
function findContinuingTier({ subscriptionId }: PaymentState, before: Account, after: Account): PaidTier | null {
  const { role, stripeSubscriptionId } = after.membership;
  // True if the paid membership has ended, even if a granted one continues.
  const hasEnded = before.membership.stripeSubscriptionId !== null && stripeSubscriptionId === null;
  return subscriptionId === null || role === 'free' || hasEnded ? null : role;
}

/** Returns an email when a dispute opens, closes or is won on appeal. */
function disputeMail({ previous, current }: Change<PaymentState>, continuingTier: PaidTier | null, after: Account, mail: MakeMail): Mail[] {
  const status = current.disputeStatus;
  if (status === null || status === previous?.disputeStatus) return [];
  // An inquiry that closed before we learned of it needs no email.
  if (status === 'won' && (previous?.disputeStatus ?? null) === null) return [];
  const wasLost = status === 'won' && previous?.disputeStatus === 'lost';
  const { outcome, until } = decideRestorationOutcome(after, current);
  const appealOutcome = { outcome, until: until === null ? null : toIso(until) };
  const template = ({ open: 'dispute_opened', won: 'dispute_won', lost: 'dispute_lost' } as const)[status];
  const payload = {
    description: current.description,
    amountCents: String(current.amountCents),
    ...(status === 'lost' && { goesOn: continuingTier }),
    ...(wasLost && appealOutcome),
  };
  return [mail(template, `${template}:${getKey(current)}:${current.disputedAt}`, payload)];
}

function renewalSwitchMail({ previous, current }: Change<SubscriptionState>, change: string, mail: MakeMail): Mail[] {
  const isContinuing = current.status === 'active' && current.endedAt === null && current.endRequestedAt === null;
  if (!previous || !isContinuing || previous.cancelAtPeriodEnd === current.cancelAtPeriodEnd) return [];
  const template = current.cancelAtPeriodEnd ? 'membership_cancelled' : 'membership_resumed';
  const amountCents = String(getYearlyPrice(current));
  return [mail(template, `${template}:${current.id}:${change}`, { tier: current.tier, amountCents, until: toIso(current.periodEnd) })];
}
