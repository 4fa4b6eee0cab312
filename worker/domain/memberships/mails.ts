/**
 * Emails about payments and memberships. Each email is sent once per event, and only while its content is accurate. Product rules: Payments
 * and memberships.
 */

import type { ShippingAddress } from '#schema/orders/shipping-address.ts';
import { graceReminderBeforeSeconds } from '#schema/rules.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { describeAddress } from '#worker/domain/orders/parcel.ts';
import { type Seconds, toIso } from '#worker/domain/time.ts';
import { type Account, getYearlyPrice, isInGrace, type PaymentState, type SubscriptionState } from './account.ts';
import { changeMails } from './change-mails.ts';
import { type Addressee, createMailMaker, type MakeMail } from './mail-maker.ts';

/**
 * Returns the emails to send after an account changes from `before` to `after`. `version` is the member's version before the change, so it
 * is unique to the change.
 */
export function listMails(before: Account, after: Account, addressee: Addressee & { version: number }): Mail[] {
  const mail = createMailMaker(addressee);
  const purchases = after.orders
    .filter((order) => order.paidAt !== null && before.orders.find(({ id }) => id === order.id)?.paidAt === null)
    .flatMap((order) => {
      const payment = after.payments.find((candidate) => candidate.orderId === order.id);
      // Double payments are refunded, so they get no thank-you email.
      if (!payment || payment.refundRequestedAt !== null) return [];
      return [
        mail('purchase', `purchase:${order.id}`, {
          description: payment.description,
          ...splitAmount(payment),
          creditCents: order.creditCents > 0 ? String(order.creditCents) : null,
          shipTo: order.shippingAddress ? describeAddress(JSON.parse(order.shippingAddress) as ShippingAddress) : null,
          kind: order.replacesCard ? 'replacement' : order.kind,
        }),
      ];
    });
  const renewals = after.payments
    .filter((payment) => payment.subscriptionId !== null && payment.orderId === null && payment.refundRequestedAt === null)
    .filter((payment) => !before.payments.some((candidate) => candidate.invoiceId === payment.invoiceId))
    .map((payment) =>
      mail('renewal', `renewal:${payment.invoiceId}`, {
        description: payment.description,
        ...splitAmount(payment),
        paidUntil: payment.periodEnd === null ? null : toIso(payment.periodEnd),
      }),
    );
  const failures = after.subscriptions.filter(isInGrace).map((subscription) => graceMail(mail, 'renewal_failed', subscription));
  const hasLostMembership = before.membership.role !== 'free' && after.membership.role === 'free';
  const endMails = hasLostMembership
    ? [mail('membership_ended', `membership_ended:${describeEnding(before)}`, { tier: before.membership.role })]
    : [];
  const changes = changeMails(before, after, String(addressee.version), mail);
  return [...purchases, ...renewals, ...failures, ...changes, ...endMails];
}

function splitAmount({ amountCents, balanceCents }: PaymentState): { amountCents: string; balanceCents: string | null } {
  return { amountCents: String(amountCents), balanceCents: balanceCents > 0 ? String(balanceCents) : null };
}

export function graceReminders(account: Account, addressee: Addressee, now: Seconds): Mail[] {
  return account.subscriptions
    .filter((subscription) => isInGrace(subscription) && (subscription.graceUntil ?? 0) - now <= graceReminderBeforeSeconds)
    .map((subscription) => graceMail(createMailMaker(addressee), 'grace_ending', subscription));
}

function graceMail(mail: MakeMail, template: 'renewal_failed' | 'grace_ending', subscription: SubscriptionState): Mail {
  const graceUntil = subscription.graceUntil === null ? null : toIso(subscription.graceUntil);
  const payload = { tier: subscription.tier, amountCents: String(getYearlyPrice(subscription)), graceUntil };
  return mail(template, `${template}:${subscription.id}:${subscription.periodStart}`, payload);
}

function describeEnding({ membership, memberId }: Account): string {
  return membership.stripeSubscriptionId ?? `${memberId}:${membership.membershipExpiresAt}`;
}
