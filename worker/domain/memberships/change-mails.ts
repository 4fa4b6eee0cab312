/** Product rules: Payments and memberships. */
import type { PaidTier } from '#schema/orders/order.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { toIso } from '#worker/domain/time.ts';
import { type Account, getYearlyPrice, isFullyReturned, type PaymentState, type SubscriptionState } from './account.ts';
import { decideRestorationOutcome } from './appeal.ts';
import type { MakeMail } from './mail-maker.ts';

interface Change<Row> {
  was: Row | undefined;
  is: Row;
}

/** `change` is unique for each change, so cancelling twice sends two emails. */
export function changeMails(before: Account, after: Account, change: string, mail: MakeMail): Mail[] {
  const payments = after.payments.map((is) => ({ was: before.payments.find((was) => getKey(was) === getKey(is)), is }));
  const subscriptions = after.subscriptions.map((is) => ({ was: before.subscriptions.find(({ id }) => id === is.id), is }));
  return [
    ...payments.flatMap((payment) => [...refundMail(payment, mail), ...failedRefundMail(payment, after, mail)]),
    ...payments.flatMap((payment) => disputeMail(payment, continuingTierWithout(payment.is, before, after), after, mail)),
    ...subscriptions.flatMap((subscription) => renewalSwitchMail(subscription, change, mail)),
  ];
}

const getKey = ({ invoiceId, paymentIntentId }: PaymentState) => invoiceId ?? paymentIntentId;

/** Returns an email for each further refund of the payment. `why` distinguishes double payments from refunds by an administrator. */
function refundMail({ was, is }: Change<PaymentState>, mail: MakeMail): Mail[] {
  const cents = is.refundedCents - (was?.refundedCents ?? 0);
  if (cents <= 0) return [];
  return [
    // A refund may fail and be made again, so the cause counts every refund ever made.
    mail('refund', `refund:${getKey(is)}:${is.refundedCents + is.refundFailedCents}`, {
      description: is.description,
      amountCents: String(cents),
      paidCents: String(is.amountCents),
      extent: isFullyReturned(is) ? 'full' : 'part',
      why: is.refundRequestedAt === null ? null : 'paid_twice',
    }),
  ];
}

/** Returns an email if the bank returned a refund: the purchase is restored, or the member is paid in another way. */
function failedRefundMail({ was, is }: Change<PaymentState>, after: Account, mail: MakeMail): Mail[] {
  const cents = (was?.refundedCents ?? 0) - is.refundedCents;
  const isOwed = is.refundOwedCents > (was?.refundOwedCents ?? 0);
  if (cents <= 0) return [];
  const { outcome, until } = isOwed ? { outcome: 'owed', until: null } : decideRestorationOutcome(after, is);
  const payload = { description: is.description, amountCents: String(cents), outcome, until: until === null ? null : toIso(until) };
  return [mail('refund_failed', `refund_failed:${getKey(is)}:${is.refundFailedCents}`, payload)];
}

/** Returns the tier that the member keeps despite this payment's dispute, for example because another year was paid; null if none. */
function continuingTierWithout({ subscriptionId }: PaymentState, before: Account, after: Account): PaidTier | null {
  const { role, stripeSubscriptionId } = after.membership;
  // The paid membership has ended, even if a granted one continues.
  const hasEnded = before.membership.stripeSubscriptionId !== null && stripeSubscriptionId === null;
  return subscriptionId === null || role === 'free' || hasEnded ? null : role;
}

/** Returns one email each when a dispute opens, closes and is won on appeal. */
function disputeMail({ was, is }: Change<PaymentState>, continuingTier: PaidTier | null, after: Account, mail: MakeMail): Mail[] {
  const status = is.disputeStatus;
  if (status === null || status === was?.disputeStatus) return [];
  // An inquiry that was closed before we learned of it needs no email.
  if (status === 'won' && (was?.disputeStatus ?? null) === null) return [];
  const wasLost = status === 'won' && was?.disputeStatus === 'lost';
  const { outcome, until } = decideRestorationOutcome(after, is);
  const appealed = { outcome, until: until === null ? null : toIso(until) };
  const template = ({ open: 'dispute_opened', won: 'dispute_won', lost: 'dispute_lost' } as const)[status];
  const payload = {
    description: is.description,
    amountCents: String(is.amountCents),
    ...(status === 'lost' && { goesOn: continuingTier }),
    ...(wasLost && appealed),
  };
  return [mail(template, `${template}:${getKey(is)}:${is.disputedAt}`, payload)];
}

function renewalSwitchMail({ was, is }: Change<SubscriptionState>, change: string, mail: MakeMail): Mail[] {
  const isContinuing = is.status === 'active' && is.endedAt === null && is.endRequestedAt === null;
  if (!was || !isContinuing || was.cancelAtPeriodEnd === is.cancelAtPeriodEnd) return [];
  const template = is.cancelAtPeriodEnd ? 'membership_cancelled' : 'membership_resumed';
  const amountCents = String(getYearlyPrice(is));
  return [mail(template, `${template}:${is.id}:${change}`, { tier: is.tier, amountCents, until: toIso(is.periodEnd) })];
}
