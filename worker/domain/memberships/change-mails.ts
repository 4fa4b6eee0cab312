/** Mails that tell of money that moved, or will not: refunds, disputes, a renewal switched off and on again. Product rules: Payments and memberships. */
import type { PaidTier } from '#schema/orders/order.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { toIso } from '#worker/domain/time.ts';
import { type Account, type PaymentState, type SubscriptionState, yearlyPriceOf } from './account.ts';
import { outcomeOfAppeal } from './appeal.ts';
import type { MakeMail } from './mail-to.ts';

/** What has become true of it between two states of an account. */
interface Change<Row> {
  was: Row | undefined;
  is: Row;
}

/** `change`: no two changes of an account have the same, so that who cancels twice is told twice. */
export function changeMails(before: Account, after: Account, change: string, mail: MakeMail): Mail[] {
  const payments = after.payments.map((is) => ({ was: before.payments.find((was) => keyOf(was) === keyOf(is)), is }));
  const subscriptions = after.subscriptions.map((is) => ({ was: before.subscriptions.find(({ id }) => id === is.id), is }));
  return [
    ...payments.flatMap((payment) => refundMail(payment, mail)),
    ...payments.flatMap((payment) => disputeMail(payment, goesOnWithout(payment.is, before, after), after, mail)),
    ...subscriptions.flatMap((subscription) => renewalSwitchMail(subscription, change, mail)),
  ];
}

const keyOf = ({ invoiceId, paymentIntentId }: PaymentState) => invoiceId ?? paymentIntentId;

/** Of each part that goes back. `why` tells a payment for what was there already from one that somebody decided to refund. */
function refundMail({ was, is }: Change<PaymentState>, mail: MakeMail): Mail[] {
  const cents = is.refundedCents - (was?.refundedCents ?? 0);
  if (cents <= 0) return [];
  return [
    mail('refund', `refund:${keyOf(is)}:${is.refundedCents}`, {
      description: is.description,
      amountCents: String(cents),
      paidCents: String(is.amountCents),
      extent: is.refundedCents >= is.amountCents ? 'full' : 'part',
      why: is.refundRequestedAt === null ? null : 'paid_twice',
    }),
  ];
}

/** The tier of a membership that a payment was not for, or not alone: a year before, or one that an upgrade took off its price. */
function goesOnWithout({ subscriptionId }: PaymentState, before: Account, after: Account): PaidTier | null {
  const { role, stripeSubscriptionId } = after.membership;
  // Where the paid one ended, and one that was given goes on, what this paid for has ended all the same.
  const hasEnded = before.membership.stripeSubscriptionId !== null && stripeSubscriptionId === null;
  return subscriptionId === null || role === 'free' || hasEnded ? null : role;
}

/**
 * One dispute is told of once each: that it is open, how it ended, and that it was won after all. An appeal that is still looked
 * at is Stripe's own matter.
 */
function disputeMail({ was, is }: Change<PaymentState>, goesOn: PaidTier | null, after: Account, mail: MakeMail): Mail[] {
  const status = is.disputeStatus;
  if (status === null || status === was?.disputeStatus) return [];
  // Of an inquiry that came to nothing before we heard of it there is nothing to tell.
  if (status === 'won' && (was?.disputeStatus ?? null) === null) return [];
  const wasLost = status === 'won' && was?.disputeStatus === 'lost';
  const { outcome, until } = outcomeOfAppeal(after, is);
  const appealed = { outcome, until: until === null ? null : toIso(until) };
  const template = ({ open: 'dispute_opened', won: 'dispute_won', lost: 'dispute_lost' } as const)[status];
  const payload = {
    description: is.description,
    amountCents: String(is.amountCents),
    ...(status === 'lost' && { goesOn }),
    ...(wasLost && appealed),
  };
  return [mail(template, `${template}:${keyOf(is)}:${is.disputedAt}`, payload)];
}

function renewalSwitchMail({ was, is }: Change<SubscriptionState>, change: string, mail: MakeMail): Mail[] {
  const goesOn = is.status === 'active' && is.endedAt === null && is.endRequestedAt === null;
  if (!was || !goesOn || was.cancelAtPeriodEnd === is.cancelAtPeriodEnd) return [];
  const template = is.cancelAtPeriodEnd ? 'membership_cancelled' : 'membership_resumed';
  const amountCents = String(yearlyPriceOf(is));
  return [mail(template, `${template}:${is.id}:${change}`, { tier: is.tier, amountCents, until: toIso(is.periodEnd) })];
}
