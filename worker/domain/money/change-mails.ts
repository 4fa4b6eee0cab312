/** Mails that tell of money that moved, or will not: refunds, disputes, a renewal switched off and on again. Product rules: Payments and memberships. */
import type { Mail } from '#worker/domain/mail.ts';
import { toIso } from '#worker/domain/time.ts';
import type { Account, PaymentState, SubscriptionState } from './account.ts';
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
    ...payments.flatMap((payment) => disputeMail(payment, mail)),
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

/** One dispute is told of once each: that it is open, and how it ended. An appeal reopens it, and is Stripe's own matter. */
function disputeMail({ was, is }: Change<PaymentState>, mail: MakeMail): Mail[] {
  const status = is.disputeStatus;
  if (status === null || status === was?.disputeStatus) return [];
  // Of an inquiry that came to nothing before we heard of it there is nothing to tell.
  if (status === 'won' && was?.disputeStatus !== 'open') return [];
  const template = ({ open: 'dispute_opened', won: 'dispute_won', lost: 'dispute_lost' } as const)[status];
  const payload = { description: is.description, amountCents: String(is.amountCents) };
  return [mail(template, `${template}:${keyOf(is)}:${is.disputedAt}`, payload)];
}

function renewalSwitchMail({ was, is }: Change<SubscriptionState>, change: string, mail: MakeMail): Mail[] {
  const goesOn = is.status === 'active' && is.endedAt === null && is.endRequestedAt === null;
  if (!was || !goesOn || was.cancelAtPeriodEnd === is.cancelAtPeriodEnd) return [];
  const template = is.cancelAtPeriodEnd ? 'membership_cancelled' : 'membership_resumed';
  return [mail(template, `${template}:${is.id}:${change}`, { tier: is.tier, until: toIso(is.periodEnd) })];
}
